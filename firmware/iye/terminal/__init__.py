"""The board drawn in a terminal, for looking at a rehearsal without a board and without a page."""
