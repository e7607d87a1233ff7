"""From one page of the console to another."""

from playwright.sync_api import Page

_FOLLOW = "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')) }"


def go(page: Page, path: str) -> None:
    """Open a page as a link to it would. To open its address loads the whole console, which costs three times as
    much; a page that a journey opens first, and one that must know nothing of before, is loaded by `page.goto`.

    What was sent before must have been answered, as the page tells: until then a form is not left.
    """
    page.evaluate(_FOLLOW, path)
