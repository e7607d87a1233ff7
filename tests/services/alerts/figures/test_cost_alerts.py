"""Alerts on what a reservation costs: what is said, refused, and judged once late costs are there."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.alerts.figures import check, preview
from services.alerts.figures.catalogue import FIGURES
from services.alerts.figures.judging.conditions import Condition, Finding, Kind, State
from services.alerts.figures.judging.series import Series
from services.alerts.figures.models import FigureAlert, FigureAlertOpening
from services.alerts.figures.words import Subject, finding_words, headline_of, rule_words
from tests.fixtures.staff import StaffClient
from tests.services.alerts.conftest import Watch
from tests.services.alerts.figures.test_figure_alerts import ALERTS, QUIET, TODAY, added, look, refused
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

COST: dict[str, Any] = QUIET | {"figure": "cost_per_reservation", "kind": "outside", "days": 1, "direction": "high"}
NBSP = "\u00a0"
HISTORY = 160


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """Judging is the same on both."""
    return sqlite_url


@pytest.fixture
def client(make_client: Callable[..., TestClient], clock: HeldClock) -> TestClient:
    return make_client(clock=clock)


class Costs:
    """40 reservations for 400 € a day; what a test enters instead, and up to which day costs are known."""

    def __init__(self) -> None:
        self.first = TODAY - timedelta(days=HISTORY)
        self.cases: dict[date, int] = {}
        self.entered_to = date.max

    def load(self, context: Any, _watched: object, _days: int) -> dict[str, Series]:
        days = [self.first + timedelta(days=number) for number in range((context.now.date() - self.first).days)]
        cents = tuple(40_000 if day <= self.entered_to else 0 for day in days)
        return {"": Series(self.first, cents, tuple(self.cases.get(day, 40) for day in days))}


@pytest.fixture
def costs(monkeypatch: pytest.MonkeyPatch) -> Costs:
    found = Costs()
    monkeypatch.setattr(check, "load", found.load)
    monkeypatch.setattr(preview, "load", found.load)
    return found


def state(browser: TestClient) -> tuple[str, str]:
    [alert] = browser.get(ALERTS).json()["own"]
    return alert["state"], alert["state_words"]


def test_days_are_judged_once_their_costs_are_entered(watch: Watch, staff_client: StaffClient, costs: Costs) -> None:
    """Nothing came for the money of the second of November; its costs are entered on the fifth."""
    bad, day = TODAY - timedelta(days=1), timedelta(days=1)
    costs.cases[bad] = 0
    costs.entered_to = bad - day
    browser = staff_client("marketing")
    added(browser, COST)
    assert look(watch) == (0, 0)
    assert state(browser)[0] == "unknown"
    assert state(browser)[1].endswith("oder davor gab es zu wenige gleiche Tage mit Kosten.")
    costs.entered_to = bad
    assert look(watch) == (1, 0)
    assert state(browser)[0] == "open"
    watch.clock.advance(days=3)
    assert look(watch) == (0, 0), "three days whose costs are not known yet close nothing"
    costs.entered_to = TODAY + day
    assert look(watch) == (0, 1)
    [opening] = stored(watch.db, FigureAlertOpening)
    assert (opening["day"], opening["over_day"]) == (bad, TODAY + day)
    assert opening["words"] == (
        f"Am Mo 2.11. waren es 400{NBSP}€ und keine Reservierung. "
        f"Üblich sind an so einem Tag höchstens 15,38{NBSP}€ je Reservierung."
    )
    [alert] = stored(watch.db, FigureAlert)
    assert (alert["state"], alert["judged_day"], alert["value"]) == ("clear", TODAY + day, 1_000)


def test_costs_that_stay_away_for_two_weeks_are_not_known(
    watch: Watch, staff_client: StaffClient, costs: Costs
) -> None:
    added(staff_client("marketing"), COST)
    look(watch)
    costs.entered_to = TODAY - timedelta(days=1)
    for days, said in ((10, "clear"), (10, "unknown")):
        watch.clock.advance(days=days)
        look(watch)
        assert [alert["state"] for alert in stored(watch.db, FigureAlert)] == [said]


def test_the_preview_counts_alarms_of_costs(staff_client: StaffClient, costs: Costs) -> None:
    costs.cases = {TODAY - timedelta(days=30): 2, TODAY - timedelta(days=10): 0}
    found = staff_client("marketing").post(f"{ALERTS}/preview", json=COST).json()
    assert [one["words"] for one in found["openings"]] == [
        f"Kosten je Reservierung: 200{NBSP}€, ungewöhnlich hoch",
        f"Kosten je Reservierung: 400{NBSP}€ und keine Reservierung",
    ]
    assert found["now_words"] == f"Zurzeit wäre alles in Ordnung. Zuletzt: 10{NBSP}€."
    costs.entered_to = TODAY - timedelta(days=2)
    late = staff_client("marketing").post(f"{ALERTS}/preview", json=COST).json()
    assert late["now_words"].startswith("Heute lässt sich noch nichts sagen. Es fehlen Kosten der letzten Tage,")


def test_the_preview_says_where_nothing_at_all_is_usual(staff_client: StaffClient, costs: Costs) -> None:
    costs.cases = {costs.first + timedelta(days=number): number % 2 for number in range(HISTORY)}
    browser = staff_client("marketing")
    advice = browser.post(f"{ALERTS}/preview", json=COST).json()["advice"]
    assert advice == (
        "Bei so kleinen Zahlen ist es nicht ungewöhnlich, wenn für das Geld gar nichts kommt: "
        "Nach oben schlägt er meist nicht an. Besser passen mehr Tage zusammen."
    )
    assert browser.post(f"{ALERTS}/preview", json=COST | {"days": 14}).json()["advice"] is None


def test_other_spans_are_refused(staff_client: StaffClient) -> None:
    browser = staff_client("marketing")
    assert refused(browser, COST | {"days": 3}) == {"days": "Bitte wählen Sie einen Tag, 7 oder 14 Tage."}
    assert added(browser, COST | {"days": 7})["days"] == 7
    assert added(browser, COST | {"figure": "sessions", "days": 7})["days"] == 1


def test_what_was_found_is_said_with_both_numbers() -> None:
    week, judged = Condition(Kind.OUTSIDE, days=7), date(2026, 11, 12)
    subject = Subject(FIGURES["cost_per_contract"], "Quelle google", {})
    dear = Finding(State.MET, 24_000, 5_000.4, 20_000.9, counts=(48_000, 2))
    assert rule_words(subject, week) == (
        "Kosten je reifem Vertrag, Quelle google: ungewöhnlich niedrig oder hoch in 7 Tagen"
    )
    assert headline_of(subject, week, dear) == (
        f"Kosten je reifem Vertrag, Quelle google: 240{NBSP}€, ungewöhnlich hoch"
    )
    assert finding_words(subject, week, dear, judged) == (
        f"Vom 06.11.2026 bis zum 12.11.2026 waren es 240{NBSP}€ (480{NBSP}€ für 2 Verträge). "
        f"Üblich sind in 7 Tagen mindestens 50,01{NBSP}€ und höchstens 200{NBSP}€."
    )
    cheap = Finding(State.MET, 3_000, 5_000, None, counts=(3_000, 1))
    assert finding_words(subject, Condition(Kind.OUTSIDE), cheap, judged) == (
        f"Am Do 12.11. waren es 30{NBSP}€ (30{NBSP}€ für 1 Vertrag). Üblich sind an so einem Tag mindestens 50{NBSP}€."
    )
    none = Finding(State.MET, None, None, 20_000, counts=(48_000, 0))
    assert headline_of(subject, week, none) == (f"Kosten je reifem Vertrag, Quelle google: 480{NBSP}€ und kein Vertrag")
