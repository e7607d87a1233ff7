"""One tab for many tests: a page loads there in a third of the time that a new tab takes, whose process begins cold.

Before each test everything is put back that a test may have changed. What cannot be put back needs a tab of its own:
a held clock, and scripts that run at the start of each page. Such tests are marked `own_tab`.
"""

from playwright.sync_api import Browser, BrowserContext, Page

from tests.fixtures.browser import HABITS

PATIENCE = 90_000
"""Milliseconds. Only what fails waits so long: workers, their servers and browsers share the machine, and not alone."""
_MOST_USES = 50
"""Listeners that tests leave at the page go with it."""
_QUIET_PAGE = "/robots.txt"
_RESET = """() => {
  sessionStorage.clear()
  localStorage.clear()
  window.name = ''
  return '__pwClock' in window
}"""


class SharedTab:
    """A context and its page, as good as new for each test."""

    def __init__(self, browser: Browser, url: str, *, forgets_answers: bool = False) -> None:
        """`forgets_answers` where other servers follow at the same address, whose answers are not those it keeps."""
        self._browser = browser
        self._url = url
        self._forgets_answers = forgets_answers
        self._page: Page | None = None
        self._uses = 0

    def renewed(self) -> Page:
        """The tab for the next test, on a page without scripts."""
        if self._page is None or self._page.is_closed() or self._uses >= _MOST_USES:
            self._open()
        assert self._page
        self._uses += 1
        self._put_back(self._page)
        return self._page

    def close(self) -> None:
        if self._page is not None:
            self._page.context.close()

    def _open(self) -> None:
        self.close()
        context = self._browser.new_context(**HABITS, base_url=self._url)
        context.set_default_timeout(PATIENCE)
        self._page = context.new_page()
        self._page.add_init_script = _refuse  # type: ignore[method-assign, assignment]
        context.add_init_script = _refuse  # type: ignore[method-assign, assignment]
        self._uses = 0

    def _put_back(self, page: Page) -> None:
        context: BrowserContext = page.context
        for other in context.pages:
            if other is not page:
                other.close()
        context.set_offline(False)
        self._leave(page)  # before held calls are let go: they must not arrive
        page.unroute_all()
        context.unroute_all()
        if page.evaluate(_RESET):
            raise RuntimeError("an earlier test held the clock of the shared tab: mark it own_tab")
        context.clear_cookies()
        context.clear_permissions()
        if self._forgets_answers:
            protocol = context.new_cdp_session(page)
            protocol.send("Network.clearBrowserCache")
            protocol.detach()
        page.set_viewport_size(HABITS["viewport"])
        page.emulate_media(media="null", color_scheme="null", forced_colors="null", reduced_motion="reduce")

    def _leave(self, page: Page) -> None:
        """Go to a page without scripts of the same site: that keeps the process, which a blank page would end."""
        address = f"{self._url}{_QUIET_PAGE}"
        page.route(address, lambda route: route.continue_())  # ahead of what the test routed
        page.goto(address)


def leave(page: Page) -> None:
    """Go where no script runs. A blank page would end the process, which has compiled the site."""
    page.goto(_QUIET_PAGE)


def follow(page: Page, link: str) -> None:
    """Open a link of a mail in the same tab, as from a mail program: the page is loaded, whichever was open before."""
    leave(page)
    page.goto(link)


def begin_visit(page: Page) -> None:
    """Let a tab forget everything, so that what it opens next begins a visit."""
    page.goto(_QUIET_PAGE)
    page.evaluate(_RESET)
    page.context.clear_cookies()


def _refuse(*_arguments: object, **_options: object) -> None:
    raise RuntimeError("a script at the start of each page would outlast this test: mark it own_tab")
