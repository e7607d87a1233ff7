"""Files of runs: who may fetch them, for how long, and what is swept."""

import io
import os
from contextlib import closing
from datetime import timedelta
from typing import Any
from zipfile import ZipFile

import pyarrow.parquet as pq
import pypdfium2 as pdfium
import pytest

from services.core.clock import berlin_day
from services.core.german import numeric_day
from services.core.storage.folder import FolderStorage
from services.reports.kept.sweep import sweep_results
from services.schedules.files import sweep_artefacts
from services.schedules.models import ReportArtefact
from tests.fixtures.smtp import SmtpPeer
from tests.services.schedules.calls import SCHEDULES, make, plan
from tests.services.schedules.office import Office
from tests.services.schedules.test_delivery import attached, messages
from tests.services.stored import stored


def path_of(run: dict[str, Any], place: int = 0) -> str:
    return f"/api/staff/report-runs/{run['id']}/artefacts/{run['artefacts'][place]['id']}"


def made_run(office: Office, **changes: Any) -> dict[str, Any]:
    schedule = make(office.staff("admin"), **changes)
    office.run(schedule["id"])
    return office.runs(schedule["id"])[0]


@pytest.mark.usefixtures("probe")
def test_files_are_for_those_who_may_see_the_report(office: Office) -> None:
    run = made_run(office, formats=["xlsx"])
    answer = office.staff("marketing").get(path_of(run))
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{run["artefacts"][0]["name"]}"'
    assert office.staff("staff").get(path_of(run)).status_code == 404
    assert office.staff("staff").get(f"/api/staff/report-deliveries/{run['id']}").status_code == 404
    assert office.reader().get(path_of(run) + "9").status_code == 404
    other = made_run(office, formats=["xlsx"])
    crossed = f"/api/staff/report-runs/{other['id']}/artefacts/{run['artefacts'][0]['id']}"
    assert office.reader().get(crossed).status_code == 404


@pytest.mark.usefixtures("probe")
def test_a_machine_reads_the_same_parquet_whether_or_not_the_schedule_sends_it(office: Office) -> None:
    admin = office.staff("admin")
    token = admin.post("/api/staff/machine-tokens", json={"name": "Auswertung"}).json()["token"]
    schedule = make(admin, formats=["parquet"])
    office.run(schedule["id"])
    sent = {name: _latest(office, schedule, token, f"?table={name}") for name in ("spots", "states")}
    [packed] = (office.settings.data_dir / one["path"] for one in stored(office.db, ReportArtefact))
    with ZipFile(packed) as archive:
        first = archive.namelist()[0]
    assert first in _latest(office, schedule, token).headers["content-disposition"], "the first table"
    admin = office.staff("admin")
    wanted = plan(admin, formats=["csv"], version=schedule["version"])
    assert admin.put(f"{SCHEDULES}/{schedule['id']}", json=wanted).status_code == 200
    office.run(schedule["id"])
    made = {name: _latest(office, schedule, token, f"?table={name}") for name in ("spots", "states")}
    for name, answer in made.items():
        assert answer.headers["x-run"] != sent[name].headers["x-run"]
        assert answer.headers["content-type"] == "application/vnd.apache.parquet"
        kept = pq.read_table(io.BytesIO(answer.content))
        assert kept.equals(pq.read_table(io.BytesIO(sent[name].content))), "figures did not change"
        again = _latest(office, schedule, token, f"?table={name}")
        assert (again.content, again.headers["etag"]) == (answer.content, answer.headers["etag"])
        asked = {"If-None-Match": answer.headers["etag"]}
        assert _latest(office, schedule, token, f"?table={name}", **asked).status_code == 304
    assert len({answer.headers["etag"] for answer in (*made.values(), *sent.values())}) == 4
    assert _latest(office, schedule, token, "?table=nothing").json()["code"] == "no_result"


def _latest(office: Office, schedule: dict[str, Any], token: str, query: str = "", **headers: str) -> Any:
    headers["Authorization"] = f"Bearer {token}"
    return office.client.get(f"/api/reports/{schedule['id']}/runs/latest.parquet{query}", headers=headers)


