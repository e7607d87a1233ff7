"""Kept runs: what is kept is exactly what was computed, stays so, and is seen by the roles that may see the report."""

import gzip
import json
import os
import re
import shutil
import time
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pydantic_core import to_jsonable_python
from starlette.testclient import TestClient

from analytics import definitions as described
from analytics.definitions import definitions
from analytics.parameters import FILTERS, PARAMETERS, OneOf
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
from tests.fixtures.proved import proved
from tests.fixtures.staff import StaffClient, state_of
from tests.services.reports.kept_calls import RUNS, keep_report, operate, period, reserve, today
from tests.services.stored import stored

probed = pytest.mark.usefixtures("probe")


def live(client: TestClient, **parameters: str) -> dict[str, Any]:
    """The report as the screen would show it now."""
    state = state_of(client)
    definition = described.definitions()["probe"]
    given = [*{**period(client), **parameters}.items()]
    context = ReportContext(state.db, store_of(state.settings), state.clock())
    answer = answer_of(run_report(context, definition, read_parameters(definition, given, today(client))))
    told: dict[str, Any] = to_jsonable_python(answer)
    return told


def kept_files(client: TestClient) -> list[Path]:
    return sorted((state_of(client).settings.data_dir / "reports").glob("*/*"))


@probed
@pytest.mark.both_databases(sample="postgresql")
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
    files = {form: marketer.get(f"{RUNS}/{made['id']}/files/states.{form}") for form in ("csv", "xlsx", "parquet")}
    assert [(one.status_code, one.headers["x-rows"]) for one in files.values()] == [(200, "1")] * 3
    head, row = files["csv"].content.decode("utf-8-sig").splitlines()
    assert (head, row[:2], row[-5:]) == ("Nummer;Reserviert am;Stand;Reservierte kWh", "1;", ";2000")
    assert marketer.get(f"{RUNS}/{made['id']}/files/nichts.csv").json()["code"] == "no_such_table"


@probed
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


@probed
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
    assert {"macros", "columns", "probe/days.sql", "probe/report.toml", "staging.spend"} <= row["sql_parts"].keys()
    assert (entries[-1]["action"], entries[-1]["subject"]) == ("report_run.kept", f"report_run:{made['id']}")
    assert entries[-1]["details"] == {"report": "probe", "sha256": made["sha256"]}
    usual = marketer.post(RUNS, json={"report": "probe", "label": "Neunzig Tage"}).json()["parameters"]
    first = today(client) - timedelta(days=89)
    assert (usual["from"], usual["to"]) == (first.isoformat(), today(client).isoformat()), "kept as days"


