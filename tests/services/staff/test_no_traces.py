"""What is typed into the console never reaches the logs, whatever becomes of the call."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from services.core.db.db import Database
from services.staff.models import Role
from tests.contract.operations import documented
from tests.contract.walk import UNKNOWN
from tests.contract.world import World
from tests.fixtures.proved import proved
from tests.fixtures.servers import StartServer
from tests.fixtures.staff import COOKIE, OWN_PAGE, PASSWORD, add_member
from tests.services.core.test_logs import _BROKEN_PRODUCT, CANARY, TRACES, ask, log_of, stands_in
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
EVERY = proved(4, 1)
OPEN = ("/api/staff/session", "/api/staff/setup")
"""What is read without a session; of all the rest every fourth call is tried without one."""
"""So many calls are one; three must not divide it, so that each operation's three are taken in turn."""
SECRETS = ("schnabel", PASSWORD)


def calls() -> Iterator[tuple[str, str, Any]]:
    """Each operation of the document with typed values in body and address, and nonsense where it reads a body. Logging
    out comes last, since it would end what the others need.
    """
    for one in sorted(documented("staff"), key=lambda one: (one.method == "DELETE", str(one))):
        where = one.address(dict.fromkeys(one.path_schemas, UNKNOWN))
        known = {name for body in one.bodies for name in body["properties"]}
        yield one.method, where, None if one.method == "GET" else {name: TYPED[name] for name in TYPED if name in known}
        if one.bodies:
            yield one.method, where, b'{"email": "kanarina.zwitscherle@vogelhaus.example\xff'
            yield one.method, where, {name: [value] for name, value in TYPED.items()}


def assert_clean(log: str, *tokens: str) -> None:
    traces = {*TRACES, *SECRETS, *tokens} - {"nestling"}
    assert [trace for trace in traces if stands_in(trace.lower(), log.lower())] == []


def test_digits_are_a_trace_where_they_stand_alone() -> None:
    assert stands_in("85057", 'postcode="85057"')
    assert stands_in("85057", "of 85057.")
    assert not stands_in("85057", "at=12:01:07.850570z id=485057ab")


@pytest.mark.both_databases(sample="sqlite")
def test_calls_of_everybody_leave_no_trace(client: TestClient) -> None:
    """Looked at before the lines are made, which only leaves out."""
    world, asked = World(client), {"search": "Kanarina Zwitscherle"}
    roles = proved((Role.STAFF,), tuple(Role))
    tokens = [add_member(world.db, role.value, name=str(TYPED["name"])).token for role in roles]
    with capture_logs(processors=[merge_contextvars]) as lines:
        anonymous = [
            world.caller().send(method, path, asked, body).status
            for place, (method, path, body) in enumerate(calls())
            if place % EVERY == 0 or path.startswith(OPEN)
        ]
        signed_in = [
            world.caller({COOKIE: token}).send(method, path, asked, body).status
            for token in tokens
            for method, path, body in calls()
        ]
    assert {400, 401, 422} <= set(anonymous)
    assert {200, 204, 401, 403, 422} <= set(signed_in)
    assert max(*anonymous, *signed_in) < 500
    assert_clean(repr(lines), *tokens)
    assert any(line.get("endpoint") == "invite_account" for line in lines)


def test_crashes_leave_no_trace(sqlite_url: str, start_server: StartServer, tmp_path: Path) -> None:
    script = tmp_path / "broken.py"
    script.write_text(_BROKEN_PRODUCT)
    server = start_server(sqlite_url, script=script, rate_limits="off", scheduler="off")
    cookie = {"Cookie": f"{COOKIE}=schnabel"}
    chosen = islice(calls(), 0, None, EVERY)
    assert 500 in [
        ask(server, method, f"{path}?search=Kanarina", body, **OWN_PAGE, **cookie) for method, path, body in chosen
    ]
    log = log_of(server)
    assert_clean(log)
    assert "unhandled_error" in log


def test_database_faults_leave_no_trace(database_url: str, start_server: StartServer, db: Database) -> None:
    server = start_server(database_url, rate_limits="off", scheduler="off")
    credentials = {name: TYPED[name] for name in ("email", "password")}
    for table in ("staff_accounts", "audit_entries"):
        execute(db.engine, f"ALTER TABLE {table} RENAME TO {table}_away")
        assert ask(server, "POST", "/api/staff/session", credentials, **OWN_PAGE) == 503
        execute(db.engine, f"ALTER TABLE {table}_away RENAME TO {table}")
    log = log_of(server)
    assert_clean(log)
    assert log.count("database_unmigrated") >= 2
