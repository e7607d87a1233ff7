"""Every figure of the marketing reports, counted once more from the raw tables of a demonstration year, row by row in
plain Python: what the reports say is what the tables hold, for any period, filter and comparison.
"""

import io
import runpy
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pandas
import pytest
from sqlalchemy import insert, update

from analytics.definitions import definitions
from analytics.parameters import PARAMETERS, OneOf
from analytics.reporting import TableResult
from analytics.store.catalogue import Store
from services.campaigns.models import Alias, CampaignCost
from services.core.db.db import Database
from services.demo.build import build, demo_settings
from services.reports.parameters import read_parameters
from services.reports.recount.archive import RECOUNTS as OF_AUDITORS
from services.reports.recount.archive import packed
from services.reports.recount.staff_api import recounted_parameters
from services.reports.run import ReportAnswer, ReportContext, run_report
from services.settings import Settings
from services.staff.models import AuditEntry
from services.store.ingest import StoreIngest
from tests.analytics.visit_rows import add_visits, visit
from tests.fixtures.proved import proved
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock
from tests.services.reports.recount import credit, marketing, referrals
from tests.services.reports.recount.asked import Asked, Row
from tests.services.reports.recount.channels import CLICKED
from tests.services.reports.recount.told import NOW, Told
from tests.services.reports.recount.world import FIELDS, TAGS, World, read_world
from tests.services.schedules.canary import text_of
from tests.services.stored import stored

pytestmark = pytest.mark.xdist_group("demo year")  # it is built once

RECOUNTS: Mapping[str, Callable[[World, Asked], marketing.Tables]] = {
    "overview": marketing.overview,
    "breakdown": marketing.breakdown,
    "funnel": marketing.funnel,
    "reservations": marketing.reservations,
    "money": credit.money,
    "referrals": referrals.referrals,
}
ELSEWHERE = {"money": {"totals", "campaigns", "compared"}}
"""Tables that `test_money.py` counts."""
UNKNOWN_WHEN_ABSENT = {"quote", "cost_per_reservation", "cost_per_kwh", "cost_cents", "ripe_cost_cents",
                       "ripe_bound_kwh"}  # fmt: skip
"""Of a row that only one period has, the other knows nothing of these; of all others it has 0."""
WHOLE = {"from": "2025-11-21", "to": "2026-11-21"}
SPRING = {"from": "2026-03-20", "to": "2026-04-09", "compare": "previous"}
AUTUMN = {"from": "2026-10-12", "to": "2026-10-31", "compare": "year"}
ASKED: Mapping[str, Mapping[str, Any]] = {
    "the usual period": {},
    "the whole year": WHOLE,
    "the change of the clock in spring, and before": SPRING,
    "the change of the clock in autumn, and a year ago": AUTUMN,
    "bots too, and the period before": {"compare": "previous", "with_bots": "true"},
    "one source and one medium": {**WHOLE, "only_utm_source": ["google"], "only_utm_medium": ["cpc"]},
    "campaigns of two sources": {"only_channel": ["campaign"], "only_utm_source": ["facebook", "instagram"]},
    "one page, and the period before": {**SPRING, "only_landing_path": ["/"]},
    "no campaign": {**WHOLE, "only_utm_campaign": [""]},
    "recommendations": {**WHOLE, "only_channel": ["referral"], "with_bots": "true"},
    "a look-back of a day": {**WHOLE, "look_back_days": "1", "half_life_days": "1", "model": "first"},
    "any contact by one source": {**WHOLE, "match": "any", "only_utm_source": ["facebook"]},
    "any contact directly": {**WHOLE, "match": "any", "only_channel": ["direct"], "look_back_days": "2"},
    "another model": {**WHOLE, "look_back_days": "90", "half_life_days": "14", "model": "linear"},
    "a whole quarter, and the one before": {"from": "2026-07-01", "to": "2026-09-30", "compare": "previous"},
    "a short month, and the longer one before": {"from": "2026-02-01", "to": "2026-02-28", "compare": "previous"},
    "a long month, and the shorter one before": {"from": "2026-03-01", "to": "2026-03-31", "compare": "previous"},
    "a month, and the same weekdays before": {"from": "2026-03-01", "to": "2026-03-31", "compare": "weekdays"},
    "a period chosen freely": {**SPRING, "compare": "own", "compare_from": "2026-01-03", "compare_to": "2026-01-05"},
    "a time before the first visit": {"from": "2025-11-21", "to": "2026-01-31", "compare": "previous"},
    "days to come": {"from": "2026-11-15", "to": "2026-11-30"},
    "a period before anything was": {"from": "2019-01-01", "to": "2019-01-31"},
}


