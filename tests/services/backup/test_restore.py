"""What comes back: every row, the files that rows name, the secret; and what a restore must not do."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.backup.errors import NoSnapshot, NotRestorable, Occupied
from services.backup.place import assert_free
from services.backup.restore import restore
from services.backup.verify import verify
from services.core import data_folder
from services.core.clock import utc_now
from services.core.db.db import Database
from services.core.storage.installed import files_of
from services.mail.models import Mail
from services.mail.outbox import HELD
from services.reservations.models import Reservation
from services.schema.migrate import current_revision, first_revision, migrate, newest_revision
from services.store.ingest import StoreIngest
from services.store.place import store_of
from tests.analytics.visit_rows import add_visits, visit
from tests.fixtures.next_migration import NEXT, AddMigration
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import PASSWORD, StaffClient, own_page_client, state_of
from tests.services.backup.installations import Installation, installation, rows_of
from tests.services.reports.kept_calls import RUNS, reserve
from tests.services.staff.steps import SESSION
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases

CHANGED = {
    "mails",
    "audit_entries",
    "backup_state",
    "installation",
    "store_files",
    "store_watermarks",
    "relation_marks",
}
"""Tables in which a restore itself writes, its ingest included."""


def brought_back(old: Installation, new: Installation, at: str = "") -> Any:
    repository = old.repository()
    name = at or repository.names()[-1]
    return restore(new.settings, repository, repository.read_snapshot(name), utc_now)


def test_every_row_comes_back(client: TestClient, old: Installation, new: Installation, db: Database) -> None:
    for number in range(1, 4):
        reserve(client, number, {"utm_source": "google"})
    add_visits(db, [visit(utc_now(), visitor=number) for number in range(50)])
    old.ship(db)
    before = rows_of(old.settings.database)
    done = brought_back(old, new)
    after = rows_of(new.settings.database)
    assert before.keys() == after.keys()
    assert {name: rows for name, rows in after.items() if name not in CHANGED} == {
        name: rows for name, rows in before.items() if name not in CHANGED
    }
    assert after["audit_entries"][:-1] == before["audit_entries"]
    assert [row[0] for row in after["mails"]] == [row[0] for row in before["mails"]]
    assert done.snapshot.rows >= 50 + 3


@pytest.mark.both_databases(sample="postgresql")
def test_the_product_works_on_where_it_was_restored(
    client: TestClient,
    staff_client: StaffClient,
    old: Installation,
    new: Installation,
    make_client: MakeClient,
    subtests: pytest.Subtests,
) -> None:
    marketer, member = staff_client("marketing"), staff_client("admin").member  # type: ignore[attr-defined]
    db = state_of(client).db
    for number in (1, 2):
        reserve(client, number, {"utm_source": "google"})
    add_visits(db, [visit(utc_now() - timedelta(minutes=1), visitor=number) for number in range(30)])
    StoreIngest(db, store_of(old.settings), utc_now).run()
    body = {"report": "overview", "label": "Vor der Runde", "parameters": {}}
    kept = marketer.post(RUNS, json=body).json()
    shown = marketer.get(f"{RUNS}/{kept['id']}").json()["answer"]
    old.ship(db)
    assert brought_back(old, new).held_mails == 2
    again = make_client(database_url=new.settings.database, data_dir=new.settings.data_dir, rate_limits="off")
    there = state_of(again)
    with subtests.test("mails that may have left wait for a person"):
        assert [(row["state"], row["last_error"], row["next_attempt_at"].year) for row in stored(there.db, Mail)] == [
            ("retrying", HELD, 9999)
        ] * 2
    with subtests.test("the next household gets the next place and number"):
        reserve(again, 3)
        rows = stored(there.db, Reservation)
        assert [(row["id"], row["spot_number"]) for row in rows] == [(1, 1), (2, 2), (3, 3)]
    with subtests.test("a second factor"):
        browser = own_page_client(again)
        first = browser.post(SESSION, json={"email": member.email, "password": PASSWORD})
        assert first.json()["stage"] == "code"
        code = member.code(utc_now(), there.settings.secret_key)
        assert browser.post(f"{SESSION}/code", json={"code": code}).status_code == 200
        assert (new.settings.data_dir / "secret").stat().st_mode & 0o777 == 0o600
    with subtests.test("reports and kept reports answer at once"):
        browser = own_page_client(again, marketer.member.token)  # type: ignore[attr-defined]
        assert browser.get("/api/staff/reports/overview").status_code == 200
        assert browser.get(f"{RUNS}/{kept['id']}").json()["answer"]["tables"] == shown["tables"]
        with there.db.read() as session:
            assert not data_folder.is_other(session, files_of(new.settings))


@pytest.mark.both_databases(sample="sqlite")
def test_another_secret_in_the_settings_is_told(client: TestClient, old: Installation, new: Installation) -> None:
    old.ship(state_of(client).db)
    other = installation(new.settings.data_dir, new.settings.database_url, old.target, secret="x" * 40)
    (note,) = brought_back(old, other).notes
    assert note.startswith("VOLTIGO_SECRET ist ein anderes Geheimnis als das der Sicherung")


@pytest.mark.both_databases(sample="sqlite")
def test_it_is_restored_to_the_moment_that_was_asked_for(
    client: TestClient, old: Installation, new: Installation
) -> None:
    db = state_of(client).db
    reserve(client, 1)
    first = old.ship(db)
    between = utc_now()
    reserve(client, 2)
    old.ship(db)
    repository = old.repository()
    assert repository.at(between) == first.name
    brought_back(old, new, repository.at(between))
    assert len(rows_of(new.settings.database)["reservations"]) == 1
    with pytest.raises(NoSnapshot):
        repository.at(first.taken_at - timedelta(seconds=1))


@pytest.mark.both_databases(sample="sqlite")
def test_a_snapshot_of_older_code_is_migrated(
    old: Installation, new: Installation, client: TestClient, add_migration: AddMigration
) -> None:
    reserve(client, 1)
    taken = old.ship(state_of(client).db)
    assert taken.revision == newest_revision()
    add_migration()
    brought_back(old, new)
    restored = Database(new.settings.database)
    with restored.engine.connect() as connection:
        assert current_revision(connection) == newest_revision() == NEXT
    restored.close()
    assert len(rows_of(new.settings.database)["reservations"]) == 1


@pytest.mark.both_databases(sample="sqlite")
def test_a_snapshot_of_newer_or_too_old_code_or_another_kind_of_database_is_refused(
    client: TestClient, old: Installation, new: Installation, tmp_path: Path
) -> None:
    taken = old.ship(state_of(client).db)
    repository = old.repository()
    with pytest.raises(NotRestorable, match="neueren Voltigo"):
        restore(new.settings, repository, replace(taken, revision="9999"), utc_now)
    with pytest.raises(NotRestorable, match=f"Vorabversion .Revision 0042.*erst ab {first_revision()}"):
        restore(new.settings, repository, replace(taken, revision="0042"), utc_now)
    with pytest.raises(NotRestorable, match="Die Sicherung stammt aus oracle"):
        restore(new.settings, repository, replace(taken, database="oracle"), utc_now)


def test_what_is_there_is_refused_and_put_aside_only_when_asked(
    client: TestClient, old: Installation, empty_url: Callable[[], str]
) -> None:
    reserve(client, 1)
    db = state_of(client).db
    old.ship(db)
    reserve(client, 2)
    with pytest.raises(Occupied, match="--replace"):
        assert_free(old.settings)
    state_of(client).db.close()
    secret = (old.settings.data_dir / "secret").read_text()
    notes = brought_back(old, old).notes
    assert len(rows_of(old.settings.database)["reservations"]) == 1
    assert any("liegt jetzt dort" in note or "Schema replaced_" in note for note in notes)
    (aside,) = old.settings.data_dir.glob("replaced-*")
    assert (aside / "secret").read_text() == secret


def test_an_unused_installation_is_free(new: Installation) -> None:
    db = Database(new.settings.database)
    migrate(db)
    db.close()
    assert new.settings.secret_key
    assert_free(new.settings)


@pytest.mark.both_databases(sample="sqlite")
def test_a_restored_snapshot_passes_every_check_and_leaves_nothing_beside(
    client: TestClient, old: Installation
) -> None:
    for number in range(1, 4):
        reserve(client, number)
    snapshot = old.ship(state_of(client).db)
    before = sorted(old.settings.data_dir.iterdir())
    assert verify(old.settings, old.repository(), snapshot, utc_now).faults == []
    assert sorted(old.settings.data_dir.iterdir()) == before
