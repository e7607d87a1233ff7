"""The built console in a real browser, with people signed in to a real server."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from services.app import CONSOLE
from services.core.db.db import Database
from services.staff.audit import first_broken_entry
from tests.fixtures.servers import Server
from tests.fixtures.staff import add_member, sign_in_browser

SignIn = Callable[..., None]


@pytest.fixture(scope="session", autouse=True)
def built_console() -> None:
    if not (CONSOLE / "index.html").exists():
        pytest.fail("the console is not built: cd admin-web && npm ci && npm run build")


@pytest.fixture(autouse=True)
def _log_stays_whole(sqlite_url: str) -> Iterator[None]:
    """Whatever a journey did, the chain of the log holds at its end."""
    yield
    database = Database(sqlite_url)
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
