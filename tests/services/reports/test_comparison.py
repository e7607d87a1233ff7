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
from services.audit.actions import area_of
from services.campaigns.models import Campaign
from services.referrals.judge_uses import ReferralWatch
from services.reports.kept import happened
from services.reports.kept.keep import Marks, marks_of
from services.reports.models import ReportRun
from services.reservations.models import Reservation
from services.staff import audit
from services.staff.models import Role
from tests.analytics.visit_rows import add_visits, visit
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import StaffClient, state_of
from tests.services.held_clock import HeldClock
from tests.services.reports.kept_calls import RUNS, compared, keep_report, operate, reserve, today
from tests.services.reservations.standing import do

pytestmark = pytest.mark.usefixtures("probe")
LARGE = {"annual_kwh": 3000, "solar_share_amount": 1899, "expected_monthly_credit": 15, "expected_annual_credit": 180,
         "expected_total_credits": 3600}  # fmt: skip
Happens = Callable[[TestClient], object]


@pytest.fixture
def client(make_client: MakeClient, clock: HeldClock) -> TestClient:
    return make_client(rate_limits="off", clock=clock)


@pytest.fixture
def admin(client: TestClient, staff_client: StaffClient) -> TestClient:
    """An admin of an installation with a campaign, eight reservations and a visit. Today is 3 November 2026."""
    state = state_of(client)
    tags = {"utm_source": "facebook", "utm_medium": "social", "utm_campaign": "sommer"}
    row = {"id": 1, "name": "Sommer", "landing_path": "/", "note": "", "version": 1, "created_by": "system", **tags}
    state.db.write(lambda session: session.execute(insert(Campaign), [{**row, "created_at": state.clock()}]) and None)
    for number in range(1, 9):
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


def call(method: str, path: str, **body: Any) -> Happens:
    def unit(admin: TestClient) -> None:
        answer = admin.request(method, f"/api/staff/{path}", json=None if method == "DELETE" else body)
        assert answer.is_success, answer.text

    return unit


def operation(name: str, *ids: int) -> Happens:
    return lambda admin: operate(admin, name, *ids)


def contract(id_: int) -> Happens:
    def concluded(admin: TestClient) -> None:
        state = state_of(admin)
        do(state.db, "contract", [id_], state.clock())

    return concluded


def cost(day: str, cents: int) -> Happens:
    return call("PUT", f"campaigns/1/costs/{day}", cents=cents)


def two_come(admin: TestClient) -> None:
    reserve(admin, 9, **LARGE)
    reserve(admin, 10)


def people_and_a_bot_come(admin: TestClient) -> None:
    """One of them before the run was kept, one before its period."""
    now = state_of(admin).clock()
    rows = [visit(now, visitor=2), visit(now, visitor=3, is_bot=True), visit(now - timedelta(days=99), visitor=4)]
    add_visits(state_of(admin).db, [*rows, visit(now - timedelta(minutes=25), visitor=5)])


def cancelled_and_taken_back(admin: TestClient) -> None:
    performed = operate(admin, "cancel", 1, 2)
    state_of(admin).clock.advance(minutes=5)
    call("POST", f"operations/{performed}/undo")(admin)


def unmerged(admin: TestClient) -> None:
    [merged] = admin.get("/api/staff/audit", params={"action": "operation.merge"}).json()["data"]
    admin.post(f"/api/staff/operations/{merged['subject'].partition(':')[2]}/undo", json={})


def silently_changed(admin: TestClient) -> None:
    silently = update(Reservation).where(Reservation.id == 5).values(annual_kwh=9_999)
    state_of(admin).db.write(lambda session: session.execute(silently) and None)


def smaller_park(admin: TestClient) -> None:
    park = admin.get("/api/staff/parks/ingolstadt").json()
    call("PATCH", "parks/ingolstadt", version=park["version"], spot_limit=480)(admin)


MAPPING = {"campaign": 1, "day": 0, "amount": 2, "delimiter": ";", "number_format": "de", "day_format": "iso",
           "has_header": True}  # fmt: skip
