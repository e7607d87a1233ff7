"""What a small company's marketing looks back on: the last quarter that is ripe, and yesterday."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from services.campaigns import campaigns
from services.campaigns.costs import by_hand
from services.campaigns.costs.schemas import CostIn
from services.campaigns.schemas import CampaignIn
from services.core.clock import BERLIN, berlin_day, utc_now
from services.core.db.db import Database
from services.referral_codes.models import ReferralCode
from services.referrals.issue import CodeIssue
from services.referrals.judge_uses import ReferralWatch
from services.reports.period import last_ripe_quarter
from services.reservations.models import Reservation
from services.visits.steps import Step
from tests.analytics.visit_rows import add_visits, visit
from tests.fixtures.servers import Server
from tests.journeys.console.reserving import reserve_before

NEWSLETTER = {
    "utm_source": "newsletter", "utm_medium": "email", "utm_campaign": "post", "utm_term": "solar ingolstadt",
}  # fmt: skip
FACEBOOK = {"utm_source": "facebook", "utm_medium": "social", "utm_campaign": "feld"}
STEPS = ((Step.FORM_STARTED, 10), (Step.STEP_2, 9), (Step.STEP_3, 8), (Step.STEP_4, 7), (Step.RESERVED, 3))


def noon(day: date) -> datetime:
    """Midday in Berlin."""
    return datetime.combine(day, time(12), BERLIN).astimezone(UTC)


QUARTER = last_ripe_quarter(berlin_day(utc_now()))
MIDDLE = noon(QUARTER.from_day + (QUARTER.to_day - QUARTER.from_day) / 2)


def live_through(server: Server, db: Database) -> None:
    """Fill an empty installation.

    In the middle of the quarter four households reserved: three came by a newsletter that cost 60 € and have a
    contract, one by Facebook, which cost 900 €, and has none; the second gave the code of the first. There were 50
    visitors then and as many yesterday, 8 of each by `fb`; one came 100 days before the quarter.
    """
    now = utc_now()
    seen = {"landing_path": "/", "at": (now - timedelta(minutes=5)).isoformat()}
    reserve_before(server, touches=[NEWSLETTER | seen])
    CodeIssue(db, utc_now).issue()
    with db.read() as session:
        code = session.execute(select(ReferralCode.code)).scalar_one()
    reserve_before(server, touches=[NEWSLETTER | seen | {"referral_code": code}])
    reserve_before(server, touches=[NEWSLETTER | seen])
    reserve_before(server, touches=[FACEBOOK | seen])
    ReferralWatch(db, utc_now).check()
    db.write(_move_to_the_quarter)
    add_campaign(db, "Post aus Ingolstadt", ("newsletter", "email", "post"), 6_000)
    add_campaign(db, "Sommer bei Facebook", ("facebook", "social", "feld"), 90_000)
    before = visit(noon(QUARTER.from_day - timedelta(days=100)), visitor=900)
    add_visits(db, [before, *_visits(MIDDLE), *_visits(noon(berlin_day(now) - timedelta(days=1)))])


def _visits(start: datetime) -> list[dict[str, Any]]:
    """30 visitors by the newsletter, of whom ten begin the form, 8 by Facebook, 12 directly."""
    visitors = ((0, 30, NEWSLETTER), (100, 8, FACEBOOK | {"utm_source": "fb"}), (200, 12, {}))
    rows = [
        visit(start + timedelta(seconds=number), visitor=first + number, **origin)
        for first, count, origin in visitors
        for number in range(count)
    ]
    for step, count in STEPS:
        at = start + timedelta(minutes=step)
        rows += [visit(at, visitor=number, step=step, is_arrival=False, **NEWSLETTER) for number in range(count)]
    return rows


def _move_to_the_quarter(session: Session) -> None:
    session.execute(update(Reservation).values(created_at=MIDDLE))
    session.execute(update(Reservation).where(Reservation.id <= 3).values(state="contracted"))


def add_campaign(db: Database, name: str, tags: tuple[str, str, str], cents: int) -> None:
    """A campaign of that source, medium and name, and what it cost in the middle of the quarter."""
    source, medium, slogan = tags
    body = {"name": name, "utm_source": source, "utm_medium": medium, "utm_campaign": slogan, "landing_path": "/"}

    def add(session: Session) -> None:
        made = campaigns.add(session, CampaignIn.model_validate(body), "system", MIDDLE)
        cost = CostIn.model_validate({"cents": cents, "note": ""})
        by_hand.set_cost(session, made.id, berlin_day(MIDDLE), cost, "system", MIDDLE)

    db.write(add)
