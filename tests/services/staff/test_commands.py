"""Accounts from the command line, and the set-up link that a start issues."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from services.core.clock import utc_now
from services.core.db.db import Database
from services.staff.models import Account, AuditEntry
from services.staff.sign_in import one_time_links
from tests.fixtures.servers import StartServer
from tests.fixtures.staff import add_member
from tests.services.stored import stored
from tests.services.test_cli import voltigo

_LINK = re.compile(r"https://voltigo\.example/admin/set-up#([\w-]{43,})")


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Iterator[dict[str, str]]:
    yield {"database_url": database_url, "data_dir": str(tmp_path / "var"), "public_url": "https://voltigo.example"}


def purpose_of(db: Database, token: str) -> str | None:
    with db.read() as session:
        link = one_time_links.find(session, token, utc_now())
    return link.purpose.value if link else None


def actions(db: Database) -> list[tuple[str, str]]:
    with db.read() as session:
        query = select(AuditEntry.actor, AuditEntry.action).order_by(AuditEntry.id)
        return [(actor, action) for actor, action in session.execute(query)]


def test_create_prints_a_link_that_works_and_again_a_fresh_one(
    tmp_path: Path, settings: dict[str, str], db: Database
) -> None:
    command = ("staff", "create", "--email", "Neu@voltigo.example", "--name", "Änne", "--role", "staff")
    tokens = []
    for _ in range(2):
        result = voltigo(tmp_path, *command, **settings)
        assert (result.returncode, result.stderr) == (0, "")
        tokens += _LINK.findall(result.stdout)
    assert [purpose_of(db, token) for token in tokens] == [None, "invitation"]
    (account,) = stored(db, Account)
    assert (account["email_normalized"], account["name"], account["role"]) == ("neu@voltigo.example", "Änne", "staff")
    assert actions(db) == [("system", "staff.invited")] * 2


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"--email": "keine"}, "--email: Bitte prüfen Sie die E-Mail-Adresse"),
        ({"--role": "chef"}, "--role: Bitte wählen Sie eine Rolle."),
        ({"--name": " "}, "--name: "),
    ],
    ids=str,
)
def test_create_says_what_is_wrong(
    changes: dict[str, str], said: str, tmp_path: Path, settings: dict[str, str], db: Database
) -> None:
    options = {"--email": "neu@voltigo.example", "--name": "Neu", "--role": "staff"} | changes
    result = voltigo(tmp_path, "staff", "create", *(part for option in options.items() for part in option), **settings)
    assert result.returncode == 2
    assert said in result.stderr
    assert stored(db, Account) == []


def test_disable_and_reset_totp_find_the_account_by_its_address(
    tmp_path: Path, settings: dict[str, str], db: Database
) -> None:
    add_member(db, "admin")
    member = add_member(db, "staff")
    assert voltigo(tmp_path, "staff", "reset-totp", member.email.upper(), **settings).returncode == 0
    assert voltigo(tmp_path, "staff", "disable", member.email, **settings).returncode == 0
    (row,) = [row for row in stored(db, Account) if row["id"] == member.id]
    assert (row["state"], row["totp_seed"]) == ("disabled", None)
    assert actions(db) == [("system", "staff.second_factor_reset"), ("system", "staff.disabled")]


def test_the_last_admin_and_strangers_are_refused_with_a_sentence(
    tmp_path: Path, settings: dict[str, str], db: Database
) -> None:
    member = add_member(db, "admin")
    for email, said in ((member.email, "das letzte aktive Konto"), ("niemand@voltigo.example", "gibt es nicht")):
        result = voltigo(tmp_path, "staff", "disable", email, **settings)
        assert result.returncode == 1
        assert said in result.stderr
        assert "Traceback" not in result.stderr


def test_a_start_issues_the_link_as_long_as_there_is_no_account(database_url: str, start_server: StartServer) -> None:
    tokens = []
    for _ in range(2):
        server = start_server(database_url, scheduler="off", public_url="https://voltigo.example")
        assert server.stop() == 0
        tokens += _LINK.findall((server.data_dir / "setup-link").read_text())
    database = Database(database_url)
    assert [purpose_of(database, token) for token in tokens] == [None, "first_account"]
    add_member(database, "admin")
    database.close()
    server = start_server(database_url, scheduler="off", public_url="https://voltigo.example")
    server.stop()
    assert server.process.stdout is not None
    assert "einrichten" not in server.process.stdout.read()
    assert not (server.data_dir / "setup-link").exists()
