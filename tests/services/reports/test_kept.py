"""Kept runs: what is kept is exactly what was computed, stays so, and is seen by the roles that may see the report."""

import gzip
import json
import os
import re
import shutil
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from pydantic_core import to_jsonable_python
from starlette.testclient import TestClient

from analytics import definitions as described
from analytics.parameters import FILTERS
from services.core.storage.installed import files_of
from services.reports.answer import answer_of
from services.reports.kept import keep
from services.reports.kept.result_file import read_result
from services.reports.kept.sweep import sweep_results
from services.reports.models import ReportRun
from services.reports.parameters import read_parameters
from services.reports.run import ReportContext, run_report
from services.staff.models import AuditEntry
from services.store.place import store_of
from tests.analytics.visit_rows import add_visits, visit
from tests.fixtures.staff import StaffClient, state_of
from tests.services.reports.kept_calls import RUNS, keep_report, period, reserve, today
from tests.services.stored import stored

pytestmark = pytest.mark.usefixtures("probe")


def live(client: TestClient, **parameters: str) -> dict[str, Any]:
    """The report as the screen would show it now."""
    state = state_of(client)
    definition = described.definitions()["probe"]
    given = [*{**period(client), **parameters}.items()]
    context = ReportContext(state.db, store_of(state.settings), state.clock())
    answer = answer_of(run_report(context, definition, read_parameters(definition, given, today(client))))
    told: dict[str, Any] = to_jsonable_python(answer)
    return told


def files(client: TestClient) -> list[Path]:
    return sorted((state_of(client).settings.data_dir / "reports").glob("*/*"))


def grow_old(path: Path) -> None:
    hours_ago = time.time() - 2 * 3600
    os.utime(path, (hours_ago, hours_ago))


@pytest.mark.both_databases
def test_a_kept_run_shows_what_the_report_showed_and_stays_so(client: TestClient, marketer: TestClient) -> None:
    reserve(client, 1, {"utm_source": "google"})
    add_visits(state_of(client).db, [visit(state_of(client).clock(), visitor=1)])
    before = live(client)
    made = keep_report(marketer, compare="previous")
    reserve(client, 2, {"utm_source": "bing"})
    shown = marketer.get(f"{RUNS}/{made['id']}").json()
    kept = shown["answer"]
    assert kept["tables"] == before["tables"]
    assert [row["reservation_id"] for row in kept["tables"]["states"]["rows"]] == [1]
    assert kept["parameters"] == {**before["parameters"], "compare": "previous"}
    assert kept["compared"]["to"] < kept["parameters"]["from"]
    assert shown["run"] == {**made, "is_current_sql": True}
    assert live(client)["tables"] != before["tables"]


def test_a_name_that_was_entered_after_the_run_was_kept_is_redacted_in_it(
    client: TestClient, marketer: TestClient, staff_client: StaffClient
) -> None:
    reserve(client, 1, {"utm_source": "vogelsang-quast"})
    made = keep_report(marketer)

    def sources() -> list[str]:
        rows = marketer.get(f"{RUNS}/{made['id']}").json()["answer"]["tables"]["sources"]["rows"]
        return [row["utm_source"] for row in rows]

    assert sources() == ["vogelsang-quast"], "so far it names nobody"
    renamed = {"version": 1, "last_name": "Vogelsang-Quast"}
    assert staff_client("staff").patch("/api/staff/reservations/1", json=renamed).status_code == 200
    assert sources() == ["…"]


def test_a_run_is_kept_with_parameters_stand_and_sql(client: TestClient, marketer: TestClient) -> None:
    reserve(client)
    made = keep_report(marketer, "  Für die Bank ", only_utm_source=["google", ""])
    assert made["label"] == "Für die Bank"
    assert made["parameters"] == {
        **period(client),
        "compare": "none",
        "compare_from": None,
        "compare_to": None,
        "with_bots": False,
        **dict.fromkeys(FILTERS),
        "only_utm_source": ["google", ""],
    }
    assert made["asked"] == [{"label": "Quelle", "words": "google, ohne Angabe"}]
    assert (made["trigger"], made["state"], made["created_by_name"]) == ("kept", "generated", "Kim Marketing")
    assert (made["stand"]["reservations"], made["stand"]["visits"], made["expires_at"]) == (1, 0, None)
    assert made["sql_version"] == described.definitions()["probe"].version
    [row] = stored(state_of(client).db, ReportRun)
    entries = stored(state_of(client).db, AuditEntry)
    assert row["stand"]["marks"]["audit"] == entries[-2]["id"]
    assert set(row["stand"]["watermarks"]) <= {"visits", "touches"}
    assert {"macros", "probe/days.sql", "probe/report.toml", "staging.spend"} <= row["sql_parts"].keys()
    assert (entries[-1]["action"], entries[-1]["subject"]) == ("report_run.kept", f"report_run:{made['id']}")
    assert entries[-1]["details"] == {"report": "probe", "sha256": made["sha256"]}


