"""Why a report has changed: keep a run, let one thing happen, compare: exactly that is named, with its numbers."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import insert, update
from starlette.testclient import TestClient

from analytics import definitions as described
from services.campaigns.models import Campaign
from services.referrals.judge_uses import ReferralWatch
from services.reports.diff.reservations import KnownReservation, counts_in
from services.reports.diff.window import Window
from services.reports.models import ReportRun
from services.reservations.models import Reservation
from services.staff.models import AuditEntry, Role
from tests.analytics.visit_rows import add_visits, visit
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import StaffClient, state_of
from tests.services.held_clock import HeldClock
from tests.services.reports.kept_calls import RUNS, explained, keep_report, operate, reserve, today

pytestmark = pytest.mark.usefixtures("probe")
Facts = list[tuple[str, int]]
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


def causes(told: dict[str, Any]) -> Facts:
    return [(cause["kind"], cause["count"]) for cause in told["causes"]]


def figures(told: dict[str, Any], table: str) -> list[tuple[Any, ...]]:
    """Every figure of a table that differs: key, column, before, after."""
    [found] = [one for one in told["tables"] if one["name"] == table]
    return [
        (*row["key"].values(), figure["column"], figure["before"], figure["after"])
        for row in found["rows"]
        for figure in row["figures"]
    ]


def after(admin: TestClient, happens: Callable[[], object]) -> dict[str, Any]:
    """Keep a run, let it happen some minutes later, ask why."""
    made = keep_report(admin)
    state_of(admin).clock.advance(minutes=20)
    happens()
    return explained(admin, made["id"])


# Nothing


@pytest.mark.both_databases
def test_where_nothing_happened_nothing_has_changed(admin: TestClient) -> None:
    told = after(admin, lambda: None)
    assert (told["sentence"], told["is_same"]) == ("Nichts hat sich geändert.", True)
    assert (told["causes"], told["tables"]) == ([], [])
    assert told["before"]["label"] == "Vor der Runde"
    assert told["after"] == {"run_id": None, "label": None, "at": told["after"]["at"]}
    assert told["before"]["at"] < told["after"]["at"]


def test_what_the_report_does_not_rest_on_is_no_cause(admin: TestClient) -> None:
    told = after(admin, lambda: admin.post("/api/staff/notes", json={"day": "2026-11-01", "text": "Messe"}))
    assert told["sentence"] == "Nichts hat sich geändert."


def test_something_that_moved_no_figure_is_told_as_such(admin: TestClient) -> None:
    alias = {"field": "utm_source", "raw": "nie", "canonical": "immer"}
    told = after(admin, lambda: admin.post("/api/staff/aliases", json=alias))
    assert (told["is_same"], causes(told)) == (True, [("alias_added", 1)])
    assert told["sentence"].startswith("Die Zahlen sind gleich geblieben")


# Reservations


@pytest.mark.both_databases
def test_reservations_that_came_later_are_named_with_their_energy(client: TestClient, admin: TestClient) -> None:
    told = after(admin, lambda: [reserve(client, 7, **LARGE), reserve(client, 8)])
    assert causes(told) == [("reservation_added", 2)]
    [cause] = told["causes"]
    assert (cause["sentence"], cause["effect"]) == ("2 Reservierungen kamen hinzu.", "Zusammen 5.000 kWh im Jahr.")
    assert [moment["words"] for moment in cause["moments"]] == [
        "Reservierung 4 vom 03.11.2026, 3.000 kWh",
        "Reservierung 5 vom 03.11.2026, 2.000 kWh",
    ]
    assert cause["moments"][0]["path"] == "/reservations/4/show"
    assert cause["first_at"] == cause["moments"][0]["at"]
    states = next(table for table in told["tables"] if table["name"] == "states")
    assert [(row["key"], row["change"]) for row in states["rows"]] == [
        ({"reservation_id": 4}, "added"),
        ({"reservation_id": 5}, "added"),
    ]
    assert states["sums"] == [{"column": "annual_kwh", "before": 6000, "after": 11000}]


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("name", "prepared", "sentence", "state"),
    [
        ("cancel", [], "Eine Reservierung wurde storniert.", "cancelled"),
        ("expire", [], "Eine Reservierung ist verfallen.", "expired"),
        ("invite", [], "Eine Reservierung wurde zum Vertrag eingeladen.", "invited"),
        ("contract", ["invite"], "Ein Vertrag wurde geschlossen.", "contracted"),
        ("withdraw", ["invite", "contract"], "Ein Vertrag wurde widerrufen.", "withdrawn"),
        ("activate", ["invite", "contract"], "Eine Lieferung hat begonnen.", "active"),
        ("end", ["invite", "contract", "activate"], "Eine Lieferung wurde beendet.", "ended"),
    ],
)
def test_what_became_of_a_reservation_is_named(
    admin: TestClient, name: str, prepared: list[str], sentence: str, state: str
) -> None:
    for step in prepared:
        operate(admin, step, 2)
    told = after(admin, lambda: operate(admin, name, 2))
    assert causes(told) == [(f"reservation_{name}", 1)]
    assert told["causes"][0]["sentence"] == sentence
    assert told["causes"][0]["moments"][0]["actor_name"] == "Kim Admin"
    [(id_, column, _, now)] = figures(told, "states")
    assert (id_, column, now) == (2, "state", state)


def test_a_cancellation_and_its_undo_are_both_told_and_the_figures_are_as_they_were(admin: TestClient) -> None:
    performed: list[int] = []

    def happens() -> None:
        performed.append(operate(admin, "cancel", 1, 2))
        state_of(admin).clock.advance(minutes=5)
        admin.post(f"/api/staff/operations/{performed[0]}/undo", json={})

    told = after(admin, happens)
    assert causes(told) == [("reservation_cancel", 2), ("reservation_undo_cancel", 2)]
    assert [table["name"] for table in told["tables"]] == []


def test_an_undo_alone_is_named(admin: TestClient) -> None:
    performed = operate(admin, "cancel", 1)
    told = after(admin, lambda: admin.post(f"/api/staff/operations/{performed}/undo", json={}))
    assert causes(told) == [("reservation_undo_cancel", 1)]
    assert figures(told, "states") == [(1, "state", "cancelled", "reserved")]


@pytest.mark.both_databases
def test_merging_and_taking_it_back_are_named(admin: TestClient) -> None:
    body = {"ids": [1, 2, 3], "reason": "Dieselbe Familie"}
    told = after(admin, lambda: admin.post("/api/staff/reservations/merge", json=body))
    assert causes(told) == [("reservation_merge", 2)]
    assert {id_ for id_, *_ in figures(told, "states")} == {2, 3}
    [last] = [cause["moments"] for cause in told["causes"]]
    assert [moment["path"] for moment in last] == ["/reservations/2/show", "/reservations/3/show"]
    operations = admin.get("/api/staff/audit", params={"action": "operation.merge"}).json()["data"]
    number = operations[0]["subject"].partition(":")[2]
    told = after(admin, lambda: admin.post(f"/api/staff/operations/{number}/undo", json={}))
    assert causes(told) == [("reservation_undo_merge", 1)]


# Marketing


@pytest.mark.both_databases
def test_an_alias_is_named_with_the_rows_it_moved(admin: TestClient) -> None:
    alias = {"field": "utm_source", "raw": "fb", "canonical": "facebook"}
    made = keep_report(admin)
    added = admin.post("/api/staff/aliases", json=alias).json()
    told = explained(admin, made["id"])
    assert causes(told) == [("alias_added", 1)]
    assert told["causes"][0]["sentence"] == "Quelle: „fb“ zählt jetzt als „facebook“."
    assert told["causes"][0]["effect"] == "Betroffen: die Zeilen „fb“ und „facebook“."
    assert figures(told, "sources") == [
        ("fb", "reservations", 3, None),
        ("facebook", "reservations", None, 3),
    ]
    again = keep_report(admin)
    admin.post(f"/api/staff/aliases/{added['id']}/undo")
    told = explained(admin, again["id"])
    assert [cause["sentence"] for cause in told["causes"]] == ["Quelle: „fb“ zählt nicht mehr als „facebook“."]


@pytest.mark.both_databases
def test_costs_entered_changed_and_removed_are_named_with_their_sum(admin: TestClient) -> None:
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
    assert causes(told) == [("cost_entered", 1), ("cost_changed", 1), ("cost_removed", 1)]
    assert [cause["effect"] for cause in told["causes"]] == [
        "Kosten +50,00\u00a0€.",
        "Kosten +25,50\u00a0€.",
        "Kosten −100,00\u00a0€.",
    ]
    assert told["causes"][1]["moments"][0]["words"] == "„Sommer“ am 01.11.2026: 100,00\u00a0€ → 125,50\u00a0€"
    assert told["causes"][1]["path"] == "/campaigns/1/show"
    assert figures(told, "costs") == [(1, "cents", 20_000, 17_550)]


def test_a_file_of_costs_is_named_when_it_is_read_and_when_it_is_taken_back(admin: TestClient) -> None:
    day = today(admin)
    lines = [f"{day - timedelta(days=days)};Sommer;10,00" for days in (1, 2, 90)]
    text = "\n".join(["Tag;Kampagne;Kosten", *lines])
    body = {"text": text, "file_name": "Kosten.csv", "mapping": MAPPING, "on_overlap": "replace"}
    taken: list[int] = []

    def read_in() -> None:
        answer = admin.post("/api/staff/costs/imports", json=body)
        assert answer.status_code == 201, answer.text
        taken.append(answer.json()["id"])

    admin.put(f"/api/staff/campaigns/1/costs/{day - timedelta(days=1)}", json={"cents": 400})
    told = after(admin, read_in)
    assert causes(told) == [("cost_import_added", 2)]
    assert told["causes"][0]["effect"] == "Kosten +16,00\u00a0€."
    assert figures(told, "costs") == [(1, "cents", 400, 2_000)]
    told = after(admin, lambda: admin.post(f"/api/staff/costs/imports/{taken[0]}/undo"))
    assert causes(told) == [("cost_import_undone", 2)]


def test_corrected_tags_of_a_campaign_are_named(admin: TestClient) -> None:
    body = {"version": 1, "utm_campaign": "sommer-2026"}
    told = after(admin, lambda: admin.patch("/api/staff/campaigns/1", json=body))
    assert [(c["kind"], c["sentence"]) for c in told["causes"]] == [
        ("campaign_tags", "Kampagne „Sommer“ zählt mit anderen Werten: Kampagne „sommer“ → „sommer-2026“.")
    ]


def test_a_remark_on_a_campaign_is_no_cause(admin: TestClient) -> None:
    told = after(admin, lambda: admin.patch("/api/staff/campaigns/1", json={"version": 1, "note": "Läuft gut"}))
    assert told["sentence"] == "Nichts hat sich geändert."


@pytest.mark.both_databases
def test_visits_that_came_later_are_counted_without_bots(admin: TestClient) -> None:
    state = state_of(admin)

    def happens() -> None:
        now = state.clock()
        rows = [visit(now, visitor=2), visit(now, visitor=3, is_bot=True), visit(now - timedelta(days=99), visitor=4)]
        add_visits(state.db, rows)

    told = after(admin, happens)
    assert causes(told) == [("visit_added", 1)]
    assert figures(told, "days") == [(today(admin).isoformat(), "sessions", 1, 2)]


# Parks and codes


def test_another_limit_of_a_park_is_named(admin: TestClient) -> None:
    park = admin.get("/api/staff/parks/ingolstadt").json()
    body = {"version": park["version"], "spot_limit": park["spot_limit"] - 20}
    told = after(admin, lambda: admin.patch(f"/api/staff/parks/{park['id']}", json=body))
    [cause] = told["causes"]
    assert (cause["kind"], cause["path"]) == ("park_limit", f"/parks/{park['id']}/show")
    assert cause["sentence"] == f"{park['name']} hat andere Grenzen: Plätze 500 → 480."
    assert figures(told, "spots") == [(park["id"], "spots", 500, 480)]


@pytest.mark.both_databases
def test_withheld_spots_are_named(admin: TestClient) -> None:
    park = admin.get("/api/staff/parks/ingolstadt").json()
    body = {"numbers": [40, 41], "reason": "Baustelle"}
    told = after(admin, lambda: admin.post(f"/api/staff/parks/{park['id']}/spots/block", json=body))
    assert [cause["sentence"] for cause in told["causes"]] == [f"{park['name']}: 2 Plätze gesperrt."]
    assert figures(told, "spots") == [(park["id"], "free", 497, 495)]


def test_verdicts_on_codes_are_named_where_the_report_rests_on_them(
    admin: TestClient, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.reports.diff.compare.needs", lambda _models: frozenset({"referral_uses"}))
    state = state_of(admin)
    reserve(client, 9, {"referral_code": "NIEMAND"})

    def happens() -> None:
        assert ReferralWatch(state.db, state.clock).check() == 1

    told = after(admin, happens)
    assert causes(told) == [("referral_judged", 1)]


# Several at once, none at all


def test_two_at_once_are_both_named(client: TestClient, admin: TestClient) -> None:
    def happens() -> None:
        operate(admin, "cancel", 1)
        admin.put(f"/api/staff/campaigns/1/costs/{today(admin)}", json={"cents": 700})

    told = after(admin, happens)
    assert causes(told) == [("reservation_cancel", 1), ("cost_entered", 1)]
    assert told["sentence"] == "2 Zeilen sind anders. Dazwischen liegen 2 Ursachen."


def test_a_difference_without_a_cause_is_said_to_be_unexplained(admin: TestClient) -> None:
    db = state_of(admin).db
    silently = update(Reservation).where(Reservation.id == 1).values(annual_kwh=9_999)
    told = after(admin, lambda: db.write(lambda session: session.execute(silently) and None))
    assert [(cause["kind"], cause["sentence"][:10]) for cause in told["causes"]] == [("unexplained", "Unerklärt:")]
    assert told["sentence"] == "Eine Zeile ist anders, und keine bekannte Ursache liegt dazwischen."
    assert figures(told, "states") == [(1, "annual_kwh", 2000, 9999)]


def test_what_happened_outside_the_period_is_named_when_nothing_else_explains_it(
    client: TestClient, admin: TestClient
) -> None:
    day = today(admin)
    past = {"from": (day - timedelta(days=9)).isoformat(), "to": (day - timedelta(days=5)).isoformat()}
    made = keep_report(admin, **past)
    reserve(client, 7)
    told = explained(admin, made["id"])
    assert [(c["kind"], c["is_outside"]) for c in told["causes"]] == [("reservation_added", True)]
    assert [table["name"] for table in told["tables"]] == ["spots"]


def test_other_sql_is_named_with_its_files(admin: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    made = keep_report(admin)
    parts = {"macros": "anders", "probe/days.sql": "anders"}
    monkeypatch.setattr(
        "services.reports.diff.compare.sql_parts", lambda _d: {**stored_parts(admin, made["id"]), **parts}
    )
    told = explained(admin, made["id"])
    assert [cause["sentence"] for cause in told["causes"]] == [
        "Der Bericht wird anders berechnet als damals. Geändert: macros, probe/days.sql."
    ]


def stored_parts(admin: TestClient, run_id: int) -> dict[str, str]:
    with state_of(admin).db.read() as session:
        return dict(session.get_one(ReportRun, run_id).sql_parts)


def test_days_that_went_by_are_named_where_the_report_counts_from_today(
    admin: TestClient, staff_client: StaffClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = keep_report(admin)
    operate(admin, "cancel", 1)
    state_of(admin).clock.advance(days=2)
    admin = staff_client("admin")
    monkeypatch.setattr("services.reports.diff.compare.asks_for_today", lambda _definition: False)
    told = explained(admin, made["id"])
    assert "time_passed" not in [kind for kind, _ in causes(told)], "a report that does not ask for the day"
    monkeypatch.setattr("services.reports.diff.compare.asks_for_today", lambda _definition: True)
    told = explained(admin, made["id"])
    assert causes(told)[-1] == ("time_passed", 2)


# Two kept runs


def test_two_kept_runs_are_compared_the_earlier_first(admin: TestClient) -> None:
    first = keep_report(admin, "Vorher")
    state_of(admin).clock.advance(minutes=20)
    operate(admin, "cancel", 1)
    second = keep_report(admin, "Nachher")
    operate(admin, "cancel", 2)
    for one, other in ((first, second), (second, first)):
        told = explained(admin, one["id"], other["id"])
        assert (told["before"]["label"], told["after"]["label"]) == ("Vorher", "Nachher")
        assert causes(told) == [("reservation_cancel", 1)]
        assert figures(told, "states") == [(1, "state", "reserved", "cancelled")]


def test_other_parameters_are_named(admin: TestClient) -> None:
    first = keep_report(admin)
    second = keep_report(admin, only_utm_source=["google", ""], with_bots=True)
    told = explained(admin, first["id"], second["id"])
    assert [cause["sentence"] for cause in told["causes"]] == [
        "Die beiden Berichte wurden mit anderen Angaben berechnet: Bots mitzählen nein → ja; "
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
    told = explained(staff_client("staff"), made["id"])
    assert [cause["path"] for cause in told["causes"] if cause["kind"] == "cost_entered"] == [None]
    [cancelled] = [cause for cause in told["causes"] if cause["kind"] == "reservation_cancel"]
    assert cancelled["moments"][0]["path"] == "/reservations/1/show"


def _for_everyone(definition: Any) -> Any:
    return replace(definition, audience="everyone")


@pytest.mark.parametrize(
    ("park", "made", "happened", "counts"),
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
    park: str, made: str, happened: str, counts: bool
) -> None:
    of_no_run: Any = None
    may = [(date(2026, 5, 1), date(2026, 5, 31))]
    window = Window(of_no_run, of_no_run, of_no_run, frozenset(), may, "ingolstadt", False, Role.ADMIN)
    at, created_at = (datetime.fromisoformat(f"{day}T10:00:00+00:00") for day in (happened, made))
    known = KnownReservation(created_at, 1000, park)
    assert counts_in(window, known, AuditEntry(at=at)) is counts
    assert not counts_in(window, None, AuditEntry(at=at)), "of a reservation that is gone nothing is known"
