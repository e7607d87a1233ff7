"""The drill with account numbers: restored elsewhere, debits are made with the same secret and with no other."""

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from services.backup.restore import restore
from services.core.clock import utc_now
from services.core.db.db import Database
from services.payments.bank.runs import content_of
from services.payments.bank_account import opened
from services.payments.models import Mandate
from services.settings import Settings
from tests.fixtures.staff import add_member, own_page_client, state_of
from tests.services.backup.installations import Installation, installation
from tests.services.held_clock import HeldClock
from tests.services.payments.at_bank import OURS, THEIRS, AtBank
from tests.services.stored import stored

OF_US = {"creditor_id": "DE98ZZZ09999999999", "creditor_iban": OURS, "company_name": "Voltigo Süd GmbH"}
RUN = "/api/staff/bank/runs/1"
OTHER = "x" * 40


@pytest.fixture
def old(tmp_path: Path, database_url: str) -> Installation:
    return installation(tmp_path / "var", database_url, tmp_path / "target", **OF_US)


@pytest.fixture
def drafted(db: Database, old: Installation, client: TestClient) -> Installation:
    """A debit is drafted, and everything is saved."""
    bank = AtBank.of(db, state_of(client).settings, HeldClock())
    bank.announce(bank.claim(bank.contracts[0]))
    bank.draft(by="staff:9")
    old.ship(db)
    return old


def elsewhere(old: Installation, folder: Path, url: str, **changes: str) -> Settings:
    """The latest snapshot, restored into an empty place."""
    new = installation(folder, url, old.target, **OF_US | changes)
    repository = old.repository()
    restore(new.settings, repository, repository.read_snapshot(repository.names()[-1]), utc_now)
    return new.settings


def clerk_of(make_client: Callable[..., TestClient], settings: Settings) -> TestClient:
    clock = HeldClock()
    given = {"database_url": settings.database, "data_dir": settings.data_dir, "secret": settings.secret, **OF_US}
    client = make_client(clock=clock, **given)
    return own_page_client(client, add_member(state_of(client).db, "staff", now=clock()).token)


@pytest.mark.both_databases
def test_with_the_same_secret_an_account_is_read_and_a_debit_is_made(
    drafted: Installation,
    tmp_path: Path,
    empty_url: Callable[[], str],
    make_client: Callable[..., TestClient],
    capsys: pytest.CaptureFixture[str],
) -> None:
    settings = elsewhere(drafted, tmp_path / "new", empty_url())
    clerk = clerk_of(make_client, settings)
    there: Database = state_of(clerk).db
    with there.read() as session:
        assert opened(settings, session.scalars(select(Mandate.iban)).one()) == THEIRS
    assert clerk.post(f"{RUN}/release").json()["state"] == "released"
    with there.read() as session:
        assert THEIRS.encode() in content_of(session, settings, 1)
    told = capsys.readouterr()
    assert THEIRS not in told.out + told.err + str(stored(there, Mandate))


def test_with_another_secret_no_debit_is_made_and_the_page_says_why(
    drafted: Installation, tmp_path: Path, empty_url: Callable[[], str], make_client: Callable[..., TestClient]
) -> None:
    clerk = clerk_of(make_client, elsewhere(drafted, tmp_path / "new", empty_url(), secret=OTHER))
    refused = clerk.post(f"{RUN}/release")
    assert (refused.status_code, refused.json()["code"]) == (409, "other_secret")
    assert refused.json()["title"].startswith("Diese Angaben sind mit einem anderen Geheimnis verschlüsselt")
    assert clerk.get(RUN).json()["state"] == "drafted", "and the draft waits for the right one"
    assert clerk.get("/api/staff/contracts").json()["data"][0]["last_four"] == THEIRS[-4:]
