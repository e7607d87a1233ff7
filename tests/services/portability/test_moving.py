"""A working installation moves: the product works on at the new place; and what an import must not do."""

from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from services.backup.errors import Damaged, NotRestorable, Occupied
from services.core.clock import utc_now
from services.core.data_folder import RestoreUnfinished, refuse_unfinished_restore
from services.core.db.db import Database
from services.mail.models import Mail
from services.mail.outbox import HELD
from services.portability import description, files
from services.portability.export import export
from services.portability.load import load
from services.reservations.models import Reservation
from services.schema.migrate import current_revision, first_revision, newest_revision
from services.store.ingest import StoreIngest
from services.store.place import store_of
from tests.analytics.visit_rows import add_visits, visit
from tests.faults.killing import answer_of_process
from tests.fixtures.next_migration import NEXT, AddMigration
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import PASSWORD, StaffClient, own_page_client, state_of
from tests.services.backup.installations import Installation, installation
from tests.services.portability.conftest import Moved
from tests.services.portability.killed import export_until, import_until
from tests.services.reports.kept_calls import RUNS, reserve
from tests.services.staff.steps import SESSION
from tests.services.stored import stored

OTHER = {"sqlite": "postgresql", "postgresql": "sqlite"}


@pytest.fixture
def old(tmp_path: Path, database_url: str) -> Installation:
    """The test's installation: its data folder is the one of `client`."""
    return installation(tmp_path / "var", database_url, tmp_path / "target")


@pytest.mark.both_databases(sample="sqlite")
def test_the_product_works_on_at_the_new_place(
    client: TestClient,
    staff_client: StaffClient,
    old: Installation,
    empty: Moved,
    database_kind: str,
    make_client: MakeClient,
    tmp_path: Path,
) -> None:
    """On the other kind of database: sign in with password and second factor, reserve, read a report and a kept one."""
    admin, db = staff_client("admin"), state_of(client).db
    member = admin.member  # type: ignore[attr-defined]
    reserve(client, 1, {"utm_source": "google"})
    add_visits(db, [visit(utc_now() - timedelta(minutes=1), visitor=number) for number in range(30)])
    StoreIngest(db, store_of(old.settings), utc_now).run()
    body = {"report": "overview", "label": "Vor dem Umzug", "parameters": {}}
    kept = admin.post(RUNS, json=body).json()
    shown = admin.get(f"{RUNS}/{kept['id']}").json()["answer"]
    export(old.settings, tmp_path / "export", utc_now, with_secret=True)
    new = empty(OTHER[database_kind], "new")
    done = load(new.settings, tmp_path / "export", utc_now)
    assert done.faults == []
    again = make_client(database_url=new.settings.database, data_dir=new.settings.data_dir, rate_limits="off")
    browser = own_page_client(again)
    assert browser.post(SESSION, json={"email": member.email, "password": PASSWORD}).json()["stage"] == "code"
    code = member.code(utc_now(), state_of(again).settings.secret_key)
    assert browser.post(f"{SESSION}/code", json={"code": code}).status_code == 200
    reserve(again, 2)
    rows = stored(state_of(again).db, Reservation)
    assert [(row["id"], row["spot_number"]) for row in rows] == [(1, 1), (2, 2)]
    assert browser.get("/api/staff/reports/overview").status_code == 200
    assert browser.get(f"{RUNS}/{kept['id']}").json()["answer"]["tables"] == shown["tables"]
    assert browser.get("/api/staff/reservations", params={"q": "Muster"}).status_code == 200
    held = stored(state_of(again).db, Mail)[0]
    assert (held["state"], held["last_error"]) == ("retrying", HELD)


def test_without_the_secret_it_says_what_has_to_be_done_again(
    client: TestClient, old: Installation, empty: Moved, tmp_path: Path
) -> None:
    reserve(client, 1)
    folder = tmp_path / "export"
    export(old.settings, folder, utc_now)
    secret = old.settings.secret_key
    assert not any(secret in path.read_bytes() for path in folder.rglob("*") if path.is_file())
    done = load(empty("sqlite", "new").settings, folder, utc_now)
    assert done.faults == []
    assert any("Alle im Team brauchen `voltigo staff reset-totp EMAIL`" in line for line in done.lines)
    assert "Das Geheimnis der Installation ist nicht enthalten" in (folder / "README.md").read_text()


@pytest.mark.both_databases(sample="sqlite")
def test_an_export_of_older_code_is_migrated(
    client: TestClient, old: Installation, empty: Moved, database_kind: str, add_migration: AddMigration, tmp_path: Path
) -> None:
    reserve(client, 1)
    folder = tmp_path / "export"
    export(old.settings, folder, utc_now)
    add_migration()
    new = empty(OTHER[database_kind], "new")
    assert load(new.settings, folder, utc_now).faults == []
    with closing(Database(new.settings.database)) as db, db.engine.connect() as connection:
        assert current_revision(connection) == newest_revision() == NEXT
        assert [row["reference"] for row in stored(db, Reservation)] == [
            row["reference"] for row in stored(state_of(client).db, Reservation)
        ]


