"""The built console in a real browser, with people signed in to a real server."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from sqlalchemy import func, select

from services.core.db.db import Database
from services.core.http.static_files import CONSOLE
from services.staff.audit import first_broken_entry
from services.staff.models import AuditEntry
from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server, server_starter
from tests.fixtures.staff import add_member, sign_in_browser
from tests.journeys.conftest import kept_port, leave_empty
from tests.journeys.tab import PATIENCE, SharedTab

SignIn = Callable[..., None]


@dataclass(frozen=True)
class Ground:
    """What a journey stands on: the names of its fixtures."""

    server: str
    database: str
    tab: str
    is_shared: bool = True


_OWN = Ground("server", "sqlite_url", "changing_tab", is_shared=False)
_PREPARED = Ground("prepared_console", "prepared_database", "prepared_tab")
_MODULE = Ground("module_server", "module_url", "module_tab", is_shared=False)
_READING = Ground("reading_console", "reading_database", "shared_tab")


def ground_of(request: pytest.FixtureRequest) -> Ground:
    """The first whose server the test asks for; one that asks for none reads."""
    known = (_OWN, _PREPARED, _MODULE)
    return next((ground for ground in known if ground.server in request.fixturenames), _READING)


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


@pytest.fixture(scope="session")
def prepared_port() -> Iterator[int]:
    """Where all servers listen that belong to one module."""
    with kept_port() as port:
        yield port


@pytest.fixture(scope="session")
def changing_tab(browser: Browser, own_port: int) -> Iterator[SharedTab]:
    """The tab of journeys with a server of their own: its process has compiled the console before."""
    tab = SharedTab(browser, f"http://127.0.0.1:{own_port}")
    yield tab
    tab.close()


@pytest.fixture(scope="module")
def prepared_database(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """For the journeys of a module that change nothing; the module's own fixture `prepared` fills it once for them."""
    return f"sqlite:///{shutil.copyfile(sqlite_template, tmp_path_factory.mktemp('prepared') / 'voltigo.sqlite3')}"


@pytest.fixture(scope="module")
def prepared_db(prepared_database: str) -> Iterator[Database]:
    database = Database(prepared_database)
    yield database
    database.close()


@pytest.fixture(scope="module")
def prepared_console(
    built_console: None,
    built_site: None,
    prepared_database: str,
    prepared_port: int,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Server]:
    """The server of those journeys, which use `read_prepared_as`."""
    with server_starter(tmp_path_factory.mktemp("prepared-data")) as start:
        yield start(prepared_database, rate_limits="off", scheduler="off", port=prepared_port)


@pytest.fixture(scope="session")
def prepared_tab(browser: Browser, prepared_port: int) -> Iterator[SharedTab]:
    tab = SharedTab(browser, f"http://127.0.0.1:{prepared_port}")
    yield tab
    tab.close()


@pytest.fixture
def context(request: pytest.FixtureRequest, new_context: Callable[..., BrowserContext]) -> Iterator[BrowserContext]:
    """The shared context for the test's server, reset; a test marked `own_tab` gets a new one."""
    request.getfixturevalue("site_url")  # the server that the tab is put back at
    if request.node.get_closest_marker("own_tab"):
        own = new_context()
        own.set_default_timeout(PATIENCE)
        yield own
        return
    tab: SharedTab = request.getfixturevalue(ground_of(request).tab)
    page = tab.renewed()
    page.mouse.move(0, 0)  # nothing lies under it that the test did not point at
    yield page.context
    if not page.is_closed():
        leave_empty(page)


@pytest.fixture
def site_url(request: pytest.FixtureRequest) -> str:
    server: Server = request.getfixturevalue(ground_of(request).server)
    return server.url


@pytest.fixture(autouse=True)
def _log_stays_whole(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever a journey did, the chain of the log holds at its end; one on shared ground has done nothing."""
    ground = ground_of(request)
    if ground is _PREPARED:
        request.getfixturevalue("prepared")
    url: str = request.getfixturevalue(ground.database)
    database = Database(url)
    before = _length_of_the_log(database)
    yield
    with database.read() as session:
        assert first_broken_entry(session) is None
    if ground.is_shared:
        assert _length_of_the_log(database) == before, "others read what this journey changed: it needs `sign_in`"
    database.close()


def _length_of_the_log(database: Database) -> int:
    with database.read() as session:
        return session.scalar(select(func.count()).select_from(AuditEntry)) or 0


@pytest.fixture
def colleague(new_context: Callable[..., BrowserContext], watch: Watch) -> Page:
    """A page of somebody else's browser, watched too."""
    context = new_context()
    watch.follow(context)
    return context.new_page()


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
    """`read_as(page, "marketing")`: signed in to the empty server that journeys share which change nothing."""
    return _signing_in(reading_console, reading_database)


@pytest.fixture
def read_prepared_as(prepared: None, prepared_console: Server, prepared_database: str) -> SignIn:
    """The same on the server of the module, which holds what its fixture `prepared` put there."""
    return _signing_in(prepared_console, prepared_database)


@pytest.fixture
def write_as(module_server: Server, module_url: str) -> SignIn:
    """The same on the server on which the tests of a module write, each in rows of its own."""
    return _signing_in(module_server, module_url)


@pytest.fixture(scope="module")
def module_db(module_server: Server, module_url: str) -> Iterator[Database]:
    database = Database(module_url)
    yield database
    database.close()


def _signing_in(server: Server, database_url: str) -> SignIn:
    def sign_in(page: Page, role: str = "staff", **changes: object) -> None:
        database = Database(database_url)
        sign_in_browser(page.context, server.url, add_member(database, role, **changes))
        database.close()

    return sign_in