def asked_of(parameters: Mapping[str, Any]) -> Asked:
    """The same parameters for the recount."""
    only = {
        name.removeprefix("only_"): tuple(value)
        for name, value in parameters.items()
        if name.startswith("only_") and value is not None
    }
    plain = {name: value for name, value in parameters.items() if not name.startswith(("only_", "compare"))}
    plain.pop("target_cents", None)
    for way in ("path", "touches", "days_before"):  # `test_a_way_is_the_count_of_the_rows_behind_it` counts these
        assert plain.pop(way, None) is None
    if plain.get("state") is not None:
        plain["state"] = tuple(plain["state"])
    return Asked(**plain, only=only)


@pytest.fixture
def small(db: Database, database_url: str, tmp_path: Path) -> Told:
    """A short demonstration on either database, nothing of it carried into files yet."""
    made = demo_settings(Settings(_env_file=None, data_dir=tmp_path, rate_limits="on"))
    build(db, made.model_copy(update={"database_url": database_url}), 30, NOW, lambda: None)
    return Told(ReportContext(db, Store(database_url, tmp_path / "store"), NOW), read_world(db, NOW))


def assert_recounted(told: Told, report: str, given: Mapping[str, Any]) -> ReportAnswer:
    answer = told.ask(report, {"field": "utm_source", **given})
    shown = str([table.values for table in answer.tables.values()])
    assert not any(one.row[name] in shown for one in told.world.reserved for name in ("email", "reference"))
    asked = asked_of(answer.parameters)
    counted = RECOUNTS[report](told.world, asked)
    before = None
    if answer.compared:
        before = RECOUNTS[report](told.world, replace(asked, from_day=answer.compared[0], to_day=answer.compared[1]))
    assert set(answer.tables) == {*counted, *ELSEWHERE.get(report, ())}
    for name, rows in counted.items():
        result, expected = answer.tables[name], rows
        if result.table.needs_comparison and answer.compared is None:
            expected = []
        elif result.table.is_compared:
            known = before[name] if before is not None and is_known(told, answer) else None
            expected = beside(result, expected, known, answer)
        assert_same_rows(result, [shown_of(told, row) for row in expected])
    return answer


def shown_of(told: Told, row: Row) -> Row:
    """Without what cannot be told as long as nobody has confirmed an address."""
    if any(one.is_confirmed for one in told.world.reserved):
        return row
    return {name: value for name, value in row.items() if "confirmed" not in name}


def assert_same_rows(result: TableResult, expected: list[Row]) -> None:
    key = result.table.key
    ours = {tuple(row[name] for name in key): row for row in result.rows}
    theirs = {tuple(row[name] for name in key): row for row in expected}
    assert len(ours) == len(result.rows)
    assert ours.keys() == theirs.keys()
    for identity, row in ours.items():
        assert row == theirs[identity], (result.table.name, identity)


def is_known(told: Told, answer: ReportAnswer) -> bool:
    """Whether anything is known of the whole period compared with: before the first visit nothing is."""
    return answer.compared is not None and min(one.day for one in told.world.sessions) <= answer.compared[0]


def beside(result: TableResult, now: list[Row], before: list[Row] | None, answer: ReportAnswer) -> list[Row]:
    """Rows of both periods by their key; days of the one before moved to those they are compared with, and none where
    one of the two periods is the longer.
    """
    key, labels = result.table.key, [column.name for column in result.table.columns if not column.is_measure]
    measures = [column.name for column in result.table.measures]
    absent = {name: None if name in UNKNOWN_WHEN_ABSENT else 0 for name in measures}
    unknown = dict.fromkeys(measures)
    if before is None:
        return [{**row, **{f"{name}_before": None for name in measures}} for row in now]
    assert answer.compared is not None
    shift = answer.parameters["from_day"] - answer.compared[0]
    moved = [
        {name: value + shift if isinstance(value, date) else value for name, value in row.items()}
        for row in before
        if not (isinstance(row.get("day"), date) and row["day"] + shift > answer.parameters["to_day"])
    ]
    last = answer.compared[1] + shift
    of_now = {tuple(row[name] for name in key): row for row in now}
    of_before = {tuple(row[name] for name in key): row for row in moved}
    joined = []
    for identity in {*of_now, *of_before}:
        is_now, was = of_now.get(identity), of_before.get(identity)
        if is_now and was is None and is_now.get("day", last) > last:
            was = unknown
        joined.append(
            {name: (is_now or was or {})[name] for name in labels}
            | {name: (is_now or absent)[name] for name in measures}
            | {f"{name}_before": (was or absent)[name] for name in measures}
        )
    return joined