def test_a_used_installation_and_a_newer_or_too_old_revision_are_refused(
    client: TestClient, old: Installation, empty: Moved, tmp_path: Path
) -> None:
    reserve(client, 1)
    folder = tmp_path / "export"
    export(old.settings, folder, utc_now)
    with pytest.raises(Occupied, match="braucht eine leere Installation"):
        load(old.settings, folder, utc_now)
    new = empty("sqlite", "new")
    series = newest_revision()[1:3]
    _rewrite(folder, lambda text: text.replace('"revision": "0', '"revision": "9'))
    with pytest.raises(NotRestorable, match="neueren Voltigo"):
        load(new.settings, folder, utc_now)
    _rewrite(folder, lambda text: text.replace(f'"revision": "9{series}', '"revision": "004'))
    with pytest.raises(NotRestorable, match=rf"Vorabversion .Revision 004\d.*erst ab {first_revision()}"):
        load(new.settings, folder, utc_now)
    other = ('"name": "postcode"', '"name": "town"')
    _rewrite(folder, lambda text: text.replace('"revision": "004', f'"revision": "0{series}').replace(*other))
    with pytest.raises(NotRestorable, match="unterscheiden sich in"):
        load(new.settings, folder, utc_now)
    (folder / files.SUMS).unlink()
    with pytest.raises(Damaged, match="kein Export von Voltigo"):
        load(new.settings, folder, utc_now)
    refuse_unfinished_restore(new.settings.data_dir)


def _rewrite(folder: Path, change: Callable[[str], str]) -> None:
    """Change the description, and its checksum with it."""
    path = folder / description.NAME
    before = files.sha256_of(path)
    text = path.read_text()
    assert change(text) != text
    path.write_text(change(text))
    listed = folder / files.SUMS
    listed.write_text(listed.read_text().replace(before, files.sha256_of(path)))


def test_a_folder_that_is_used_or_lies_in_the_data_folder_is_refused(
    client: TestClient, old: Installation, tmp_path: Path
) -> None:
    (tmp_path / "used").mkdir()
    (tmp_path / "used" / "a.txt").touch()
    for folder in (tmp_path / "used", old.settings.data_dir / "export", tmp_path / "used" / "a.txt"):
        with pytest.raises(Occupied):
            export(old.settings, folder, utc_now)
    (tmp_path / "mine.partial").mkdir()
    with pytest.raises(Occupied, match="ist im Weg"):
        export(old.settings, tmp_path / "mine", utc_now)
    assert sorted(path.name for path in (tmp_path / "used").iterdir()) == ["a.txt"]


def test_the_export_is_private_and_an_interrupted_one_never_looks_whole(
    client: TestClient, old: Installation, tmp_path: Path
) -> None:
    reserve(client, 1)
    folder = tmp_path / "export"
    for step in ("rows", "_describe", "_copy_files"):
        assert answer_of_process(export_until, old, folder, step) is None
        assert not folder.exists()
        assert folder.with_name("export.partial").exists()
    export(old.settings, folder, utc_now)
    assert not folder.with_name("export.partial").exists()
    modes = {path.stat().st_mode & 0o777 for path in folder.rglob("*") if path.is_file()}
    assert (modes, {path.stat().st_mode & 0o777 for path in (folder, folder / "tables")}) == ({0o600}, {0o700})


STEPS = ("_finish", "rows loaded", "rows compared", "put_files_aside", "refresh_store", "faults_of")
"""Where an import is killed: in the midst of the rows, or before a step."""


@pytest.mark.both_databases(sample="sqlite")
@pytest.mark.sample(1)
@pytest.mark.parametrize("step", STEPS)
def test_an_import_that_was_killed_leaves_nothing_or_is_finished_by_the_next_one(
    step: str, database_kind: str, client: TestClient, old: Installation, empty: Moved, tmp_path: Path
) -> None:
    reserve(client, 1)
    folder = tmp_path / "export"
    export(old.settings, folder, utc_now, with_secret=True)
    new = empty(database_kind, "new")
    assert answer_of_process(import_until, new, folder, step) is None
    there = _reservations(new)
    if step.startswith("rows"):
        assert there == 0
    if step == "faults_of":
        assert there == 1  # all was done but for the checks
        return
    with pytest.raises(RestoreUnfinished):
        refuse_unfinished_restore(new.settings.data_dir)
    assert load(new.settings, folder, utc_now).faults == []
    assert _reservations(new) == 1
    refuse_unfinished_restore(new.settings.data_dir)


def _reservations(new: Installation) -> int:
    if not new.settings.database_url and not (new.settings.data_dir / "voltigo.sqlite3").exists():
        return 0
    with closing(Database(new.settings.database)) as db:
        return len(stored(db, Reservation))
