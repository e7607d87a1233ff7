"""Each rule at and above its threshold, and how its alert ends."""

from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from services.alerts.check import NotJudged, check_alerts
from services.alerts.words import amount_words
from services.campaigns.models import CampaignCost
from services.core.db.db import Database
from services.mail.models import Mail
from services.parks.models import Park
from services.reservations.models import Reservation
from tests.services.alerts.conftest import AddCampaign, Watch, job_trouble
from tests.services.held_clock import HeldClock
from tests.services.mail.posting import post
from tests.services.reservations.standing import households, reserve_many
from tests.services.stored import set_spots


def change(db: Database, statement: Any) -> None:
    db.write(lambda session: session.execute(statement) and None)


def take(watch: Watch, spots: int, *, kwh: int = 0, kwh_limit: int | None = None) -> None:
    """The pilot with so many spots and kWh taken."""
    set_spots(watch.db, "free", range(1, 501))
    set_spots(watch.db, "reserved", range(1, spots + 1))
    values = {"kwh_taken": kwh, "kwh_limit": kwh_limit}
    change(watch.db, update(Park).where(Park.id == "ingolstadt").values(**values))


# Capacity


@pytest.mark.parametrize(
    ("spots", "kwh", "kwh_limit", "said"),
    [
        (449, 0, None, None),
        (450, 0, None, "450 von 500 belegt: 450 reserviert. 50 Plätze sind noch frei."),
        (451, 0, None, "451 von 500 belegt: 451 reserviert. 49 Plätze sind noch frei."),
        (499, 0, None, "499 von 500 belegt: 499 reserviert. Ein Platz ist noch frei."),
        (500, 0, None, "500 von 500 belegt: 500 reserviert. Es ist kein Platz mehr frei."),
        # The nearer limit counts, whichever it is.
        (10, 899_999, 1_000_000, None),
        (
            10,
            900_000,
            1_000_000,
            "10 von 500 belegt: 10 reserviert. 900.000 von 1.000.000 kWh im Jahr belegt. 100 Plätze sind noch frei.",
        ),
        (460, 900_000, 1_000_000, "460 von 500 belegt: 460 reserviert. 40 Plätze sind noch frei."),
        # What is left for less than the smallest package is left for nobody.
        (
            10,
            999_500,
            1_000_000,
            "10 von 500 belegt: 10 reserviert. 999.500 von 1.000.000 kWh im Jahr belegt, der Rest reicht für keinen "
            "Platz. Es ist kein Platz mehr frei.",
        ),
    ],
)
def test_a_park_is_told_of_from_the_threshold_on(
    watch: Watch, spots: int, kwh: int, kwh_limit: int | None, said: str | None
) -> None:
    take(watch, spots, kwh=kwh, kwh_limit=kwh_limit)
    watch.look()
    assert [alert["words"] for alert in watch.alerts()] == ([said] if said else [])
    if said:
        assert watch.open_subjects() == ["park:ingolstadt"]


def test_a_park_at_the_threshold_does_not_flap(watch: Watch) -> None:
    """Opened at 90 per cent it stays open down to 88, and is over below."""
    states = []
    for spots in (450, 449, 440, 450, 439, 449, 450):
        take(watch, spots)
        watch.look()
        states.append(len(watch.alerts()))
        watch.clock.advance(minutes=5)
        states.append(len(watch.open_subjects()))
    assert states == [1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 2, 1]


def test_a_changed_threshold_is_taken_at_its_word(watch: Watch) -> None:
    take(watch, 455)
    watch.look()
    watch.rule("capacity", threshold=92)
    watch.look()
    assert watch.open_subjects() == []


# No reservation


def test_silence_is_told_of_from_48_hours_on_and_ends_with_a_reservation(watch: Watch) -> None:
    watch.only("no_reservation")
    watch.clock.advance(days=30)
    watch.look()
    assert watch.alerts() == [], "not before the first reservation"
    reserve_many(watch.db, watch.clock(), households(1))
    watch.clock.advance(hours=47, minutes=59, seconds=59)
    watch.look()
    assert watch.alerts() == []
    watch.clock.advance(seconds=1)
    watch.look()
    assert [alert["headline"] for alert in watch.alerts()] == ["Seit 48 Stunden keine Reservierung"]
    assert watch.alerts()[0]["words"] == "Die letzte kam vor 48 Stunden. Frei sind Plätze in Ingolstadt."
    watch.clock.advance(hours=30)
    watch.look()
    assert [alert["headline"] for alert in watch.alerts()] == ["Seit 3 Tagen und 6 Stunden keine Reservierung"]
    reserve_many(watch.db, watch.clock(), households(1, email="neu@example.org"))
    watch.look()
    assert watch.open_subjects() == []