COST_FILE = "Tag;Kampagne;Kosten\n2026-11-02;Sommer;10,00\n2026-11-01;Sommer;10,00\n2026-08-05;Sommer;10,00"
STORY: list[tuple[list[Happens], list[tuple[str, str | None]], dict[str, list[tuple[Any, ...]]] | None]] = [
    ([call("POST", "notes", day="2026-11-01", text="Messe")], [], {}),
    ([call("POST", "aliases", field="utm_source", raw="nie", canonical="immer")],
     [("Quelle: „nie“ zählt jetzt als „immer“", "/aliases/assigned")], {}),
    ([call("POST", "aliases", field="utm_source", raw="fb", canonical="facebook")],
     [("Quelle: „fb“ zählt jetzt als „facebook“", "/aliases/assigned")],
     {"sources": [("fb", "reservations", 8, None), ("facebook", "reservations", None, 8)]}),
    ([call("POST", "aliases/2/undo")], [("Quelle: „fb“ zählt nicht mehr als „facebook“", "/aliases/assigned")], None),
    ([call("POST", "parks/ingolstadt/spots/block", numbers=[40, 41], reason="Baustelle")],
     [("Ingolstadt: 2 Plätze gesperrt", "/parks/ingolstadt/show")], {"spots": [("ingolstadt", "free", 492, 490)]}),
    ([smaller_park], [("Ingolstadt: Plätze 500 → 480", "/parks/ingolstadt/show")],
     {"spots": [("ingolstadt", "spots", 500, 480)]}),
    ([two_come], [("Neue Reservierung: 2 Reservierungen", None)], None),
    ([people_and_a_bot_come], [("2 Ereignisse von Besuchen kamen hinzu, 1 davon nachträglich", None)],
     {"days": [("2026-11-03", "sessions", 1, 3)]}),
    ([cancelled_and_taken_back],
     [("Stornierung: 2 Reservierungen", None), ("Stornierung zurückgenommen: 2 Reservierungen", None)], {}),
    ([operation("expire", 1)], [("Verfall: Reservierung 1", "/reservations/1/show")],
     {"states": [(1, "state", "reserved", "expired")]}),
    ([operation("invite", 2), contract(2), operation("activate", 2), operation("end", 2)],
     [("Einladung zum Vertrag: Reservierung 2", "/reservations/2/show"),
      ("Vertragsabschluss: Reservierung 2", "/reservations/2/show"),
      ("Beginn der Lieferung: Reservierung 2", "/reservations/2/show"),
      ("Ende der Lieferung: Reservierung 2", "/reservations/2/show")], None),
    ([operation("invite", 3), contract(3), operation("withdraw", 3)],
     [("Einladung zum Vertrag: Reservierung 3", "/reservations/3/show"),
      ("Vertragsabschluss: Reservierung 3", "/reservations/3/show"),
      ("Widerruf: Reservierung 3", "/reservations/3/show")], None),
    ([call("POST", "reservations/4/share", annual_kwh=3000, payment_plan="one-off", version=1, reason="Am Telefon")],
     [("Paket oder Zahlung geändert: Reservierung 4", "/reservations/4/show")],
     {"states": [(4, "annual_kwh", 2000, 3000)]}),
    ([silently_changed], [], {"states": [(5, "annual_kwh", 2000, 9999)]}),
    ([call("POST", "reservations/merge", ids=[6, 7, 8], reason="Dieselbe Familie")],
     [("Zusammenführung: 3 Reservierungen", None)], None),
    ([unmerged], [("Zusammenführung zurückgenommen: 3 Reservierungen", None)], None),
    ([cost("2026-11-01", 10_000), cost("2026-10-31", 10_000)],
     [("Kosten „Sommer“ am 01.11.2026: 100,00\u00a0€", "/campaigns/1/show"),
      ("Kosten „Sommer“ am 31.10.2026: 100,00\u00a0€", "/campaigns/1/show")], None),
    ([cost("2026-11-02", 5_000), cost("2026-11-01", 12_550), call("DELETE", "campaigns/1/costs/2026-10-31"),
      cost("2026-09-04", 99_900)],  # long before the period
     [("Kosten „Sommer“ am 02.11.2026: 50,00\u00a0€", "/campaigns/1/show"),
      ("Kosten „Sommer“ am 01.11.2026: 100,00\u00a0€ → 125,50\u00a0€", "/campaigns/1/show"),
      ("Kosten „Sommer“ am 31.10.2026: 100,00\u00a0€ entfernt", "/campaigns/1/show")],
     {"costs": [(1, "cents", 20_000, 17_550)]}),
    ([call("POST", "costs/imports", text=COST_FILE, file_name="Kosten.csv", mapping=MAPPING, on_overlap="replace")],
     [("Kostendatei eingelesen: 2 Einträge, 20,00\u00a0€", "/costs")], {"costs": [(1, "cents", 17_550, 2_000)]}),
    ([call("POST", "costs/imports/1/undo")],
     [("Kostendatei zurückgenommen: 2 Einträge, 20,00\u00a0€", "/costs")], {"costs": [(1, "cents", 2_000, 17_550)]}),
    ([call("PATCH", "campaigns/1", version=1, utm_campaign="sommer-2026"),
      call("PATCH", "campaigns/1", version=2, note="Läuft gut")],
     [("Kampagne „Sommer“ geändert: Kampagne „sommer“ → „sommer-2026“", "/campaigns/1/show")], None),
]  # fmt: skip
"""What happens after a run was kept; what is listed of it and where that leads; which figures then differ (None: not
looked at here).
"""