@pytest.mark.sample(14)
@pytest.mark.parametrize("given", ASKED.values(), ids=ASKED)
@pytest.mark.parametrize("report", RECOUNTS)
def test_every_figure_of_the_year_is_what_the_tables_hold(year: Told, report: str, given: Mapping[str, Any]) -> None:
    assert_recounted(year, report, given)


@pytest.mark.sample(2)
@pytest.mark.parametrize("field", ["channel_group", *(name for name in FIELDS if name != "utm_source")])
def test_every_field_of_the_breakdown_is_what_the_tables_hold(year: Told, field: str) -> None:
    for given in ({**WHOLE, "field": field}, {**SPRING, "field": field, "only_channel": ["campaign", "direct"]}):
        assert_recounted(year, "breakdown", given)


def test_the_year_holds_what_is_hard(year: Told) -> None:
    """A second opinion is worth nothing where there is nothing to differ about."""
    reserved = year.world.reserved
    assert any(one.is_merged for one in reserved)
    assert any(one.is_contracted and one.is_cancelled for one in reserved)
    assert any(not one.touches for one in reserved)
    assert max(len(one.touches) for one in reserved) > 3
    assert any(one.origin(30) != one.touches[-1].origin for one in reserved if one.touches)
    assert {one.is_remembered for one in reserved} == {True, False, None}
    codes = year.ask("referrals", WHOLE, ("codes",)).tables["codes"].rows
    assert any(row["chain_contracted"] > row["contracted"] for row in codes), "none recommended by who was recommended"
    assert any(one.is_flagged for one in year.world.sessions)
    assert any(not one.is_first for one in year.world.sessions)
    assert any(one.reached == 6 for one in year.world.sessions)


@pytest.mark.sample(1)
@pytest.mark.parametrize("field", ["channel", "channel_group", "utm_source", "utm_campaign", "landing_path", "device"])
def test_every_number_is_the_count_of_the_rows_behind_it(year: Told, field: str) -> None:
    for row in year.ask("breakdown", {"field": field}, ("values",)).tables["values"].rows:
        only = {f"only_{field}": [row["value"]]}
        assert_drilled(year, only, row)
        assert sum(one["annual_kwh"] for one in behind(year, only).rows) == row["kwh"]
        signed = behind(year, only | {"outcome": "contracted"}).rows
        bound = [one for one in signed if one["state"] in ("contracted", "active")]
        assert sum(one["annual_kwh"] for one in bound) == row["bound_kwh"]


def test_the_overview_is_the_count_of_the_rows_behind_it(year: Told) -> None:
    answer = year.ask("overview", {}, ("totals", "days"))
    [totals] = answer.tables["totals"].rows
    assert_drilled(year, {}, totals)
    busy = next(row for row in answer.tables["days"].rows if row["reservations"] > 1)
    assert_drilled(year, {"from": busy["day"].isoformat(), "to": busy["day"].isoformat()}, busy)


def test_an_origin_is_the_count_of_the_rows_behind_it(year: Told) -> None:
    rows = year.ask("funnel", {}, ("origins",)).tables["origins"].rows
    for row in proved(rows[::3], rows):
        names = ["channel", *(TAGS[:3] if row["channel"] == "campaign" else [])]
        names += ["referrer_host"] if row["channel"] == "referrer" else []
        only = {f"only_{name}": [row[name]] for name in names}
        assert_drilled(year, only, {"reservations": row.get("reservation"), **row})


@pytest.mark.parametrize(
    ("table", "column", "parameter"),
    [("paths", "path", "path"), ("lengths", "touches", "touches"), ("durations", "days", "days_before")],
)
def test_a_way_is_the_count_of_the_rows_behind_it(year: Told, table: str, column: str, parameter: str) -> None:
    rows = year.ask("money", WHOLE).tables[table].rows
    together = [row for row in rows if row.get("paths", 1) > 1 or str(row[column]).startswith("seltene Wege")]
    single = [row for row in rows if row not in together and row[column] is not None]
    assert len({row["reservations"] for row in single}) > 1
    for row in proved(single[::4], single):
        assert_drilled(year, WHOLE | {parameter: [str(row[column])]}, row)


def assert_drilled(told: Told, given: Mapping[str, Any], row: Mapping[str, Any]) -> None:
    for name, outcome in (("reservations", "any"), ("contracted", "contracted"), ("confirmed", "confirmed"),
                          ("cancelled", "cancelled")):  # fmt: skip
        if name in row:
            assert behind(told, {**given, "outcome": outcome}).total_rows == row[name], (name, given)


