"""A household that was erased after a snapshot does not come back with it."""

import json
from collections.abc import Callable
from contextlib import nullcontext
from datetime import timedelta

import pytest
from starlette.testclient import TestClient

from services.backup.errors import NotRestorable
from services.cli.restoring import erased_after, restored
from services.core.clock import utc_now
from services.core.db.db import Database
from services.data_protection.erasure.erase import Wish, erase
from services.data_protection.models import Erasure
from services.mail.models import Mail
from services.reservations.models import Reservation
from tests.fixtures.staff import state_of
from tests.services.backup.installations import Installation, snapshot_files
from tests.services.reports.kept_calls import reserve
from tests.services.stored import stored


def brought_back(old: Installation, new: Installation, at: str, *, anyway: bool = False) -> list[str]:
    """What the command says."""
    quiet: Callable[..., object] = lambda _label, _length: nullcontext(lambda _bytes: None)  # noqa: E731
    return restored(new.settings, str(old.target), at, quiet, replace=False, anyway=anyway)  # type: ignore[arg-type]


def test_who_was_erased_since_the_snapshot_is_erased_again(
    client: TestClient, old: Installation, new: Installation
) -> None:
    """Of three households one was erased before the snapshot, one after it; one that came later was erased, too."""
    db = state_of(client).db
    for number in range(1, 4):
        reserve(client, number)
    erase_now(db, 1)
    first = old.ship(db)
    reserve(client, 4)
    for number in (2, 4):
        erase_now(db, number)
    newest = old.ship(db)
    assert [one.reservation_id for one in newest.erased] == [1, 2, 4]
    said = brought_back(old, new, first.taken_at.isoformat())
    assert any("seitdem gelöscht worden und wieder da waren: 1, erneut gelöscht." in line for line in said)
    again = Database(new.settings.database)
    assert [row["id"] for row in stored(again, Reservation) if row["erased_at"] is None] == [3]
    assert [row["reservation_id"] for row in stored(again, Erasure)] == [1, 2]
    assert [row["kind"] for row in stored(again, Mail)].count("data_erased") == 1
    assert [row["kind"] for row in stored(again, Mail) if row["subject_ref"] == "reservation:2"] == []
    again.close()


def test_a_restore_of_the_newest_snapshot_erases_no_one(
    client: TestClient, old: Installation, new: Installation
) -> None:
    db = state_of(client).db
    for number in range(1, 3):
        reserve(client, number)
    erase_now(db, 1)
    old.ship(db)
    said = brought_back(old, new, "")
    assert not any("erneut gelöscht" in line for line in said)
    again = Database(new.settings.database)
    assert [row["reservation_id"] for row in stored(again, Erasure)] == [1]
    again.close()


def test_newer_snapshots_that_cannot_be_read_are_named_and_the_restore_refused_unless_it_has_to_be(
    client: TestClient, old: Installation, new: Installation
) -> None:
    """Who was erased is written in them alone: without them the household would come back without a word."""
    db = state_of(client).db
    for number in range(1, 3):
        reserve(client, number)
    first = old.ship(db)
    erase_now(db, 1)
    readable = old.ship(db)
    erase_now(db, 2)
    cut = [old.ship(db).name for _ in range(2)]
    for file in snapshot_files(old.target)[-2:]:
        file.write_bytes(file.read_bytes()[:50])
    with pytest.raises(NotRestorable) as refused:
        brought_back(old, new, first.taken_at.isoformat())
    assert all(name in str(refused.value) for name in cut)
    assert readable.name not in str(refused.value)
    assert "--anyway" in str(refused.value)
    said = brought_back(old, new, first.taken_at.isoformat(), anyway=True)
    assert any("Davon ließen sich 2 nicht lesen." in line for line in said)
    again = Database(new.settings.database)
    assert [row["id"] for row in stored(again, Reservation) if row["erased_at"] is None] == [2]
    again.close()


def test_the_list_holds_numbers_and_moments_alone_and_lies_sealed(client: TestClient, old: Installation) -> None:
    db = state_of(client).db
    reserve(client, 1)
    taken = old.ship(db)
    erase_now(db, 1)
    newest = old.ship(db)
    assert erased_after(old.repository(), taken) == (newest.erased, [])
    assert erased_after(old.repository(), newest) == ([], [])
    (one,) = newest.erased
    assert (one.reservation_id, one.actor, utc_now() - one.at < timedelta(minutes=5)) == (1, "household", True)
    for file in snapshot_files(old.target):
        assert b"household" not in file.read_bytes()
        with pytest.raises(ValueError):
            json.loads(file.read_bytes())


def erase_now(db: Database, reservation_id: int) -> None:
    """As the household's page does it."""
    db.write(lambda session: erase(session, Wish(reservation_id, "household"), utc_now()))
