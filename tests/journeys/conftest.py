"""The built site in a real browser against a real server process."""

import shutil
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server, StartServer, server_starter
from tests.journeys.pages import ReservationForm
from tests.journeys.records import Records
from tests.journeys.tab import PATIENCE, SharedTab

expect.set_options(timeout=PATIENCE)
WITH_JOBS = {"scheduler": "embedded"}
"""For journeys that wait for a mail, or for another work that the server does by itself."""
with_jobs = pytest.mark.parametrize("server_settings", [pytest.param(WITH_JOBS, id="with jobs")])


@pytest.fixture
def server_settings() -> dict[str, object]:
    """Settings of the test's own server; a test changes them by parametrising this name."""
    return {}


@contextmanager
def kept_port() -> Iterator[int]:
    """A port for one server after the other, so that their pages are of one site for the browser.

    On Linux a socket that is bound without listening keeps it from everyone else, and a server may still listen there.
    Elsewhere the second binding fails, so the port is only likely to stay free.
    """
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        port: int = holder.getsockname()[1]
        if sys.platform != "linux":
            holder.close()
        yield port


@pytest.fixture(scope="session")
def own_port() -> Iterator[int]:
    """Where all servers listen that belong to one test."""
    with kept_port() as port:
        yield port


@pytest.fixture
def server(
    start_server: StartServer,
    sqlite_url: str,
    server_settings: dict[str, object],
    built_site: None,
    own_port: int,
) -> Server:
    """A server with its own database. A worker's servers use the same address one after another.

    It does no jobs, whose first runs are most of what a server costs, unless its settings are `WITH_JOBS`.
    """
    settings: dict[str, object] = {"rate_limits": "off", "scheduler": "off", "port": own_port}
    return start_server(sqlite_url, **settings | server_settings)


@pytest.fixture
def records(sqlite_url: str) -> Iterator[Records]:
    """What the test's own database holds."""
    records = Records(sqlite_url)
    yield records
    records.close()


@pytest.fixture(scope="module")
def module_url(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The database of the module's server."""
    return f"sqlite:///{shutil.copyfile(sqlite_template, tmp_path_factory.mktemp('module') / 'voltigo.sqlite3')}"


@pytest.fixture(scope="module")
def module_server(module_url: str, built_site: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which the tests of a module reserve and write, each under its own e-mail address.

    It reads no rows but its own there: which other rows there are depends on what ran before.
    """
    with server_starter(tmp_path_factory.mktemp("module-server")) as start:
        yield start(module_url, rate_limits="off", scheduler="off")


@pytest.fixture(scope="module")
def module_records(module_url: str) -> Iterator[Records]:
    """What the module's database holds."""
    records = Records(module_url)
    yield records
    records.close()


@pytest.fixture(scope="module")
def module_tab(browser: Browser, module_server: Server) -> Iterator[SharedTab]:
    tab = SharedTab(browser, module_server.url)
    yield tab
    tab.close()


@pytest.fixture(scope="session")
def base_url() -> None:
    """Each test has a server of its own, so there is none for the session."""


@pytest.fixture
def site_url(request: pytest.FixtureRequest) -> str:
    """The test's own server or the module's where it asks for one, else the shared one."""
    asked = (name for name in ("server", "module_server") if name in request.fixturenames)
    server: Server = request.getfixturevalue(next(asked, "reading_server"))
    return server.url


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any], site_url: str) -> dict[str, Any]:
    return {**browser_context_args, "base_url": site_url}


@pytest.fixture(scope="session")
def shared_tab(browser: Browser, reading_server: Server) -> Iterator[SharedTab]:
    tab = SharedTab(browser, reading_server.url)
    yield tab
    tab.close()


@pytest.fixture(scope="session")
def changing_tab(browser: Browser, own_port: int) -> Iterator[SharedTab]:
    """The tab of journeys with a server of their own: its process has compiled the pages before."""
    tab = SharedTab(browser, f"http://127.0.0.1:{own_port}", forgets_answers=True)
    yield tab
    tab.close()


@pytest.fixture
def context(request: pytest.FixtureRequest, new_context: Callable[..., BrowserContext]) -> Iterator[BrowserContext]:
    """The shared context, reset; a test marked `own_tab` gets a new one."""
    request.getfixturevalue("site_url")  # the server that the tab is put back at
    if request.node.get_closest_marker("own_tab"):
        own = new_context()
        own.set_default_timeout(PATIENCE)
        yield own
        return
    names = (name for name in ("server", "module_server") if name in request.fixturenames)
    name = {"server": "changing_tab", "module_server": "module_tab"}.get(next(names, ""), "shared_tab")
    tab: SharedTab = request.getfixturevalue(name)
    page = tab.renewed()
    yield page.context
    if name == "changing_tab" and not page.is_closed():
        leave_empty(page)


def leave_empty(page: Page) -> None:
    """Go to an empty page of the same site, from which no call reaches the server of the next test."""
    for other in page.context.pages:
        if other is not page:
            other.close()
    page.route("**/left-behind", lambda route: route.fulfill(body="", content_type="text/plain"))
    page.goto("/left-behind")


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