@pytest.mark.both_databases(sample="postgresql")
def test_what_happened_is_listed_beside_the_figures_it_moved(
    admin: TestClient, staff_client: StaffClient, subtests: pytest.Subtests
) -> None:
    clock = state_of(admin).clock
    for happens, expected, moved in STORY:
        with subtests.test(" ".join(words for words, _ in expected) or f"{happens}"):
            admin = staff_client("admin")  # sessions end while the clock goes on
            made = keep_report(admin)
            clock.advance(minutes=20)
            for one in happens:
                one(admin)
            told = compared(admin, made["id"])
            assert [(line["words"], line["path"]) for line in told["happened"]] == expected
            assert told["total_happened"] == len(expected)
            assert told["remarks"] == []
            assert all(told["before"]["at"] < line["at"] <= told["after"]["at"] for line in told["happened"])
            if moved is not None:
                assert {table["name"]: figures(told, table["name"]) for table in told["tables"]} == moved
    assert told["before"]["label"] == "Vor der Runde"
    assert told["after"] == {"run_id": None, "label": None, "at": told["after"]["at"]}


def test_who_did_it_is_named_and_rows_that_came_are_added(admin: TestClient) -> None:
    made = keep_report(admin)
    state_of(admin).clock.advance(minutes=20)
    two_come(admin)
    operate(admin, "cancel", 1)
    told = compared(admin, made["id"])
    assert [(line["actor"] == "household", line["actor_name"]) for line in told["happened"]] == [
        (True, told["happened"][0]["actor_name"]),
        (False, "Kim Admin"),
    ]
    states = next(table for table in told["tables"] if table["name"] == "states")
    assert [(row["key"]["reservation_id"], row["change"]) for row in states["rows"]] == [
        (1, "changed"),
        (9, "added"),
        (10, "added"),
    ]
    assert states["sums"] == [{"column": "annual_kwh", "before": 16000, "after": 21000}]


def test_every_action_on_reservations_that_is_listed_has_its_words() -> None:
    assert {area_of(action) for action in happened.RESERVATION} == {"reservations"}


COUNTED = {
    "both within": ("ingolstadt", "2026-05-10", "2026-05-10", True),
    "an older reservation": ("ingolstadt", "2026-04-30", "2026-05-31", True),
    "a later step": ("ingolstadt", "2026-05-10", "2026-06-02", True),
    "both outside": ("ingolstadt", "2026-04-30", "2026-06-01", False),
    "another park": ("munich", "2026-05-10", "2026-05-10", False),
}
"""Park of the report, days of the reservation and of the step; whether that is a cause in a report of May."""