@pytest.mark.usefixtures("probe")
def test_after_their_time_files_are_gone_and_the_run_says_so(office: Office) -> None:
    folder = office.settings.data_dir
    run = made_run(office, formats=["xlsx"], retention_days=30)
    office.clock.now += timedelta(days=30) - timedelta(seconds=1)
    assert sweep_artefacts(office.db, FolderStorage(folder), office.clock) == 0
    assert sweep_results(office.db, FolderStorage(folder), office.clock) == 0
    assert office.reader().get(path_of(run)).status_code == 200
    office.clock.advance(seconds=1)
    gone = office.reader().get(path_of(run))
    assert (gone.status_code, gone.json()["code"]) == (410, "expired")
    assert sweep_artefacts(office.db, FolderStorage(folder), office.clock) == 1
    sweep_results(office.db, FolderStorage(folder), office.clock)
    office.clock.advance(hours=2)
    assert sweep_results(office.db, FolderStorage(folder), office.clock) == 1
    assert list(folder.glob("artefacts/*/*")) + list(folder.glob("reports/*/*")) == []
    [told] = office.runs(run["schedule_id"])
    assert [one["is_gone"] for one in told["artefacts"]] == [True]
    assert office.reader().get(path_of(run)).json()["code"] == "expired"


@pytest.mark.usefixtures("probe")
def test_files_of_a_removed_run_go_and_leftovers_after_an_hour(office: Office) -> None:
    folder = office.settings.data_dir
    run = made_run(office, formats=["xlsx"])
    [kept] = folder.glob("artefacts/*/*")
    left = kept.with_name("0" * 32 + ".csv")
    left.write_text("half")
    strange = kept.with_name("notes.txt")
    strange.write_text("not ours")
    assert sweep_artefacts(office.db, FolderStorage(folder), office.clock) == 0
    os.utime(left, (0, 0))
    os.utime(strange, (0, 0))
    assert sweep_artefacts(office.db, FolderStorage(folder), office.clock) == 1
    removed = office.staff("admin").request("DELETE", f"/api/staff/report-runs/{run['id']}", json={"reason": "Fehler"})
    assert removed.status_code == 204
    assert office.reader().get(path_of(run)).status_code == 410
    assert sweep_artefacts(office.db, FolderStorage(folder), office.clock) == 1
    assert list(folder.glob("artefacts/*/*")) == [strange]


def test_every_ready_made_schedule_can_be_saved_and_carried_out(office: Office) -> None:
    owner = office.staff("admin")
    offered = owner.get(f"{SCHEDULES}/offers").json()["data"]
    assert [one["key"] for one in offered] == [
        "weekly_overview", "utm_attribution", "money", "referrals", "spot_capacity", "credit_scenarios",
        "reservations_list",
    ]  # fmt: skip
    assert {one["schedule"]["recipients"][0] for one in offered} == {owner.member.email}
    made = [owner.post(SCHEDULES, json=one["schedule"]) for one in offered]
    assert [one.status_code for one in made] == [201] * 7
    told = [one.json() for one in made]
    assert [one["name"] for one in told] == [one["title"] for one in offered]
    for schedule in told:
        said = office.run(schedule["id"], office.clock())
        assert said.startswith("Berechnet und in den Versand"), schedule["name"]
    seen = office.staff("staff").get(f"{SCHEDULES}/offers").json()["data"]
    assert [one["key"] for one in seen] == ["spot_capacity"]


def test_a_mail_and_its_pdf_say_in_whose_schedule_the_profit_stands(office: Office, smtp_peer: SmtpPeer) -> None:
    admin = office.staff("admin")
    day = numeric_day(berlin_day(office.clock()))
    made = make(admin, report="credits", period=None, parameters={"profit_tenth_ct": 40}, formats=["pdf", "body"])
    office.clock.advance(days=2)
    office.run(made["id"])
    smtp_peer.received.clear()
    office.send(smtp_peer.url)
    [message] = messages(smtp_peer)
    whose = f"aus dem Versand von Kim Admin, zuletzt geändert am {day}"
    assert f"Gewinn des Parks je kWh: 4,0\u00a0Cent, {whose}" in message.get_body(("plain",)).get_content()
    [paper] = attached(message).values()
    with closing(pdfium.PdfDocument(paper)) as document:
        assert whose in " ".join(document[0].get_textpage().get_text_range().split())
