"""The browser is the page's; see tests/page/conftest.py."""

from __future__ import annotations

from page.conftest import browser, playwright

__all__ = ["browser", "playwright"]