def test_silence_is_no_alarm_while_nobody_can_reserve_and_counts_anew_afterwards(watch: Watch) -> None:
    reserve_many(watch.db, watch.clock(), households(1))
    take(watch, 500)
    watch.only("no_reservation")
    watch.clock.advance(days=5)
    watch.look()
    assert watch.alerts() == [], "full"
    change(watch.db, update(Park).values(spot_limit=0))
    watch.clock.advance(days=5)
    watch.look()
    assert watch.alerts() == [], "not open"
    change(watch.db, update(Park).where(Park.id == "ingolstadt").values(spot_limit=500, paused_at=watch.clock()))
    take(watch, 499)
    watch.clock.advance(days=5)
    watch.look()
    assert watch.alerts() == [], "paused"
    change(watch.db, update(Park).where(Park.id == "ingolstadt").values(paused_at=None))
    watch.clock.advance(minutes=5)
    watch.look()
    assert watch.alerts() == [], "nobody had two days to take the place"
    watch.clock.advance(hours=48)
    watch.look()
    assert watch.open_subjects() == ["reservations"]
    take(watch, 500)
    watch.look()
    assert watch.open_subjects() == [], "what nobody can do is no longer missed"


def test_a_reservation_that_was_cancelled_was_one(watch: Watch) -> None:
    watch.only("no_reservation")
    ids = reserve_many(watch.db, watch.clock(), households(1))
    change(watch.db, update(Reservation).where(Reservation.id == ids[0]).values(state="cancelled"))
    watch.clock.advance(hours=47)
    watch.look()
    assert watch.alerts() == []
    watch.clock.advance(hours=1)
    watch.look()
    assert watch.open_subjects() == ["reservations"]


# Campaigns


def spend(db: Database, campaign: int, day: date, cents: int) -> None:
    cost = {"campaign_id": campaign, "day": day, "cents": cents, "note": "", "created_by": "staff:1"}

    def unit(session: Session) -> None:
        session.add(CampaignCost(**cost, created_at=HeldClock().now))

    db.write(unit)


@pytest.mark.parametrize(
    ("threshold", "cost", "said"),
    [
        (0, 50_000, None),
        (0, 50_001, "Frühling: 0,01\u00a0€ über Budget"),
        (2_000, 51_999, None),
        (2_000, 52_000, "Frühling: 20\u00a0€ über Budget"),
        (2_000, 60_050, "Frühling: 100,50\u00a0€ über Budget"),
    ],
)
def test_a_campaign_is_told_of_when_it_is_over_its_budget(
    watch: Watch, add_campaign: AddCampaign, threshold: int, cost: int, said: str | None
) -> None:
    campaign = add_campaign(budget_cents=50_000)
    watch.rule("campaign_budget", threshold=threshold)
    spend(watch.db, campaign, date(2026, 11, 1), cost)
    watch.look()
    assert [alert["headline"] for alert in watch.alerts()] == ([said] if said else [])
    if said:
        assert watch.open_subjects() == [f"campaign:{campaign}"]


def test_only_the_days_of_the_campaign_count_against_its_budget(watch: Watch, add_campaign: AddCampaign) -> None:
    period = {"starts_on": date(2026, 10, 1), "ends_on": date(2026, 10, 31)}
    campaign = add_campaign(budget_cents=10_000, **period)
    for day in (date(2026, 9, 30), date(2026, 11, 1)):
        spend(watch.db, campaign, day, 9_000)
    for day in (date(2026, 10, 1), date(2026, 10, 31)):
        spend(watch.db, campaign, day, 5_000)
    watch.look()
    assert watch.alerts() == []
    spend(watch.db, campaign, date(2026, 10, 15), 1)
    watch.look()
    assert [alert["words"] for alert in watch.alerts()] == [
        "Ausgegeben sind 100,01\u00a0€, vorgesehen waren 100\u00a0€."
    ]


def test_costs_that_were_taken_back_archived_campaigns_and_those_without_budget_are_no_alarm(
    watch: Watch, add_campaign: AddCampaign
) -> None:
    corrected = add_campaign(budget_cents=100)
    archived = add_campaign(budget_cents=100, utm_campaign="alt", archived_at=watch.clock())
    free = add_campaign(budget_cents=None, utm_campaign="frei")
    for campaign in (corrected, archived, free):
        spend(watch.db, campaign, date(2026, 11, 1), 500)
    watch.look()
    assert watch.open_subjects() == [f"campaign:{corrected}"]
    change(watch.db, update(CampaignCost).values(removed_at=watch.clock()))
    watch.look()
    assert watch.open_subjects() == []