def behind(told: Told, given: Mapping[str, Any]) -> TableResult:
    return told.ask("reservations", given).tables["rows"]


def test_states_narrow_the_rows(year: Told) -> None:
    found = assert_recounted(year, "reservations", {**WHOLE, "state": ["reserved", "ended"]}).tables["rows"]
    assert {row["state"] for row in found.rows} == {"reserved", "ended"}


def test_a_package_and_a_plan_narrow_the_reservations(year: Told) -> None:
    narrowed = assert_recounted(year, "reservations", {**WHOLE, "package": "2000", "plan": "24m"})
    assert narrowed.tables["rows"].rows


def test_every_model_shares_out_exactly_the_reservations_there_are(year: Told) -> None:
    rows = year.ask("money", WHOLE).tables["models"].rows
    whole = year.ask("overview", WHOLE, ("totals",)).tables["totals"].rows[0]["reservations"]
    assert {name: sum(row[f"{name}_ppm"] for row in rows) for name in credit.MODELS} == dict.fromkeys(
        credit.MODELS, whole * 1_000_000
    )


QUARTER = {"from": "2026-07-01", "to": "2026-09-30"}
AUDITED: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "money": ("money", {**QUARTER, "only_utm_source": "google", "compare": "previous"}),
    "money, a look-back of a day": ("money", {**QUARTER, "look_back_days": "1"}),
    "overview": ("overview", QUARTER),
    "overview, bots too": ("overview", {**QUARTER, "with_bots": "true"}),
    "breakdown": ("breakdown", QUARTER),
    "breakdown by source": ("breakdown", {**QUARTER, "field": "utm_source"}),
    "breakdown by code": ("breakdown", {**QUARTER, "field": "referral_code"}),
    "breakdown by page": ("breakdown", {**QUARTER, "field": "landing_path"}),
    "capacity": ("capacity", QUARTER),
    "credits": ("credits", {}),
    "credits in real money, a rate and a time of one's own": (
        "credits",
        {
            "rate_tenth_ct": "72", "years": "3", "starts_on": "2027-03-01", "degradation_bp": "50",
            "price_path_bp": "-200", "price_basis": "real", "reserved_from": "2026-03-01", "plan": "48m",
        },
    ),
}  # fmt: skip


@pytest.mark.sample(6)
@pytest.mark.parametrize(("report", "given"), AUDITED.values(), ids=AUDITED)
def test_an_auditor_counts_a_report_again_and_finds_what_was_changed(
    year: Told, report: str, given: Mapping[str, str], tmp_path: Path
) -> None:
    """Of all cells the archive's script finds the one that was changed, and no other; nothing in the archive leads to a
    household.
    """
    content = archive_of(year, report, given, tmp_path)
    everything = text_of(content, "zip")
    for one in year.world.reserved:
        for name in ("email", "last_name", "mobile_phone", "reference"):
            assert str(one.row[name]).lower() not in everything
    cells = pandas.read_parquet(tmp_path / "expected.parquet")
    without = RARE if given.get("field") not in ("referral_code", "landing_path") else RARE | {"cost_cents"}
    for name in OF_AUDITORS[report].cells:
        assert cells[name].any() or name in without, f"nothing is compared in {name}"
    changed = next(name for name in OF_AUDITORS[report].cells if cells[name].any())
    cells.loc[cells[changed].idxmax(), changed] += 1
    cells.to_parquet(tmp_path / "expected.parquet")
    with redirect_stdout(io.StringIO()) as said:
        exit_code = runpy.run_path(str(tmp_path / "nachrechnen.py"))["main"](tmp_path)
    told = said.getvalue()
    assert (exit_code, told.count(f": {changed} "), " 1 verschieden." in told) == (1, 1, True), told


RARE = {"unripe_cost_cents", "returned", "invited", "active"}
"""Cells that may be 0 in every row of a quarter that is long over."""


def test_a_report_as_it_was_made_is_found_right_and_without_one_of_its_rows_not(year: Told, tmp_path: Path) -> None:
    archive_of(year, "overview", QUARTER, tmp_path)
    found = _audited(tmp_path)
    assert (found.returncode, found.stdout.splitlines()[-1].endswith(" verglichen, 0 verschieden.")) == (0, True)
    cells = pandas.read_parquet(tmp_path / "expected.parquet")
    cells[cells.day != cells.day.max()].to_parquet(tmp_path / "expected.parquet")
    found = _audited(tmp_path)
    assert (found.returncode, "30.09.2026: fehlt im Bericht" in found.stdout) == (1, True), found.stdout