def test_a_period_left_to_its_default_is_kept_as_days(client: TestClient, marketer: TestClient) -> None:
    answer = marketer.post(RUNS, json={"report": "probe", "label": "Neunzig Tage"})
    kept = answer.json()["parameters"]
    assert (kept["from"], kept["to"]) == ((today(client) - timedelta(days=89)).isoformat(), today(client).isoformat())


@pytest.mark.both_databases
def test_all_rows_are_in_the_file_and_a_thousand_on_the_screen(
    client: TestClient, marketer: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        reserve(client, number)
    made = keep_report(marketer)
    monkeypatch.setattr("services.reports.kept.staff_api.SCREEN_ROWS", 2)
    table = marketer.get(f"{RUNS}/{made['id']}").json()["answer"]["tables"]["states"]
    assert (len(table["rows"]), table["total_rows"]) == (2, 3)
    spots = marketer.get(f"{RUNS}/{made['id']}").json()["answer"]["tables"]["spots"]
    assert spots["rows"], "tables behind a shortened one are read from where they begin"
    [row] = stored(state_of(client).db, ReportRun)
    whole = read_result(files_of(state_of(client).settings), row["result_path"], row["sha256"])
    assert len(whole.tables["states"].values) == 3


def test_the_same_result_is_the_same_file(client: TestClient, marketer: TestClient) -> None:
    reserve(client)
    first, second = (keep_report(marketer) for _ in range(2))
    content = [gzip.decompress(path.read_bytes()).splitlines()[1:] for path in files(client)]
    assert content[0] == content[1]
    assert (first["rows"], len(files(client))) == (second["rows"], 2)


def test_a_changed_file_is_refused_with_words(client: TestClient, marketer: TestClient) -> None:
    made = keep_report(marketer)
    [path] = files(client)
    path.write_bytes(path.read_bytes() + b" ")
    answers = [marketer.get(f"{RUNS}/{made['id']}"), marketer.get(f"{RUNS}/{made['id']}/changes")]
    path.unlink()
    answers.append(marketer.get(f"{RUNS}/{made['id']}"))
    assert [(a.status_code, a.json()["code"]) for a in answers] == [(410, "result_damaged")] * 3
    assert "nicht gezeigt" in answers[0].json()["title"]


@pytest.mark.both_databases
def test_a_kept_run_that_fails_before_its_commit_leaves_nothing(
    client: TestClient, marketer: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(keep, "_tell", fail)
    answer = marketer.post(RUNS, json={"report": "probe", "label": "Nie"})
    assert answer.status_code == 500
    assert files(client) == []
    assert stored(state_of(client).db, ReportRun) == []


@pytest.mark.both_databases
def test_what_a_killed_process_left_is_swept_after_an_hour(client: TestClient, marketer: TestClient) -> None:
    state = state_of(client)
    keep_report(marketer)
    [kept] = files(client)
    draft, whole = kept.with_name(f"probe-{'0' * 16}.draft"), kept.with_name(f"probe-{'1' * 16}.ndjson.gz")
    foreign = kept.with_name("Notizen.txt")
    for path in (draft, whole, foreign):
        path.write_bytes(b"half")
    assert sweep_results(state.db, files_of(state.settings), state.clock) == 0
    for path in (kept, draft, whole, foreign):
        grow_old(path)
    assert sweep_results(state.db, files_of(state.settings), state.clock) == 2
    assert set(files(client)) == {kept, foreign}


@pytest.mark.both_databases
def test_a_removed_run_is_gone_and_its_file_an_hour_later(client: TestClient, marketer: TestClient) -> None:
    state = state_of(client)
    made = keep_report(marketer)
    path = f"{RUNS}/{made['id']}"
    assert marketer.request("DELETE", path, json={"reason": "Falscher Zeitraum"}).status_code == 204
    assert marketer.get(path).status_code == 404
    assert marketer.get(RUNS).json()["total"] == 0
    [row] = stored(state.db, ReportRun)
    assert (row["removal_reason"], row["removed_by"]) == ("Falscher Zeitraum", made["created_by"])
    last = stored(state.db, AuditEntry)[-1]
    assert (last["action"], "Zeitraum" in json.dumps(last["details"])) == ("report_run.removed", False)
    assert sweep_results(state.db, files_of(state.settings), state.clock) == 0
    later = row["removed_at"] + timedelta(hours=1)
    assert sweep_results(state.db, files_of(state.settings), lambda: later) == 1
    assert files(client) == []


def test_only_whoever_froze_it_or_an_admin_removes_it_and_says_why(
    client: TestClient, marketer: TestClient, staff_client: StaffClient
) -> None:
    path = f"{RUNS}/{keep_report(marketer)['id']}"
    other = staff_client("marketing")
    assert other.get(path).json()["run"]["may_remove"] is False
    assert other.request("DELETE", path, json={"reason": "Weg"}).json()["code"] == "not_owner"
    assert marketer.request("DELETE", path, json={"reason": " "}).json()["errors"][0]["field"] == "reason"
    assert staff_client("admin").request("DELETE", path, json={"reason": "Weg"}).status_code == 204


@pytest.mark.both_databases
def test_runs_are_listed_the_latest_first_and_by_report(marketer: TestClient) -> None:
    labels = ["Eins", "Zwei", "Drei"]
    for label in labels:
        keep_report(marketer, label)
    told = marketer.get(RUNS, params={"per_page": 2}).json()
    assert ([run["label"] for run in told["data"]], told["has_next"], told["total"]) == (["Drei", "Zwei"], True, 3)
    assert marketer.get(RUNS, params={"report": "overview"}).json()["data"] == []
    assert marketer.get(RUNS, params={"report": "probe"}).json()["total"] == 3


def test_whoever_may_not_see_the_report_sees_no_run_of_it(
    client: TestClient, marketer: TestClient, staff_client: StaffClient
) -> None:
    made = keep_report(marketer)
    clerk = staff_client("staff")
    body = {"report": "probe", "label": "Heimlich"}
    assert clerk.post(RUNS, json=body).json()["errors"][0]["field"] == "report"
    assert clerk.get(RUNS).json()["data"] == []
    path = f"{RUNS}/{made['id']}"
    gone = [clerk.get(path), clerk.get(f"{path}/changes"), clerk.request("DELETE", path, json={"reason": "Weg"})]
    assert [answer.status_code for answer in gone] == [404] * 3
    assert client.get(path).status_code == 401


@pytest.mark.parametrize(
    ("body", "field", "code"),
    [
        ({"report": "nichts", "label": "x"}, "report", "unknown_choice"),
        ({"report": 7, "label": "x"}, "report", "wrong_type"),
        ({"report": "probe", "label": ""}, "label", "missing"),
        ({"report": "probe", "label": "x" * 121}, "label", "too_long"),
        ({"report": "probe", "label": "für kim@example.org"}, "label", "personal"),
        ({"report": "probe", "label": "x", "parameters": {"from": "gestern"}}, "from", "not_a_day"),
        ({"report": "probe", "label": "x", "parameters": {"with_bots": 1}}, "with_bots", "not_a_flag"),
        ({"report": "probe", "label": "x", "parameters": {"email": "a"}}, "email", "unknown"),
    ],
)
def test_what_cannot_be_kept_is_refused_in_german(marketer: TestClient, body: Any, field: str, code: str) -> None:
    answer = marketer.post(RUNS, json=body)
    assert answer.status_code == 422
    assert [(error["field"], error["code"]) for error in answer.json()["errors"]] == [(field, code)]


def test_a_run_of_a_report_that_is_gone_can_be_seen_and_not_computed_anew(
    client: TestClient, marketer: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made = keep_report(marketer)
    monkeypatch.setattr(described, "REPORTS", tmp_path)
    described.definitions.cache_clear()
    shown = marketer.get(f"{RUNS}/{made['id']}").json()
    assert (shown["answer"]["title"], shown["run"]["is_current_sql"]) == ("Probe", False)
    answer = marketer.get(f"{RUNS}/{made['id']}/changes")
    assert (answer.status_code, answer.json()["code"]) == (409, "report_gone")


def test_a_table_that_the_report_no_longer_has_stays_in_its_kept_run(
    client: TestClient, marketer: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    reserve(client, 1)
    made = keep_report(marketer)
    before = marketer.get(f"{RUNS}/{made['id']}").json()["answer"]
    shutil.copytree(described.REPORTS / "probe", tmp_path / "probe")
    (tmp_path / "probe" / "states.sql").unlink()
    toml = tmp_path / "probe" / "report.toml"
    toml.write_text(re.sub(r"(?ms)^\[states\]\n.*?(?=^\[(?!states)|\Z)", "", toml.read_text(encoding="utf-8")))
    monkeypatch.setattr(described, "REPORTS", tmp_path)
    described.definitions.cache_clear()
    assert "states" not in live(client)["tables"]
    assert marketer.get(f"{RUNS}/{made['id']}").json()["answer"] == before
    assert marketer.get(f"{RUNS}/{made['id']}/files/states.csv").headers["x-rows"] == "1"


def test_files_of_a_kept_run_hold_the_kept_rows(client: TestClient, marketer: TestClient) -> None:
    reserve(client, 1)
    made = keep_report(marketer)
    reserve(client, 2)
    path = f"{RUNS}/{made['id']}/files"
    csv = marketer.get(f"{path}/states.csv")
    assert (csv.status_code, csv.headers["x-rows"]) == (200, "1")
    lines = csv.content.decode("utf-8-sig").splitlines()
    assert lines[0] == "Reservierung;Am;Stand;kWh"
    assert lines[1].startswith("1;") and lines[1].endswith(";2000")
    for form in ("xlsx", "parquet"):
        assert marketer.get(f"{path}/states.{form}").headers["x-rows"] == "1"
    assert marketer.get(f"{path}/nichts.csv").json()["code"] == "no_such_table"