@probed
def test_all_rows_are_in_the_file_and_a_thousand_on_the_screen(
    client: TestClient, marketer: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        reserve(client, number)
    made = keep_report(marketer)
    monkeypatch.setattr("services.reports.kept.staff_api.SCREEN_ROWS", 2)
    tables = marketer.get(f"{RUNS}/{made['id']}").json()["answer"]["tables"]
    assert (len(tables["states"]["rows"]), tables["states"]["total_rows"]) == (2, 3)
    assert tables["spots"]["rows"], "tables behind a shortened one are read from where they begin"
    [row] = stored(state_of(client).db, ReportRun)
    whole = read_result(files_of(state_of(client).settings), row["result_path"], row["sha256"])
    assert len(whole.tables["states"].values) == 3


@probed
def test_the_same_result_is_the_same_file_and_a_changed_one_is_refused_with_words(
    client: TestClient, marketer: TestClient
) -> None:
    first, second = (keep_report(marketer) for _ in range(2))
    contents = [gzip.decompress(path.read_bytes()).splitlines()[1:] for path in kept_files(client)]
    assert (len(contents), contents[0], first["rows"]) == (2, contents[1], second["rows"])
    for path in kept_files(client):
        path.write_bytes(path.read_bytes() + b" ")
    answers = [marketer.get(f"{RUNS}/{first['id']}"), marketer.get(f"{RUNS}/{first['id']}/changes")]
    for path in kept_files(client):
        path.unlink()
    answers.append(marketer.get(f"{RUNS}/{first['id']}"))
    assert [(a.status_code, a.json()["code"]) for a in answers] == [(410, "result_damaged")] * 3
    assert "nicht gezeigt" in answers[0].json()["title"]


@probed
@pytest.mark.both_databases(sample="postgresql")
def test_a_kept_run_that_fails_before_its_commit_leaves_nothing(
    client: TestClient, marketer: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(keep, "_tell", fail)
    assert marketer.post(RUNS, json={"report": "probe", "label": "Nie"}).status_code == 500
    assert (kept_files(client), stored(state_of(client).db, ReportRun)) == ([], [])


@probed
@pytest.mark.both_databases(sample="postgresql")
def test_what_a_killed_process_left_and_files_of_removed_runs_are_swept_after_an_hour(
    client: TestClient, marketer: TestClient
) -> None:
    state = state_of(client)
    made = keep_report(marketer)
    path = f"{RUNS}/{made['id']}"
    [kept] = kept_files(client)
    draft, whole = kept.with_name(f"probe-{'0' * 16}.draft"), kept.with_name(f"probe-{'1' * 16}.ndjson.gz")
    foreign = kept.with_name("Notizen.txt")
    for one in (draft, whole, foreign):
        one.write_bytes(b"half")
    assert sweep_results(state.db, files_of(state.settings), state.clock) == 0
    hours_ago = time.time() - 2 * 3600
    for one in (kept, draft, whole, foreign):
        os.utime(one, (hours_ago, hours_ago))
    assert sweep_results(state.db, files_of(state.settings), state.clock) == 2
    assert set(kept_files(client)) == {kept, foreign}
    assert marketer.request("DELETE", path, json={"reason": "Falscher Zeitraum"}).status_code == 204
    assert (marketer.get(path).status_code, marketer.get(RUNS).json()["total"]) == (404, 0)
    [row] = stored(state.db, ReportRun)
    assert (row["removal_reason"], row["removed_by"]) == ("Falscher Zeitraum", made["created_by"])
    last = stored(state.db, AuditEntry)[-1]
    assert (last["action"], "Zeitraum" in json.dumps(last["details"])) == ("report_run.removed", False)
    assert sweep_results(state.db, files_of(state.settings), state.clock) == 0
    later = row["removed_at"] + timedelta(hours=1)
    assert sweep_results(state.db, files_of(state.settings), lambda: later) == 1
    assert kept_files(client) == [foreign]


@probed
def test_who_may_not_see_the_report_sees_no_run_of_it_and_only_its_maker_or_an_admin_removes_it(
    marketer: TestClient, staff_client: StaffClient
) -> None:
    path = f"{RUNS}/{keep_report(marketer)['id']}"
    clerk, other = staff_client("staff"), staff_client("marketing")
    assert clerk.post(RUNS, json={"report": "probe", "label": "Heimlich"}).json()["errors"][0]["field"] == "report"
    assert clerk.get(RUNS).json()["data"] == []
    gone = [clerk.get(path), clerk.get(f"{path}/changes"), clerk.request("DELETE", path, json={"reason": "Weg"})]
    assert [answer.status_code for answer in gone] == [404] * 3
    assert other.get(path).json()["run"]["may_remove"] is False
    assert other.request("DELETE", path, json={"reason": "Weg"}).json()["code"] == "not_owner"
    assert marketer.request("DELETE", path, json={"reason": " "}).json()["errors"][0]["field"] == "reason"
    assert staff_client("admin").request("DELETE", path, json={"reason": "Weg"}).status_code == 204


@probed
def test_runs_are_listed_the_latest_first_and_by_report(marketer: TestClient) -> None:
    for label in ("Eins", "Zwei", "Drei"):
        keep_report(marketer, label)
    told = marketer.get(RUNS, params={"per_page": 2}).json()
    assert ([run["label"] for run in told["data"]], told["has_next"], told["total"]) == (["Drei", "Zwei"], True, 3)
    assert marketer.get(RUNS, params={"report": "overview"}).json()["data"] == []
    assert marketer.get(RUNS, params={"report": "probe"}).json()["total"] == 3


@probed
def test_what_cannot_be_kept_is_refused_in_german(marketer: TestClient, subtests: pytest.Subtests) -> None:
    for changes, field, code in (
        ({"report": "nichts"}, "report", "unknown_choice"),
        ({"report": 7}, "report", "wrong_type"),
        ({"label": ""}, "label", "missing"),
        ({"label": "x" * 121}, "label", "too_long"),
        ({"label": "für kim@example.org"}, "label", "personal"),
        ({"parameters": {"from": "gestern"}}, "from", "not_a_day"),
        ({"parameters": {"with_bots": 1}}, "with_bots", "not_a_flag"),
        ({"parameters": {"email": "a"}}, "email", "unknown"),
    ):
        with subtests.test(str(changes)):
            answer = marketer.post(RUNS, json={"report": "probe", "label": "x"} | changes)
            assert answer.status_code == 422
            assert [(error["field"], error["code"]) for error in answer.json()["errors"]] == [(field, code)]


@probed
def test_a_run_of_a_report_or_table_that_is_gone_can_be_seen_and_not_computed_anew(
    client: TestClient, marketer: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    reserve(client, 1)
    path = f"{RUNS}/{keep_report(marketer)['id']}"
    before = marketer.get(path).json()["answer"]
    monkeypatch.setattr(described, "REPORTS", tmp_path)
    described.definitions.cache_clear()
    shown = marketer.get(path).json()
    assert (shown["answer"]["title"], shown["run"]["is_current_sql"]) == ("Probe", False)
    answer = marketer.get(f"{path}/changes")
    assert (answer.status_code, answer.json()["code"]) == (409, "report_gone")
    shutil.copytree(Path(__file__).parent / "kept" / "probe", tmp_path / "probe")
    (tmp_path / "probe" / "states.sql").unlink()
    toml = tmp_path / "probe" / "report.toml"
    toml.write_text(toml.read_text(encoding="utf-8").replace('"states", ', ""))
    described.definitions.cache_clear()
    assert "states" not in live(client)["tables"]
    assert marketer.get(path).json()["answer"] == before
    assert marketer.get(f"{path}/files/states.csv").headers["x-rows"] == "1"


PERSONS = re.compile(
    r"@|%40|haushalt-[0-9]|Nachname[0-9]|Änne|01[57][0-9] ?[0-9]{5}|\+49|VG-[0-9A-Z]{4}-[0-9A-Z]{4}|85049"
)
"""Of the household in `reservation_body`: address, names, telephone, reference, postcode."""
SPOILT = {
    "utm_source": "post an haushalt-1@example.org", "utm_medium": "mail", "utm_campaign": "+49 170 4000001",
    "utm_term": "0170 4000001", "referral_code": "haushalt-1@example.org",
    "landing_path": "/?email=haushalt-1%40example.org",
}  # fmt: skip
"""A link that somebody made of a household's own data."""


def test_no_kept_file_holds_personal_data(client: TestClient, staff_client: StaffClient) -> None:
    """Reports with their defaults, and each field in rows or across; in `make prove` in both, and every choice of all
    reports.
    """
    admin = staff_client("admin")
    for number in range(3):
        reserve(client, number, {"utm_source": "google", "referral_code": "NACHBAR"}, SPOILT)
    add_visits(state_of(client).db, [visit(state_of(client).clock(), visitor=1, **SPOILT)])
    operate(admin, "cancel", 1, reason="Familie Nachname0 zieht um")
    asked: list[tuple[str, dict[str, str]]] = []
    for name in proved(["breakdown", "reservations"], sorted(definitions())):
        offered = [(one, PARAMETERS[one]) for one in definitions()[name].parameters]
        choices = [(one, choice) for one, kind in offered if isinstance(kind, OneOf) for choice in kind.names]
        asked += [(name, {}), *((name, {one: choice}) for one, choice in proved([], choices) if choice != "own")]
    fields = [name.removeprefix("only_") for name in FILTERS]
    pairs = [*pairwise([*fields, fields[0]])]
    asked += [("breakdown", {"field": one, "across": other}) for one, other in proved(pairs[::2], pairs)]
    for name, parameters in asked:
        answer = admin.post(RUNS, json={"report": name, "label": "Alles", "parameters": parameters})
        assert answer.status_code == 201, answer.text
    kept = [path for path in kept_files(client) if path.suffix == ".gz"]
    assert len(kept) == len(asked) > len(fields) / 2
    assert {path.name: found for path in kept if (found := persons_in(path))} == {}
    references = [row["reference"] for row in admin.get("/api/staff/reservations").json()["data"]]
    assert len(references) == 3 and all(PERSONS.search(reference) for reference in references)


def persons_in(path: Path) -> list[str]:
    return PERSONS.findall(gzip.decompress(path.read_bytes()).decode())
