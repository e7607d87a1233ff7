"""Two stands of a report: keep a run, let one thing happen, compare: exactly that is listed, beside what differs."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import insert, update
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from analytics import definitions as described
from services.campaigns.models import Campaign
from services.referrals.judge_uses import ReferralWatch
from services.reports.kept import happened
from services.reports.kept.high_water import Marks, marks_of
from services.reports.models import ReportRun
from services.reservations.labels import RESERVATIONS
from services.reservations.models import Reservation
from services.staff import audit
from services.staff.models import Role
from tests.analytics.visit_rows import add_visits, visit
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import StaffClient, state_of
from tests.services.held_clock import HeldClock
from tests.services.reports.kept_calls import RUNS, compared, keep_report, operate, reserve, today

pytestmark = pytest.mark.usefixtures("probe")
MAPPING = {
    "campaign": 1,
    "day": 0,
    "amount": 2,
    "delimiter": ";",
    "number_format": "de",
    "day_format": "iso",
    "has_header": True,
}
LARGE = {
    "annual_kwh": 3000,
    "solar_share_amount": 1899,
    "expected_monthly_credit": 15,
    "expected_annual_credit": 180,
    "expected_total_credits": 3600,
}


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture
def client(make_client: MakeClient, clock: HeldClock) -> TestClient:
    return make_client(rate_limits="off", clock=clock)


@pytest.fixture
def admin(client: TestClient, staff_client: StaffClient) -> TestClient:
    """An admin of an installation with a campaign, three reservations and a visit."""
    state = state_of(client)
    values = {"name": "Sommer", "landing_path": "/", "note": "", "version": 1, "created_by": "system"}
    tags = {"utm_source": "facebook", "utm_medium": "social", "utm_campaign": "sommer"}
    row = {"id": 1, **values, **tags, "created_at": state.clock()}
    state.db.write(lambda session: session.execute(insert(Campaign), [row]) and None)
    for number in (1, 2, 3):
        reserve(client, number, {"utm_source": "FB"}, {"utm_source": "google"})
    add_visits(state.db, [visit(state.clock(), visitor=1)])
    return staff_client("admin")


def lines(told: dict[str, Any]) -> list[str]:
    assert told["total_happened"] == len(told["happened"])
    return [line["words"] for line in told["happened"]]


def figures(told: dict[str, Any], table: str) -> list[tuple[Any, ...]]:
    """Every figure of a table that differs: key, column, before, after."""
    [found] = [one for one in told["tables"] if one["name"] == table]
    return [
        (*row["key"].values(), figure["column"], figure["before"], figure["after"])
        for row in found["rows"]
        for figure in row["figures"]
    ]


def after(admin: TestClient, happens: Callable[[], object]) -> dict[str, Any]:
    """Keep a run, let it happen some minutes later, compare with now."""
    made = keep_report(admin)
    state_of(admin).clock.advance(minutes=20)
    happens()
    return compared(admin, made["id"])


# Nothing


@pytest.mark.both_databases
def test_where_nothing_happened_nothing_differs(admin: TestClient) -> None:
    told = after(admin, lambda: None)
    assert (told["remarks"], told["happened"], told["tables"]) == ([], [], [])
    assert told["before"]["label"] == "Vor der Runde"
    assert told["after"] == {"run_id": None, "label": None, "at": told["after"]["at"]}
    assert told["before"]["at"] < told["after"]["at"]


def test_what_the_report_does_not_rest_on_is_not_listed(admin: TestClient) -> None:
    told = after(admin, lambda: admin.post("/api/staff/notes", json={"day": "2026-11-01", "text": "Messe"}))
    assert lines(told) == []


def test_what_moved_no_figure_is_listed_all_the_same(admin: TestClient) -> None:
    alias = {"field": "utm_source", "raw": "nie", "canonical": "immer"}
    told = after(admin, lambda: admin.post("/api/staff/aliases", json=alias))
    assert (told["tables"], lines(told)) == ([], ["Quelle: „nie“ zählt jetzt als „immer“"])


def test_a_difference_without_a_trace_stands_alone(admin: TestClient) -> None:
    db = state_of(admin).db
    silently = update(Reservation).where(Reservation.id == 1).values(annual_kwh=9_999)
    told = after(admin, lambda: db.write(lambda session: session.execute(silently) and None))
    assert (told["remarks"], lines(told)) == ([], [])
    assert figures(told, "states") == [(1, "annual_kwh", 2000, 9999)]


# Reservations


@pytest.mark.both_databases
def test_reservations_that_came_later_are_counted_and_shown_row_by_row(client: TestClient, admin: TestClient) -> None:
    told = after(admin, lambda: [reserve(client, 7, **LARGE), reserve(client, 8)])
    assert lines(told) == ["Neue Reservierung: 2 Reservierungen"]
    assert (told["happened"][0]["actor"], told["happened"][0]["path"]) == ("household", None)
    states = next(table for table in told["tables"] if table["name"] == "states")
    assert [(row["key"], row["change"]) for row in states["rows"]] == [
        ({"reservation_id": 4}, "added"),
        ({"reservation_id": 5}, "added"),
    ]
    assert states["sums"] == [{"column": "annual_kwh", "before": 6000, "after": 11000}]


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("name", "prepared", "words", "state"),
    [
        ("cancel", [], "Stornierung", "cancelled"),
        ("expire", [], "Verfall", "expired"),
        ("invite", [], "Einladung zum Vertrag", "invited"),
        ("contract", ["invite"], "Vertragsabschluss", "contracted"),
        ("withdraw", ["invite", "contract"], "Widerruf", "withdrawn"),
        ("activate", ["invite", "contract"], "Beginn der Lieferung", "active"),
        ("end", ["invite", "contract", "activate"], "Ende der Lieferung", "ended"),
    ],
)
def test_what_became_of_a_reservation_is_listed_with_who_did_it(
    admin: TestClient, name: str, prepared: list[str], words: str, state: str
) -> None:
    for step in prepared:
        operate(admin, step, 2)
    told = after(admin, lambda: operate(admin, name, 2))
    [line] = told["happened"]
    assert (line["words"], line["actor_name"]) == (f"{words}: Reservierung 2", "Kim Admin")
    assert line["path"] == "/reservations/2/show"
    assert told["before"]["at"] < line["at"] <= told["after"]["at"]
    [(id_, column, _, now)] = figures(told, "states")
    assert (id_, column, now) == (2, "state", state)


def test_a_cancellation_and_its_undo_are_both_listed_and_the_figures_are_as_they_were(admin: TestClient) -> None:
    def happens() -> None:
        performed = operate(admin, "cancel", 1, 2)
        state_of(admin).clock.advance(minutes=5)
        admin.post(f"/api/staff/operations/{performed}/undo", json={})

    told = after(admin, happens)
    assert lines(told) == ["Stornierung: 2 Reservierungen", "Stornierung zurückgenommen: 2 Reservierungen"]
    assert told["tables"] == []


@pytest.mark.both_databases
def test_merging_and_taking_it_back_are_listed(admin: TestClient) -> None:
    body = {"ids": [1, 2, 3], "reason": "Dieselbe Familie"}
    told = after(admin, lambda: admin.post("/api/staff/reservations/merge", json=body))
    assert lines(told) == ["Zusammenführung: 3 Reservierungen"]
    assert {id_ for id_, *_ in figures(told, "states")} == {2, 3}
    operations = admin.get("/api/staff/audit", params={"action": "operation.merge"}).json()["data"]
    number = operations[0]["subject"].partition(":")[2]
    told = after(admin, lambda: admin.post(f"/api/staff/operations/{number}/undo", json={}))
    assert lines(told) == ["Zusammenführung zurückgenommen: 3 Reservierungen"]


def test_a_corrected_package_is_listed(admin: TestClient) -> None:
    body = {"annual_kwh": 3000, "payment_plan": "one-off", "version": 1, "reason": "Am Telefon so gewünscht"}

    def happens() -> None:
        answer = admin.post("/api/staff/reservations/2/share", json=body)
        assert answer.status_code == 200, answer.text

    told = after(admin, happens)
    assert lines(told) == ["Paket oder Zahlung geändert: Reservierung 2"]
    assert figures(told, "states") == [(2, "annual_kwh", 2000, 3000)]


def test_every_action_on_reservations_that_is_listed_has_its_words() -> None:
    assert set(happened.RESERVATION) <= RESERVATIONS.keys()


@pytest.mark.parametrize(
    ("park", "made", "done", "counts"),
    [
        ("ingolstadt", "2026-05-10", "2026-05-10", True),
        ("ingolstadt", "2026-04-30", "2026-05-31", True),
        ("ingolstadt", "2026-05-10", "2026-06-02", True),
        ("ingolstadt", "2026-04-30", "2026-06-01", False),
        ("munich", "2026-05-10", "2026-05-10", False),
    ],
    ids=["both within", "an older reservation", "a later step", "both outside", "another park"],
)
def test_a_step_counts_by_its_reservation_or_its_own_day_and_in_its_park(
    admin: TestClient, park: str, made: str, done: str, counts: bool
) -> None:
    at, created_at = (datetime.fromisoformat(f"{day}T10:00:00+00:00") for day in (done, made))
    with state_of(admin).db.read() as session:
        newest = marks_of(session).audit

    def unit(session: Session) -> None:
        session.execute(update(Reservation).where(Reservation.id == 2).values(created_at=created_at))
        audit.append(session, [audit.Event("staff:1", "reservation.cancel", "reservation:2", {})], at)

    state_of(admin).db.write(unit)
    with state_of(admin).db.read() as session:
        window = happened.Window(
            session=session,
            since=Marks(newest, 0, 0),
            until=marks_of(session),
            known_at=at,
            needs=frozenset({"reservations"}),
            periods=[(date(2026, 5, 1), date(2026, 5, 31))],
            park=park,
            with_bots=False,
            role=Role.ADMIN,
        )
        assert [line.words for line in happened.happened(window)] == ["Stornierung: Reservierung 2"] * counts


# Marketing


@pytest.mark.both_databases
def test_an_alias_is_listed_beside_the_rows_it_moved(admin: TestClient) -> None:
    alias = {"field": "utm_source", "raw": "fb", "canonical": "facebook"}
    made = keep_report(admin)
    added = admin.post("/api/staff/aliases", json=alias).json()
    told = compared(admin, made["id"])
    assert lines(told) == ["Quelle: „fb“ zählt jetzt als „facebook“"]
    assert figures(told, "sources") == [
        ("fb", "reservations", 3, None),
        ("facebook", "reservations", None, 3),
    ]
    again = keep_report(admin)
    admin.post(f"/api/staff/aliases/{added['id']}/undo")
    assert lines(compared(admin, again["id"])) == ["Quelle: „fb“ zählt nicht mehr als „facebook“"]


@pytest.mark.both_databases
def test_costs_entered_changed_and_removed_are_listed_with_their_amounts(admin: TestClient) -> None:
    day = today(admin)

    def put(days_ago: int, cents: int) -> None:
        path = f"/api/staff/campaigns/1/costs/{day - timedelta(days=days_ago)}"
        assert admin.put(path, json={"cents": cents}).status_code == 200

    for days_ago in (2, 3):
        put(days_ago, 10_000)

    def happens() -> None:
        put(1, 5_000)
        put(2, 12_550)
        admin.delete(f"/api/staff/campaigns/1/costs/{day - timedelta(days=3)}")
        put(60, 99_900)  # long before the period

    told = after(admin, happens)
    assert lines(told) == [
        "Kosten „Sommer“ am 02.11.2026: 50,00\u00a0€",
        "Kosten „Sommer“ am 01.11.2026: 100,00\u00a0€ → 125,50\u00a0€",
        "Kosten „Sommer“ am 31.10.2026: 100,00\u00a0€ entfernt",
    ]
    assert {line["path"] for line in told["happened"]} == {"/campaigns/1/show"}
    assert figures(told, "costs") == [(1, "cents", 20_000, 17_550)]


def test_a_file_of_costs_is_listed_when_it_is_read_and_when_it_is_taken_back(admin: TestClient) -> None:
    day = today(admin)
    rows = [f"{day - timedelta(days=days)};Sommer;10,00" for days in (1, 2, 90)]
    text = "\n".join(["Tag;Kampagne;Kosten", *rows])
    body = {"text": text, "file_name": "Kosten.csv", "mapping": MAPPING, "on_overlap": "replace"}
    taken: list[int] = []

    def read_in() -> None:
        answer = admin.post("/api/staff/costs/imports", json=body)
        assert answer.status_code == 201, answer.text
        taken.append(answer.json()["id"])

    admin.put(f"/api/staff/campaigns/1/costs/{day - timedelta(days=1)}", json={"cents": 400})
    told = after(admin, read_in)
    assert lines(told) == ["Kostendatei eingelesen: 2 Einträge, 20,00\u00a0€"]
    assert figures(told, "costs") == [(1, "cents", 400, 2_000)]
    told = after(admin, lambda: admin.post(f"/api/staff/costs/imports/{taken[0]}/undo"))
    assert lines(told) == ["Kostendatei zurückgenommen: 2 Einträge, 20,00\u00a0€"]
    assert figures(told, "costs") == [(1, "cents", 2_000, 400)]


def test_corrected_tags_of_a_campaign_are_listed_and_a_remark_is_not(admin: TestClient) -> None:
    path = "/api/staff/campaigns/1"
    told = after(admin, lambda: admin.patch(path, json={"version": 1, "utm_campaign": "sommer-2026"}))
    assert lines(told) == ["Kampagne „Sommer“ geändert: Kampagne „sommer“ → „sommer-2026“"]
    assert lines(after(admin, lambda: admin.patch(path, json={"version": 2, "note": "Läuft gut"}))) == []


@pytest.mark.both_databases
def test_visits_that_came_later_are_counted_without_bots(admin: TestClient) -> None:
    state = state_of(admin)
    before = state.clock() - timedelta(minutes=5)

    def happens() -> None:
        now = state.clock()
        rows = [visit(now, visitor=2), visit(now, visitor=3, is_bot=True), visit(now - timedelta(days=99), visitor=4)]
        add_visits(state.db, [*rows, visit(before, visitor=5)])

    told = after(admin, happens)
    assert lines(told) == ["2 Ereignisse von Besuchen kamen hinzu, 1 davon nachträglich"]
    assert figures(told, "days") == [(today(admin).isoformat(), "sessions", 1, 3)]


# Parks and codes


def test_another_limit_of_a_park_is_listed(admin: TestClient) -> None:
    park = admin.get("/api/staff/parks/ingolstadt").json()
    body = {"version": park["version"], "spot_limit": park["spot_limit"] - 20}
    told = after(admin, lambda: admin.patch(f"/api/staff/parks/{park['id']}", json=body))
    [line] = told["happened"]
    assert (line["words"], line["path"]) == (f"{park['name']}: Plätze 500 → 480", f"/parks/{park['id']}/show")
    assert figures(told, "spots") == [(park["id"], "spots", 500, 480)]


@pytest.mark.both_databases
def test_withheld_spots_are_listed(admin: TestClient) -> None:
    park = admin.get("/api/staff/parks/ingolstadt").json()
    body = {"numbers": [40, 41], "reason": "Baustelle"}
    told = after(admin, lambda: admin.post(f"/api/staff/parks/{park['id']}/spots/block", json=body))
    assert lines(told) == [f"{park['name']}: 2 Plätze gesperrt"]
    assert figures(told, "spots") == [(park["id"], "free", 497, 495)]


def test_verdicts_on_codes_are_listed_where_the_report_rests_on_them(
    admin: TestClient, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.reports.kept.compare.needs", lambda _models: frozenset({"referral_uses"}))
    state = state_of(admin)
    reserve(client, 9, {"referral_code": "NIEMAND"})

    def happens() -> None:
        assert ReferralWatch(state.db, state.clock).check() == 1

    assert lines(after(admin, happens)) == ["Empfehlungen beurteilt"]


def test_what_happened_outside_the_period_is_listed_when_nothing_else_is(client: TestClient, admin: TestClient) -> None:
    day = today(admin)
    past = {"from": (day - timedelta(days=9)).isoformat(), "to": (day - timedelta(days=5)).isoformat()}
    made = keep_report(admin, **past)
    reserve(client, 7)
    told = compared(admin, made["id"])
    assert lines(told) == ["Neue Reservierung: Reservierung 4"]
    assert [table["name"] for table in told["tables"]] == ["spots"]


# Computed differently


def test_other_sql_is_said_with_its_files(admin: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    made = keep_report(admin)
    parts = {"macros": "anders", "probe/days.sql": "anders"}
    monkeypatch.setattr(
        "services.reports.kept.compare.sql_parts", lambda _d: {**stored_parts(admin, made["id"]), **parts}
    )
    assert compared(admin, made["id"])["remarks"] == [
        "Der Bericht wurde inzwischen geändert und rechnet anders: macros, probe/days.sql."
    ]


def stored_parts(admin: TestClient, run_id: int) -> dict[str, str]:
    with state_of(admin).db.read() as session:
        return dict(session.get_one(ReportRun, run_id).sql_parts)


def test_days_that_went_by_are_said_where_the_report_counts_from_today(
    admin: TestClient, staff_client: StaffClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = keep_report(admin)
    state_of(admin).clock.advance(days=2)
    admin = staff_client("admin")
    monkeypatch.setattr("services.reports.kept.compare._asks_for_today", lambda _definition: False)
    assert compared(admin, made["id"])["remarks"] == [], "a report that does not ask for the day"
    monkeypatch.setattr("services.reports.kept.compare._asks_for_today", lambda _definition: True)
    [remark] = compared(admin, made["id"])["remarks"]
    assert remark.startswith("Dazwischen liegen 2 Tage: ")


# Two kept runs


def test_two_kept_runs_are_compared_the_earlier_first(admin: TestClient) -> None:
    first = keep_report(admin, "Vorher")
    state_of(admin).clock.advance(minutes=20)
    operate(admin, "cancel", 1)
    second = keep_report(admin, "Nachher")
    operate(admin, "cancel", 2)
    for one, other in ((first, second), (second, first)):
        told = compared(admin, one["id"], other["id"])
        assert (told["before"]["label"], told["after"]["label"]) == ("Vorher", "Nachher")
        assert lines(told) == ["Stornierung: Reservierung 1"]
        assert figures(told, "states") == [(1, "state", "reserved", "cancelled")]


def test_other_parameters_are_said(admin: TestClient) -> None:
    first = keep_report(admin)
    second = keep_report(admin, only_utm_source=["google", ""], with_bots=True)
    told = compared(admin, first["id"], second["id"])
    assert told["remarks"] == [
        "Die beiden Stände wurden mit anderen Angaben berechnet: Bots mitzählen nein → ja; "
        "Quelle alle → google, ohne Angabe."
    ]
    assert figures(told, "sources") == [("fb", "reservations", 3, None)]


def test_runs_of_two_reports_are_not_compared(admin: TestClient, tmp_path: Any, monkeypatch: Any) -> None:
    first = keep_report(admin)
    source = described.REPORTS / "probe"
    for name in ("probe", "other"):
        (tmp_path / name).mkdir()
        for path in source.iterdir():
            (tmp_path / name / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(described, "REPORTS", tmp_path)
    described.definitions.cache_clear()
    second = admin.post(RUNS, json={"report": "other", "label": "Anderer"}).json()
    answer = admin.get(f"{RUNS}/{first['id']}/changes", params={"against": second["id"]})
    assert (answer.status_code, answer.json()["code"]) == (422, "other_report")


def test_a_run_that_is_not_there_cannot_be_compared_with(admin: TestClient) -> None:
    path = f"{RUNS}/{keep_report(admin)['id']}/changes"
    assert admin.get(path, params={"against": 99}).status_code == 404
    assert admin.get(path, params={"against": "gestern"}).status_code == 422


# Roles


def test_who_may_not_open_a_page_is_given_no_way_to_it(
    admin: TestClient, staff_client: StaffClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = keep_report(admin)
    admin.put(f"/api/staff/campaigns/1/costs/{today(admin)}", json={"cents": 700})
    operate(admin, "cancel", 1)
    everyone = {name: _for_everyone(one) for name, one in described.definitions().items()}
    monkeypatch.setattr("services.reports.kept.keep.definitions", lambda: everyone)
    told = compared(staff_client("staff"), made["id"])
    ways = {line["words"].partition(" ")[0]: line["path"] for line in told["happened"]}
    assert ways == {"Kosten": None, "Stornierung:": "/reservations/1/show"}


def _for_everyone(definition: Any) -> Any:
    return replace(definition, audience="everyone")
