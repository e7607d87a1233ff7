"""Several reports in one schedule: one mail with all of them and only them, of the same rows, or nothing at all."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from services.mail.models import Mail
from services.reports.models import ReportRun
from services.reports.render.verify.workbook import sheets
from services.schedules.errors import RunFailed
from services.schedules.models import ReportSchedule
from services.schedules.pack.reports import MOST_REPORTS
from services.schedules.runs import runner
from services.schedules.runs.delivered import newest_result
from services.schedules.runs.run_events import run_summaries
from tests.fixtures.smtp import SmtpPeer
from tests.services.schedules.calls import SCHEDULES, faults, make, plan
from tests.services.schedules.office import Office
from tests.services.schedules.test_delivery import attached, fetch
from tests.services.schedules.test_own_filters import ANNA, BING, GOOGLE, arrived, two_sources
from tests.services.stored import stored

pytestmark = pytest.mark.usefixtures("probe")
ALL = {"report": "probe", "parameters": {}}
ONLY_BING = {"report": "probe", "parameters": BING}


def pack(office: Office, **changes: Any) -> dict[str, Any]:
    """First what came from Google, then what came from Bing."""
    admin = office.staff("admin")
    return make(admin, **{"parameters": GOOGLE, "further_reports": [ONLY_BING], "formats": ["csv", "body"]} | changes)


def fail_at(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The report at this position cannot be computed."""
    computed = runner.computed_together

    def broken(context: Any, questions: Any) -> Any:
        marks, answers = computed(context, questions)
        return marks, [ZeroDivisionError() if n == place else answer for n, answer in enumerate(answers)]

    monkeypatch.setattr(runner, "computed_together", broken)


def test_one_mail_has_all_reports_and_each_keeps_its_own_run(office: Office, smtp_peer: SmtpPeer) -> None:
    two_sources(office)
    made = pack(office, formats=["csv", "xlsx", "parquet", "pdf", "body"])
    assert made["titles"] == ["Probe", "Probe"]
    office.run(made["id"])
    mails = arrived(office, smtp_peer)
    [run] = office.runs(made["id"])
    [further] = run["further"]
    assert (run["state"], run["title"], further["title"], further["has_result"]) == (
        "delivered",
        "Probe",
        "Probe",
        True,
    )
    [message] = [one for one in mails.values() if str(one["Subject"]).startswith("Jeden Morgen")]
    files = attached(message)
    kept = {one["name"]: fetch(office, at, one).content for at in (run, further) for one in at["artefacts"]}
    assert files == kept
    csv = {name: content for name, content in files.items() if "nach-quellen" in name and name.endswith("csv")}
    first, second = (content for _, content in sorted(csv.items()))
    assert (b"google" in first, b"bing" in first, b"google" in second, b"bing" in second) == (True, False, False, True)
    assert sum(name.endswith(".pdf") for name in files) == sum(name.endswith(".xlsx") for name in files) == 1
    text = message.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert "In dieser Mail:\n1. Probe\n2. Probe\n" in text.replace("\r\n", "\n")
    rows = stored(office.db, ReportRun)
    assert len({str(row["stand"]) for row in rows}) == 1, "both rest on the same rows"
    [row] = [row for row in rows if row["pack_of"] == run["id"]]
    assert (row["id"], row["parameters"]["only_utm_source"]) == (further["id"], ["bing"])
    assert office.reader().get(f"/api/staff/report-runs/{further['id']}").status_code == 200


def test_the_workbook_has_the_sheets_of_every_report(office: Office, tmp_path: Any) -> None:
    two_sources(office)
    made = pack(office, formats=["xlsx"])
    office.run(made["id"])
    [run] = office.runs(made["id"])
    [file] = run["artefacts"]
    path = tmp_path / "pack.xlsx"
    path.write_bytes(fetch(office, run, file).content)
    found = {name: list(rows) for name, rows in sheets(path)}
    assert [name[0] for name in found if name != "Angaben"] == ["1"] * 5 + ["2"] * 5
    assert all(len(name) <= 31 for name in found)
    assert [row[0] for row in found["2 Nach Quellen"][1:]] == ["bing"]
    assert sum(row[:2] == ["Bericht", "Probe"] for row in found["Angaben"]) == 2


