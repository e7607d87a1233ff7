"""The built console in a real browser, with people signed in to a real server."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from services.app import CONSOLE
from services.core.db.db import Database
from services.staff.audit import first_broken_entry
from tests.fixtures.servers import Server, server_starter
from tests.fixtures.staff import add_member, sign_in_browser
from tests.journeys.tab import SharedTab

SignIn = Callable[..., None]


@pytest.fixture(scope="session", autouse=True)
def built_console() -> None:
    if not (CONSOLE / "index.html").exists():
        pytest.fail("the console is not built: cd admin-web && npm ci && npm run build")


@pytest.fixture(scope="session")
def reading_database(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """For journeys that change nothing: all of them find it empty."""
    return f"sqlite:///{shutil.copyfile(sqlite_template, tmp_path_factory.mktemp('console') / 'voltigo.sqlite3')}"


@pytest.fixture(scope="session")
def reading_console(
    built_console: None, built_site: None, reading_database: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """The server of those journeys. They are the ones that use `read_as` and not `sign_in`."""
    with server_starter(tmp_path_factory.mktemp("console-data")) as start:
        yield start(reading_database, rate_limits="off", scheduler="off")


@pytest.fixture(scope="session")
def shared_tab(browser: Browser, reading_console: Server) -> Iterator[SharedTab]:
    tab = SharedTab(browser, reading_console.url)
    yield tab
    tab.close()


@pytest.fixture
def site_url(request: pytest.FixtureRequest) -> str:
    name = "server" if "server" in request.fixturenames else "reading_console"
    server: Server = request.getfixturevalue(name)
    return server.url


@pytest.fixture(autouse=True)
def _log_stays_whole(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever a journey did, the chain of the log holds at its end."""
    name = "sqlite_url" if "server" in request.fixturenames else "reading_database"
    url: str = request.getfixturevalue(name)
    yield
    database = Database(url)
    with database.read() as session:
        assert first_broken_entry(session) is None
    database.close()


@pytest.fixture
def records_db(server: Server, sqlite_url: str) -> Iterator[Database]:
    """The running server's own database, to prepare what a journey begins with."""
    database = Database(sqlite_url)
    yield database
    database.close()


@pytest.fixture
def sign_in(server: Server, records_db: Database) -> SignIn:
    """`sign_in(page, "staff", name="Miriam Falk")`: the page's browser has that person's session from then on."""

    def sign_in(page: Page, role: str = "staff", **changes: object) -> None:
        sign_in_browser(page.context, server.url, add_member(records_db, role, **changes))

    return sign_in


@pytest.fixture
def read_as(reading_console: Server, reading_database: str) -> SignIn:
    """`read_as(page, "marketing")`: signed in to the server that journeys share which change nothing."""

    def sign_in(page: Page, role: str = "staff", **changes: object) -> None:
        database = Database(reading_database)
        sign_in_browser(page.context, reading_console.url, add_member(database, role, **changes))
        database.close()

    return sign_in
