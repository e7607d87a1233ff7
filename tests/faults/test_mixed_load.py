"""Everything at once for a while, with servers killed and the database taken away: nothing lost, nothing twice.

`make prove` takes an hour of it on SQLite, and on PostgreSQL over three servers (`tests/scale/faults`). What it meets,
`make test` meets one by one.
"""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from services.core.clock import utc_now
from services.core.db.db import Database
from services.parks.models import Spot
from services.reservations.models import Reservation
from services.settings import Settings
from services.store.place import store_of
from tests.factories import reservation_body
from tests.faults.mixed_load.comparison import losses, mail_losses
from tests.faults.mixed_load.households import Mailboxes
from tests.faults.mixed_load.ledger import Ledger
from tests.faults.mixed_load.outages import breaks_of_sqlite
from tests.faults.mixed_load.run import Load, run, summary
from tests.fixtures.servers import StartServer
from tests.fixtures.smtp import listening
from tests.services.stored import stored

LOAD = Load(
    seconds=float(os.environ.get("VOLTIGO_TEST_LOAD_SECONDS") or 3600),
    households=3,
    pause=(10, 50),
    seed=20261127,
)
LEAST_RESERVED = LOAD.seconds / 4
LEAST_OUTAGES = LOAD.seconds / 120
"""Fewer would prove little."""
MOST_GROWTH = 1.25


@pytest.fixture
def mailboxes() -> Iterator[Mailboxes]:
    peer = Mailboxes()
    with listening(peer):
        yield peer


@pytest.mark.sample(0)
def test_a_mixed_load_with_outages_loses_nothing(
    sqlite_url: str, start_server: StartServer, mailboxes: Mailboxes
) -> None:
    outcome = run(LOAD, sqlite_url, start_server, breaks_of_sqlite(sqlite_url), mailboxes)
    print(summary(outcome))
    assert outcome.losses == []
    ledger = outcome.ledger
    assert len(ledger.reserved) > LEAST_RESERVED, "hardly anything was tried"
    assert ledger.outages.total() >= LEAST_OUTAGES
    assert ledger.growth() < MOST_GROWTH


@pytest.mark.sample(0)
def test_the_comparison_tells_each_loss(client: TestClient, db: Database, database_url: str, tmp_path: Path) -> None:
    """What proves nothing when it is empty: a database that lacks one of each thing, and has one too many."""
    for number, spot in ((1, 1), (2, 2)):
        body = reservation_body(email=f"haushalt-{number}@example.org", mobile_phone=f"0171 200000{number}")
        assert client.post("/functions/v1/reserve-spot", json=body).json()["spot_number"] == spot
    first, second = stored(db, Reservation)
    ledger = Ledger(tried={"haushalt-1@example.org", "haushalt-3@example.org"})
    ledger.reserved = {first["email"]: first["reference"], "haushalt-3@example.org": "VG-2222-2222"}
    ledger.cancelled, ledger.confirmed = {first["reference"]}, {first["reference"]}
    ledger.messages, ledger.notes, ledger.kept_reports, ledger.visits = {"K-1"}, {"Notiz 1"}, {1}, 1
    ledger.answered("GET", "/", 500, sent_at=0)
    db.write(lambda session: session.execute(update(Spot).where(Spot.number == 2).values(state="free")) and None)
    store = store_of(Settings(_env_file=None, database_url=database_url, data_dir=tmp_path))  # type: ignore[call-arg]
    found = losses(db, ledger, store, tmp_path) + mail_losses(db, Counter({"<planted@example.org>": 2}), utc_now())[0]
    for told in (
        "VG-2222-2222 was acknowledged and is lost",
        f"{first['reference']} was given back and is not",
        f"{first['reference']} was confirmed and is not",
        f"{second['email']} never reserved",
        "message K-1 is lost",
        "note Notiz 1 is lost",
        "kept report 1 is lost",
        "0 visits are stored, 1 to 1 were reported",
        "GET /: 500",
        f"the mail to {first['email']} is queued",
        "the mail planted was never ordered",
    ):
        assert told in found, found
    assert any(sentence.startswith("reservation_has_spot") for sentence in found), found