def archive_of(told: Told, report: str, given: Mapping[str, str], folder: Path) -> bytes:
    """The archive that the page of a report gives, also unpacked."""
    definition = definitions()[report]
    parameters = recounted_parameters(definition, read_parameters(definition, given.items(), told.world.today))
    answer = run_report(told.context, definition, parameters, limit=None, tables=(OF_AUDITORS[report].table,))
    with packed(told.context.db, answer, NOW, folder) as made:
        content = made.read()
    with ZipFile(io.BytesIO(content)) as archive:
        archive.extractall(folder)
    return content


def _audited(folder: Path) -> subprocess.CompletedProcess[str]:
    """As an auditor runs it: in a separate process, without the product."""
    return subprocess.run(
        [sys.executable, "-I", folder / "nachrechnen.py"], cwd=folder, capture_output=True, text=True, check=False
    )


def test_the_data_of_a_recount_are_for_marketers_and_on_record(staff_client: StaffClient, db: Database) -> None:
    for report in OF_AUDITORS:
        path = f"/api/staff/reports/{report}/recount.zip"
        answers = {role: staff_client(role).get(path) for role in ("marketing", "staff")}
        assert {role: answer.status_code for role, answer in answers.items()} == {"marketing": 200, "staff": 403}
        assert "nachrechnen.py" in ZipFile(io.BytesIO(answers["marketing"].content)).namelist()
    told = [entry for entry in stored(db, AuditEntry) if entry["action"] == "report.recounted"]
    assert [entry["subject"] for entry in told] == [f"report:{report}" for report in OF_AUDITORS]
    assert [set(entry["details"]) for entry in told if "credits" not in entry["subject"]] == [{"from", "to"}] * 4


@pytest.mark.parametrize("name", ["package", "plan"])
def test_the_parts_by_package_and_plan_are_the_whole_and_lead_to_themselves(year: Told, name: str) -> None:
    """In the reports that count nothing but reservations."""
    offering = {report for report, one in definitions().items() if name in one.parameters}
    assert offering == {"credits", "reservations"}
    parameter = PARAMETERS[name]
    assert isinstance(parameter, OneOf)
    asked = {"from": "2026-03-01", "to": "2026-11-08"}
    parts = {one: behind(year, asked | {name: one}).rows for one in parameter.names if one != "all"}
    assert sum(map(len, parts.values())) == behind(year, asked).total_rows
    for one, rows in parts.items():
        assert {str(row["annual_kwh" if name == "package" else "plan"]) for row in rows} == {one}


@pytest.mark.sample(0)
@pytest.mark.both_databases(sample="postgresql")  # the year lies in SQLite
def test_an_alias_a_late_visit_and_a_removed_cost_change_what_was(small: Told) -> None:
    db = small.context.db
    assert_all_recounted(small)
    assert small.ask("breakdown", WHOLE).tables["values"].rows != []
    alias = {"field": "utm_source", "raw": "google", "canonical": "suchmaschine", "created_by": "system"}
    db.write(lambda session: session.execute(insert(Alias), [{**alias, "created_at": NOW}]) and None)
    removed = update(CampaignCost).where(CampaignCost.id % 2 == 0).values(removed_at=NOW)
    db.write(lambda session: session.execute(removed) and None)
    StoreIngest(db, small.context.store, HeldClock(NOW)).run()
    late = datetime(2026, 9, 1, 23, 30, tzinfo=UTC)
    clicks = [visit(late, visitor=80 + n, clicked_ad=ad) for n, ad in enumerate(CLICKED)]
    add_visits(db, [visit(late, visitor=77, utm_source="Google "), *clicks])
    changed = Told(small.context, read_world(db, NOW))
    assert_all_recounted(changed)
    values = {row["value"] for row in changed.ask("breakdown", WHOLE).tables["values"].rows}
    assert {"suchmaschine", "linkedin", "tiktok"} <= values, "a click that was paid for is no direct visit"
    groups = assert_recounted(changed, "breakdown", {**WHOLE, "field": "channel_group"}).tables["values"].rows
    assert {"search_paid", "social_paid", "social"} <= {row["value"] for row in groups if row["visitors"]}


def assert_all_recounted(told: Told) -> None:
    for report in RECOUNTS:
        assert_recounted(told, report, {**WHOLE, "compare": "previous"})
        assert_recounted(told, report, {"only_channel": ["campaign"], "with_bots": "true"})