# Mails


def test_a_mail_that_waits_for_an_hour_is_told_of(watch: Watch) -> None:
    post(watch.db, watch.clock, "Nele", "Ole")
    watch.clock.advance(minutes=59, seconds=59)
    watch.look()
    assert watch.alerts() == []
    watch.clock.advance(seconds=1)
    watch.look()
    assert [alert["words"] for alert in watch.alerts()] == [
        "2 Mails warten auf den Versand, die älteste seit einer Stunde."
    ]
    change(watch.db, update(Mail).values(state="sent"))
    watch.look()
    assert watch.open_subjects() == []


def test_the_age_of_a_mail_is_how_long_it_should_have_left(watch: Watch) -> None:
    """One that may only leave later does not wait; one that is retried has waited all the time."""
    post(watch.db, watch.clock, "Nele")
    later = watch.clock() + timedelta(hours=5)
    change(watch.db, update(Mail).values(next_attempt_at=later))
    watch.clock.advance(hours=3)
    watch.look()
    assert watch.alerts() == []
    change(watch.db, update(Mail).values(state="retrying"))
    watch.look()
    assert watch.open_subjects() == ["mails"]


def test_mails_that_are_nearly_an_hour_old_in_turn_do_not_flap(watch: Watch) -> None:
    post(watch.db, watch.clock, "Nele")
    watch.clock.advance(minutes=1)
    post(watch.db, watch.clock, "Ole")
    watch.clock.advance(minutes=59)
    watch.look()
    change(watch.db, update(Mail).where(Mail.recipient == "Nele@example.org").values(state="sent"))
    watch.look()
    assert watch.open_subjects() == ["mails"], "the next one is 59 minutes old"
    change(watch.db, update(Mail).values(next_attempt_at=watch.clock() - timedelta(minutes=29)))
    watch.look()
    assert watch.open_subjects() == []


# Jobs


def test_what_is_wrong_with_a_job_is_told_of_until_it_is_right(watch: Watch) -> None:
    watch.look(*job_trouble("self-check", "forget"))
    assert sorted(watch.open_subjects()) == ["job:forget", "job:self-check"]
    watch.look(*job_trouble("forget"))
    assert watch.open_subjects() == ["job:forget"]


def test_figures_that_cannot_be_read_leave_their_alerts_open_and_the_others_judged(watch: Watch) -> None:
    watch.look(*job_trouble("forget"))
    take(watch, 450)

    def broken(_session: Session, _now: object) -> list[Any]:
        raise RuntimeError("nobody foresaw this")

    watch.rule("job", checked_at=watch.clock())
    with pytest.raises(NotJudged, match="job"):
        check_alerts(watch.db, watch.settings, watch.clock, broken)
    assert sorted(watch.open_subjects()) == ["job:forget", "park:ingolstadt"]


def test_after_a_pause_of_its_own_the_watch_leaves_the_others_time_to_catch_up(watch: Watch) -> None:
    """After a stop or a sleep mails and jobs are late like itself; the look after that can tell."""
    post(watch.db, watch.clock, "Nele")
    watch.clock.advance(hours=3)
    watch.look(*job_trouble("forget"), after_a_pause=True)
    assert watch.open_subjects() == []
    watch.clock.advance(minutes=5)
    watch.look(*job_trouble("forget"), after_a_pause=True)
    assert sorted(watch.open_subjects()) == ["job:forget", "mails"]
    watch.clock.advance(minutes=16)
    watch.look(after_a_pause=True)
    assert sorted(watch.open_subjects()) == ["job:forget", "mails"], "nor does it call anything right"


# All of them


@pytest.mark.parametrize(
    ("unit", "value", "said"),
    [
        ("percent", 90, "90\u00a0%"),
        ("cents", 2000, "20\u00a0€"),
        ("minutes", 1, "einer Minute"),
        ("minutes", 60, "einer Stunde"),
        ("minutes", 90, "einer Stunde und 30 Minuten"),
        ("minutes", 48 * 60, "48 Stunden"),
        ("minutes", 11 * 60 + 5, "11 Stunden"),
        ("minutes", 73 * 60, "3 Tagen und einer Stunde"),
        ("minutes", 0, "weniger als einer Minute"),
    ],
)
def test_figures_are_said_as_people_say_them(unit: Any, value: int, said: str) -> None:
    assert amount_words(unit, value) == said
