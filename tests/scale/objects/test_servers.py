"""Two servers and a worker, each with a folder of data of its own, and one object store."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from services.checks.readiness import PlaceOfFiles
from services.core import data_folder
from services.core.storage import installed
from services.core.storage.installed import files_of
from services.core.storage.storage import FILES
from services.jobs.runner import reason_of
from services.store.ingest import StoreIngest
from services.store.place import store_of
from tests.analytics.visit_rows import add_visits, visit
from tests.fixtures.object_store import ObjectStore
from tests.fixtures.servers import MakeClient
from tests.fixtures.smtp import SmtpPeer
from tests.fixtures.staff import state_of
from tests.scale.objects.gate import Gate, gate_to
from tests.services.conftest import clock
from tests.services.held_clock import HeldClock
from tests.services.reports.conftest import probe
from tests.services.reports.kept_calls import RUNS, keep_report, period, reserve
from tests.services.schedules.calls import make
from tests.services.schedules.office import Office

__all__ = ["clock", "probe"]
pytestmark = [pytest.mark.usefixtures("probe"), pytest.mark.both_databases(sample="sqlite")]
SECRET = SecretStr("one secret that every server of this test knows")


@pytest.fixture
def gate(objects_url: str, lasting_object_store: ObjectStore, monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """The line of every server to the object store."""
    monkeypatch.setattr(installed, "FILES", replace(FILES, seconds=5))
    with gate_to(lasting_object_store.variables["AWS_ENDPOINT_URL"]) as gate:
        monkeypatch.setenv("AWS_ENDPOINT_URL", gate.url)
        yield gate


@pytest.fixture
def servers(make_client: MakeClient, clock: HeldClock, objects_url: str, gate: Gate, tmp_path: Path) -> list[Office]:
    """Two that answer, and one that carries out jobs."""
    given: dict[str, Any] = {"rate_limits": "off", "clock": clock, "store_url": objects_url, "secret": SECRET}
    made = [Office(make_client(data_dir=tmp_path / name, **given)) for name in ("first", "second", "worker")]
    for office in made:
        office.db.write(lambda session, office=office: data_folder.claim(session, files_of(office.settings)))
    return made


def fill(office: Office) -> None:
    reserve(office.client, 1, {"utm_source": "google"})
    add_visits(office.db, [visit(office.clock(), visitor=1)])
    StoreIngest(office.db, store_of(office.settings), office.clock).run()


def shown(office: Office) -> Any:
    staff = office.reader()
    return staff.get("/api/staff/reports/overview", params=period(staff))


def test_reports_kept_reports_and_attachments_are_the_same_from_each_server(
    servers: list[Office], smtp_peer: SmtpPeer
) -> None:
    first, second, worker = servers
    fill(worker)
    one, other = shown(first), shown(second)
    assert one.status_code == 200, one.text
    assert one.json()["tables"] == other.json()["tables"]
    kept = keep_report(first.reader())
    answers = [office.reader().get(f"{RUNS}/{kept['id']}") for office in servers]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert answers[0].json()["answer"] == answers[1].json()["answer"] == answers[2].json()["answer"]
    schedule = make(first.staff("admin"))
    assert worker.send(smtp_peer.url) == {"sent": 1}, "to the household"
    worker.run(schedule["id"])
    assert second.send(smtp_peer.url) == {"sent": 1}, "the attachment came from the object store"
    [run] = first.runs(schedule["id"])
    path = f"/api/staff/report-runs/{run['id']}/artefacts/{run['artefacts'][0]['id']}"
    contents = [office.reader().get(path).content for office in servers]
    assert contents[0] == contents[1] == contents[2] != b""
    for office in servers:
        folder = office.settings.data_dir
        lying = {path for name in ("reports", "artefacts") for path in (folder / name).rglob("*") if path.is_file()}
        assert lying == set()


@pytest.mark.sample(1)
@pytest.mark.parametrize("mode", ["closed", "stalled"])
def test_a_store_that_does_not_answer_is_told_in_german_and_everything_waits_for_it(
    servers: list[Office], gate: Gate, smtp_peer: SmtpPeer, mode: str
) -> None:
    first, second, worker = servers
    fill(worker)
    kept = keep_report(first.reader())
    schedule = make(first.staff("admin"))
    assert worker.send(smtp_peer.url) == {"sent": 1}, "to the household"
    worker.run(schedule["id"])
    waiting = make(first.staff("admin"), name="Wartet")
    due = worker.slot(waiting["id"])
    add_visits(worker.db, [visit(due, visitor=2)])
    StoreIngest(worker.db, store_of(worker.settings), worker.clock).run()
    gate.set(mode)
    answer = shown(second)
    assert (answer.status_code, answer.json()["code"]) == (503, "store_silent")
    assert answer.json()["title"].startswith("Der Speicher der Auswertungen antwortet nicht.")
    answer = second.reader().get(f"{RUNS}/{kept['id']}")
    assert (answer.status_code, answer.json()["code"]) == (503, "files_unavailable")
    assert second.send(smtp_peer.url) == {"retrying": 1}, "not given up"
    with pytest.raises(Exception, match="Speicher") as raised:
        worker.run(waiting["id"], due)
    assert type(raised.value).__name__ == "NotYet"
    reserve(second.client, 2)
    assert second.send(smtp_peer.url)["sent"] == 1, "households hear of theirs meanwhile"
    gate.set("open")
    worker.clock.advance(minutes=10)
    assert shown(second).status_code == 200
    assert second.reader().get(f"{RUNS}/{kept['id']}").status_code == 200
    assert second.send(smtp_peer.url) == {"sent": 1}
    assert "Empf" in worker.run(waiting["id"], due)


def test_readiness_warns_of_a_silent_store_and_refuses_a_wrong_one(
    servers: list[Office], gate: Gate, make_client: MakeClient, objects_url: str, tmp_path: Path
) -> None:
    first = servers[0]
    place = PlaceOfFiles(first.settings, first.db)
    with first.db.read() as session:
        assert (place.is_other(session), place.warnings()) == (False, [])
    gate.set("closed")
    place = PlaceOfFiles(first.settings, first.db)
    with first.db.read() as session:
        place.is_other(session)
        while place._thread is not None and place._thread.is_alive():
            place._thread.join(60)
        assert (place.is_other(session), place.warnings()) == (False, ["store_silent"])
    gate.set("open")
    wrong = make_client(data_dir=tmp_path / "wrong", store_url=f"{objects_url}-other", secret=SECRET)
    settings = state_of(wrong).settings
    with pytest.raises(data_folder.OtherFolder):
        first.db.write(lambda session: data_folder.claim(session, files_of(settings)))


def test_a_full_store_fails_the_job_with_a_reason_and_loses_nothing(servers: list[Office], gate: Gate) -> None:
    first, _, worker = servers
    fill(worker)
    add_visits(first.db, [visit(first.clock(), visitor=2)])
    gate.set("full")
    with pytest.raises(Exception, match="ist nicht benutzbar") as raised:
        StoreIngest(worker.db, store_of(worker.settings), worker.clock).run()
    assert reason_of(raised.value) == "Der Speicher der Dateien antwortet nicht, ist voll oder nicht beschreibbar."
    assert shown(first).status_code == 200, "the new row comes from the database"
    gate.set("open")
    assert StoreIngest(worker.db, store_of(worker.settings), worker.clock).run().rows == 1