def test_one_failing_report_keeps_all_from_leaving_and_is_named(
    office: Office, smtp_peer: SmtpPeer, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_sources(office)
    made = pack(office)
    with monkeypatch.context() as patched:
        fail_at(1, patched)
        with pytest.raises(RunFailed):
            office.run(made["id"])
    [run] = office.runs(made["id"])
    assert (run["state"], run["further"], run["artefacts"], run["deliveries"]) == ("failed", [], [], [])
    assert run["error"].startswith("Bericht „Probe“: Bei der Berechnung")
    assert "report_arrived" not in {mail["kind"] for mail in stored(office.db, Mail)}
    assert list((office.settings.data_dir / "reports").glob("*/*")) == []
    office.clock.advance(minutes=1)
    assert office.staff("admin").post(f"/api/staff/report-deliveries/{run['id']}/repeat").status_code == 202
    assert office.take_up() == 1
    arrived(office, smtp_peer)
    [again] = office.runs(made["id"])
    assert (again["id"], again["state"], len(again["further"])) == (run["id"], "delivered", 1)


def test_an_own_filter_narrows_every_report(office: Office, smtp_peer: SmtpPeer) -> None:
    two_sources(office)
    admin = office.staff("admin")
    made = make(
        admin, recipients=[admin.member.email, ANNA], own_filters={ANNA: BING}, further_reports=[ALL], formats=["csv"]
    )
    office.run(made["id"])
    content = attached(arrived(office, smtp_peer)[ANNA])
    assert {name[:9] for name in content} == {"voltigo-1", "voltigo-2"}
    assert b"google" not in b"".join(content.values())
    assert sum(b"bing" in one for name, one in content.items() if "nach-quellen" in name) == 2
    [run] = office.runs(made["id"])
    [part] = run["parts"]
    with office.db.read() as session:
        everything = [run["id"], part["id"], *(one["id"] for at in (run, part) for one in at["further"])]
        told = run_summaries(session, everything)
        newest = newest_result(session, made["id"], None, office.clock(), 2)
    assert [one.number for one in told.values()] == [1, 2], "programs get what is not narrowed"
    assert newest is not None
    assert newest.run.id == run["further"][0]["id"]


def test_a_filter_that_one_report_excludes_is_refused_with_its_name(office: Office) -> None:
    admin = office.staff("admin")
    body = plan(admin, recipients=[ANNA], own_filters={ANNA: GOOGLE}, further_reports=[ONLY_BING])
    answer = admin.post(SCHEDULES, json=body)
    assert faults(answer) == {"recipients.0": "unknown_choice"}
    assert answer.json()["errors"][0]["message"].startswith("Bericht „Probe“: Der Bericht ist schon enger gefasst")


@pytest.mark.parametrize(
    ("further", "field"),
    [
        ([{"report": "nichts", "parameters": {}}], "further_reports.0.report"),
        ([ALL, {"report": "probe", "parameters": {"compare": "nichts"}}], "further_reports.1.compare"),
        ([{"report": "probe", "parameters": {"from": "2026-01-01"}}], "further_reports.0.parameters"),
        ([ALL] * MOST_REPORTS, "further_reports"),
    ],
)
def test_what_a_further_report_does_not_take_is_refused(further: Any, field: str, office: Office) -> None:
    admin = office.staff("admin")
    assert set(faults(admin.post(SCHEDULES, json=plan(admin, further_reports=further)))) == {field}


def test_a_save_that_does_not_name_further_reports_keeps_them_and_an_order_is_kept(office: Office) -> None:
    made = pack(office)
    admin = office.staff("admin")
    path = f"{SCHEDULES}/{made['id']}"
    kept = admin.put(path, json=plan(admin, name="Anders", version=made["version"])).json()
    assert kept["further_reports"] == [ONLY_BING]
    three = [ALL, ONLY_BING]
    changed = admin.put(path, json=plan(admin, further_reports=three, version=kept["version"])).json()
    assert changed["further_reports"] == three
    alone = admin.put(path, json=plan(admin, further_reports=[], version=changed["version"])).json()
    assert (alone["further_reports"], alone["titles"]) == ([], ["Probe"])


def test_a_report_that_no_longer_exists_stops_the_pack(office: Office) -> None:
    made = make(office.staff("admin"))

    def unit(session: Session) -> None:
        session.get_one(ReportSchedule, made["id"]).further_reports = [{"report": "gone", "parameters": {}}]

    office.db.write(unit)
    with pytest.raises(RunFailed):
        office.run(made["id"])
    [run] = office.runs(made["id"])
    assert (run["state"], run["further"]) == ("failed", [])


def test_a_preview_shows_all_reports_and_a_test_run_sends_them(office: Office, smtp_peer: SmtpPeer) -> None:
    two_sources(office)
    admin = office.staff("admin")
    body = plan(admin, parameters=GOOGLE, further_reports=[ONLY_BING], formats=["pdf", "body"])
    seen = admin.post(f"{SCHEDULES}/preview", json=body).json()
    assert [one["form"] for one in seen["files"]] == ["pdf"]
    assert "2. Probe" in seen["text"]
    assert stored(office.db, ReportRun) == []
    made = pack(office, formats=["body"])
    assert admin.post(f"{SCHEDULES}/{made['id']}/test").status_code == 202
    assert office.take_up() == 1
    message = arrived(office, smtp_peer)[admin.member.email]
    assert str(message["Subject"]).startswith("Test: ")
    [run] = office.runs(made["id"])
    assert (run["is_test"], len(run["further"])) == (True, 1)
