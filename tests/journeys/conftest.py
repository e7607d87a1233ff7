"""The built site in a real browser against a real server process."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server, StartServer
from tests.journeys.pages import ReservationForm
from tests.journeys.records import Records
from tests.journeys.tab import PATIENCE, SharedTab

expect.set_options(timeout=PATIENCE)


@pytest.fixture
def server_settings() -> dict[str, object]:
    """Settings of the test's own server; a test changes them by parametrising this name."""
    return {}


@pytest.fixture
def server(start_server: StartServer, sqlite_url: str, server_settings: dict[str, object], built_site: None) -> Server:
    """A server with a database of its own, for tests that reserve."""
    return start_server(sqlite_url, **{"rate_limits": "off", **server_settings})


@pytest.fixture
def records(sqlite_url: str) -> Iterator[Records]:
    """What the test's own database holds."""
    records = Records(sqlite_url)
    yield records
    records.close()


@pytest.fixture(scope="session")
def base_url() -> None:
    """Each test has a server of its own, so there is none for the session."""


@pytest.fixture
def site_url(request: pytest.FixtureRequest) -> str:
    """The test's own server where it asks for one, else the shared one."""
    name = "server" if "server" in request.fixturenames else "reading_server"
    server: Server = request.getfixturevalue(name)
    return server.url


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], site_url: str) -> dict[str, Any]:
    return {**browser_context_args, "base_url": site_url}


@pytest.fixture(scope="session")
def shared_tab(browser: Browser, reading_server: Server) -> Iterator[SharedTab]:
    tab = SharedTab(browser, reading_server.url)
    yield tab
    tab.close()


@pytest.fixture
def context(request: pytest.FixtureRequest, new_context: Callable[..., BrowserContext]) -> BrowserContext:
    """A context of its own for a test with a server of its own and for one marked `own_tab`, else the shared one."""
    if "server" in request.fixturenames or request.node.get_closest_marker("own_tab"):
        own = new_context()
        own.set_default_timeout(PATIENCE)
        return own
    tab: SharedTab = request.getfixturevalue("shared_tab")
    return tab.renewed().context


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """The first page of the test's context."""
    return context.pages[0] if context.pages else context.new_page()


@pytest.fixture(autouse=True)
def _watched(watch: Watch) -> None:
    """Every journey is watched."""


@pytest.fixture
def form(page: Page) -> ReservationForm:
    """The reservation form, just opened."""
    form = ReservationForm(page)
    form.open()
    return form
