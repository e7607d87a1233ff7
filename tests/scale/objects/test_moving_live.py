"""The files move while a server keeps reports: into an object store, and back into the folder that was left."""

import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from services.backup.verify import missing_files
from services.core import data_folder
from services.core.db.db import Database
from services.core.job_queue.queue import NotYet
from services.core.models import Installation
from services.core.storage.installed import files_of
from services.portability.move_files import move_files, named_files
from services.store.ingest import StoreIngest
from services.store.place import store_of
from services.store.status import verify_whole
from tests.analytics.visit_rows import add_visits, visit
from tests.fixtures.servers import MakeClient
from tests.fixtures.smtp import SmtpPeer
from tests.scale.objects.test_moving import clock, filled, given, near, probe
from tests.scale.objects.test_servers import shown
from tests.services.reports.kept_calls import RUNS, keep_report, period
from tests.services.schedules.calls import make
from tests.services.schedules.office import Office

__all__ = ["clock", "filled", "given", "near", "probe"]
pytestmark = [pytest.mark.usefixtures("probe"), pytest.mark.both_databases(sample="sqlite")]


@pytest.fixture
def far(make_client: MakeClient, given: dict[str, Any], objects_url: str, tmp_path: Path) -> Office:
    """A server that was started for the new place."""
    return Office(make_client(data_dir=tmp_path / "far", store_url=objects_url, **given))


def move(source: Office, target: Office, scratch: Path, meanwhile: Any = lambda: None) -> int:
    """Move from the one's place to the other's; `meanwhile` happens once, in the midst of the first copy."""
    left = [meanwhile]

    def on_files(_files: int, _count: int) -> None:
        if left:
            left.pop()()

    moved = move_files(source.db, files_of(source.settings), files_of(target.settings), scratch, on_files)
    assert moved.lost == []
    return moved.files


def missing(office: Office) -> list[str]:
    """Files that the database names and the place of a server lacks, or has with another sum."""
    with office.db.read() as session:
        return list(missing_files(session, files_of(office.settings)))


def refused(office: Office) -> str:
    """What becomes of a report that a server would keep: the code."""
    staff = office.reader()
    answer = staff.post(RUNS, json={"report": "probe", "label": "Danach", "parameters": period(staff)})
    assert answer.status_code == 503, answer.text
    return str(answer.json()["code"])


@pytest.mark.sample(0)
def test_what_a_server_keeps_during_a_move_is_moved_and_what_it_would_keep_after_it_is_refused(
    near: Office, far: Office, smtp_peer: SmtpPeer, tmp_path: Path
) -> None:
    schedule = make(near.staff("admin"), retention_days=400)
    due = near.slot(schedule["id"])
    add_visits(near.db, [visit(due, visitor=2)])
    StoreIngest(near.db, store_of(near.settings), near.clock).run()
    kept: list[dict[str, Any]] = []

    def meanwhile() -> None:
        kept.append(keep_report(near.reader(), "Während des Umzugs"))
        near.run(schedule["id"], due)

    count = move(near, far, tmp_path / "scratch", meanwhile)
    with near.db.read() as session:
        assert count == len(named_files(session))
    assert missing(far) == []
    assert far.reader().get(f"{RUNS}/{kept[0]['id']}").status_code == 200
    assert far.send(smtp_peer.url)["sent"] >= 1, "the attachment came from the object store"
    for office in (near, far):
        assert ("other_folder" in office.client.get("/readyz").json()["causes"]) == (office is near)
    assert refused(near) == "files_unavailable"
    with pytest.raises(NotYet) as waits:
        near.run(schedule["id"])
    assert "neu gestartet" in str(waits.value)
    lying = [path for path in (tmp_path / "near" / "reports").rglob("*") if path.is_file()]
    with near.db.read() as session:
        named = {name for name in named_files(session) if name.startswith("reports/")}
    assert {str(path.relative_to(tmp_path / "near")) for path in lying} <= named, "nothing lies in the old place only"
    keep_report(far.reader(), "Danach")
    assert missing(far) == []


@pytest.mark.sample(0)
def test_the_way_leads_back_into_the_folder_that_was_left(near: Office, far: Office, tmp_path: Path) -> None:
    """Also for what was added at the new place; the servers of the old place work on without a restart."""
    move(near, far, tmp_path / "scratch")
    keep_report(far.reader(), "Am neuen Ort")
    StoreIngest(far.db, store_of(far.settings), far.clock).run()
    before = shown(far).json()["tables"]
    during: list[dict[str, Any]] = []
    move(far, near, tmp_path / "scratch", lambda: during.append(keep_report(far.reader(), "Beim Umzug zurück")))
    assert missing(near) == []
    assert verify_whole(near.db, store_of(near.settings), clock=near.clock) == []
    assert near.reader().get(f"{RUNS}/{during[0]['id']}").status_code == 200
    assert shown(near).json()["tables"] == before
    assert refused(far) == "files_unavailable"
    keep_report(near.reader(), "Wieder hier")
    move(near, far, tmp_path / "scratch")
    assert missing(far) == []


@pytest.mark.both_databases(sample="postgresql")
def test_a_move_waits_for_a_transaction_that_names_a_file_at_the_old_place(
    near: Office, far: Office, database_url: str
) -> None:
    """So its second look finds the name. On SQLite one waits for the other at every write."""
    holds, may_end, order = threading.Event(), threading.Event(), []

    def keeps() -> None:
        with closing(Database(database_url)) as own:
            own.write(names)

    def names(session: Session) -> None:
        data_folder.hold(session, files_of(near.settings))
        holds.set()
        may_end.wait(60)
        order.append("named")

    def adopts() -> None:
        near.db.write(lambda session: data_folder.adopt(session, files_of(far.settings)))
        order.append("bound")

    keeper, mover = threading.Thread(target=keeps), threading.Thread(target=adopts)
    keeper.start()
    assert holds.wait(60)
    mover.start()
    mover.join(0.5)
    assert mover.is_alive()
    may_end.set()
    for thread in (keeper, mover):
        thread.join(60)
    assert order == ["named", "bound"]
    with near.db.read() as session:
        assert session.scalar(select(Installation.folder)) == data_folder.folder_id(files_of(far.settings))
