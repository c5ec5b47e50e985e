"""Rehearsals: touches written down, played through the whole board in virtual time.

A rehearsal runs the very daemon of the board on simulated chips. A bug report is such a file.
"""