def test_a_step_counts_by_its_reservation_or_its_own_day_and_in_its_park(
    admin: TestClient, subtests: pytest.Subtests
) -> None:
    db = state_of(admin).db
    for name, (park, made, done, counts) in COUNTED.items():
        at, created_at = (datetime.fromisoformat(f"{day}T10:00:00+00:00") for day in (done, made))
        with db.read() as session:
            newest = marks_of(session).audit

        def unit(session: Session, at: datetime = at, created_at: datetime = created_at) -> None:
            session.execute(update(Reservation).where(Reservation.id == 2).values(created_at=created_at))
            audit.append(session, [audit.Event("staff:1", "reservation.cancel", "reservation:2", {})], at)

        db.write(unit)
        with subtests.test(name), db.read() as session:
            window = happened.Window(
                session=session, since=Marks(newest, 0, 0), until=marks_of(session), known_at=at,
                needs=frozenset({"reservations"}), periods=[(date(2026, 5, 1), date(2026, 5, 31))], park=park,
                with_bots=False, role=Role.ADMIN,
            )  # fmt: skip
            assert [line.words for line in happened.happened(window)] == ["Stornierung: Reservierung 2"] * counts


def test_verdicts_on_codes_are_listed_where_the_report_rests_on_them(
    admin: TestClient, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.reports.kept.compare.needs", lambda _models: frozenset({"referral_uses"}))
    state = state_of(admin)
    reserve(client, 9, {"referral_code": "NIEMAND"})
    made = keep_report(admin)
    state.clock.advance(minutes=20)
    assert ReferralWatch(state.db, state.clock).check() == 1
    assert lines(compared(admin, made["id"])) == ["Empfehlungen beurteilt"]


def test_what_happened_outside_the_period_is_listed_when_nothing_else_is(client: TestClient, admin: TestClient) -> None:
    day = today(admin)
    past = {"from": (day - timedelta(days=9)).isoformat(), "to": (day - timedelta(days=5)).isoformat()}
    made = keep_report(admin, **past)
    reserve(client, 11)
    told = compared(admin, made["id"])
    assert lines(told) == ["Neue Reservierung: Reservierung 9"]
    assert [table["name"] for table in told["tables"]] == ["spots"]


def test_what_is_computed_differently_is_said(
    admin: TestClient, staff_client: StaffClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other SQL with its files, and days that went by where the report counts from today."""
    made = keep_report(admin)
    with state_of(admin).db.read() as session:
        parts = {**session.get_one(ReportRun, made["id"]).sql_parts, "macros": "anders", "probe/days.sql": "anders"}
    with monkeypatch.context() as other:
        other.setattr("services.reports.kept.compare.sql_parts", lambda _definition: parts)
        assert compared(admin, made["id"])["remarks"] == [
            "Der Bericht wurde inzwischen geändert und rechnet anders: macros, probe/days.sql."
        ]
    state_of(admin).clock.advance(days=2)
    admin = staff_client("admin")
    monkeypatch.setattr("services.reports.kept.compare._asks_for_today", lambda _definition: False)
    assert compared(admin, made["id"])["remarks"] == [], "a report that does not ask for the day"
    monkeypatch.setattr("services.reports.kept.compare._asks_for_today", lambda _definition: True)
    [remark] = compared(admin, made["id"])["remarks"]
    assert remark.startswith("Dazwischen liegen 2 Tage: ")


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
    otherwise = keep_report(admin, only_utm_source=["google", ""], with_bots=True)
    told = compared(admin, second["id"], otherwise["id"])
    assert told["remarks"] == [
        "Die beiden Stände wurden mit anderen Angaben berechnet: Bots mitzählen nein → ja; "
        "Quelle alle → google, ohne Angabe."
    ]
    assert figures(told, "sources") == [("fb", "reservations", 8, None)]
    for against, status in ((99, 404), ("gestern", 422)):
        assert admin.get(f"{RUNS}/{first['id']}/changes", params={"against": against}).status_code == status


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


def test_who_may_not_open_a_page_is_given_no_way_to_it(
    admin: TestClient, staff_client: StaffClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = keep_report(admin)
    cost(today(admin), 700)(admin)
    operate(admin, "cancel", 1)
    everyone = {name: replace(one, audience="everyone") for name, one in described.definitions().items()}
    monkeypatch.setattr("services.reports.kept.keep.definitions", lambda: everyone)
    told = compared(staff_client("staff"), made["id"])
    ways = {line["words"].partition(" ")[0]: line["path"] for line in told["happened"]}
    assert ways == {"Kosten": None, "Stornierung:": "/reservations/1/show"}
