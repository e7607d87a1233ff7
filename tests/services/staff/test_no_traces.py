"""What is typed into the console never reaches the logs, whatever becomes of the call."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from services.core.db.db import Database
from services.staff.models import Role
from tests.fixtures.documents import ENDLESS, members, operations
from tests.fixtures.proved import proved
from tests.fixtures.servers import Server, StartServer
from tests.fixtures.staff import COOKIE, OWN_PAGE, PASSWORD, add_member
from tests.services.core.test_logs import _BROKEN_PRODUCT, CANARY, TRACES, ask, log_of, stands_in
from tests.services.staff.test_roles_matrix import address
from tests.services.stored import execute

pytestmark = pytest.mark.both_databases

TYPED = {
    "email": CANARY["email"],
    "name": "Kanarina Zwitscherle",
    "password": "Zwitscherle im vogelhaus",
    "current": "Zwitscherle im vogelhaus",
    "new": "Kanarina und der Zwitscherle",
    "code": "schnabel-code",
    "token": "schnabel-token",
    "role": "marketing",
    "version": 1,
}
SECRETS = ("schnabel", PASSWORD)


def calls() -> Iterator[tuple[str, str, Any]]:
    """Each operation of the document with typed values in body and address, and once with nonsense. Logging out
    comes last, since it would end what the others need.
    """
    for method, path in sorted(
        set(operations("staff")) - ENDLESS, key=lambda operation: (operation[0] == "DELETE", *operation)
    ):
        where = f"{address(path)}?search=Kanarina+Zwitscherle"
        known = members("staff", method, path)
        yield method, where, None if method == "GET" else {name: TYPED[name] for name in TYPED if name in known}
        yield method, where, b'{"email": "kanarina.zwitscherle@vogelhaus.example\xff'
        yield method, where, {name: [value] for name, value in TYPED.items()}


def visit(server: Server, token: str, every: int) -> list[int]:
    """Make one call of `every` so many: three must not divide it, so that each operation's three are taken in turn."""
    cookie = {"Cookie": f"{COOKIE}={token}"} if token else {}
    chosen = islice(calls(), 0, None, every)
    return [ask(server, method, path, body, **OWN_PAGE, **cookie) for method, path, body in chosen]


def assert_clean(log: str, *tokens: str) -> None:
    traces = {*TRACES, *SECRETS, *tokens} - {"nestling"}
    assert [trace for trace in traces if stands_in(trace.lower(), log.lower())] == []


def test_digits_are_a_trace_where_they_stand_alone() -> None:
    assert stands_in("85057", 'postcode="85057"')
    assert stands_in("85057", "of 85057.")
    assert not stands_in("85057", "at=12:01:07.850570z id=485057ab")


@pytest.mark.both_databases(sample="postgresql")
def test_calls_of_everybody_leave_no_trace(database_url: str, start_server: StartServer, db: Database) -> None:
    server = start_server(database_url, rate_limits="off")
    tokens = [add_member(db, role.value, name=str(TYPED["name"])).token for role in proved((Role.STAFF,), tuple(Role))]
    anonymous = visit(server, "", 1)
    assert {401, 404, 422} <= set(anonymous)
    signed_in = [status for token in tokens for status in visit(server, token, 1)]
    assert {200, 204, 401, 403, 422} <= set(signed_in)
    assert max(*anonymous, *signed_in) < 500
    log = log_of(server)
    assert_clean(log, *tokens)
    assert '"endpoint":"invite_account"' in log


def test_crashes_leave_no_trace(sqlite_url: str, start_server: StartServer, tmp_path: Path) -> None:
    script = tmp_path / "broken.py"
    script.write_text(_BROKEN_PRODUCT)
    server = start_server(sqlite_url, script=script, rate_limits="off", scheduler="off")
    assert 500 in visit(server, "schnabel", proved(4, 1))
    log = log_of(server)
    assert_clean(log)
    assert "unhandled_error" in log


@pytest.mark.parametrize("table", ["staff_accounts", "audit_entries"])
def test_database_faults_leave_no_trace(table: str, database_url: str, start_server: StartServer, db: Database) -> None:
    server = start_server(database_url, rate_limits="off", scheduler="off")
    execute(db.engine, f"ALTER TABLE {table} RENAME TO {table}_away")
    credentials = {name: TYPED[name] for name in ("email", "password")}
    assert ask(server, "POST", "/api/staff/session", credentials, **OWN_PAGE) == 503
    log = log_of(server)
    assert_clean(log)
    assert "database_unmigrated" in log
