"""Visits and touches as the product stores them, made in a line."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import insert

from services.core.clock import BERLIN
from services.core.db.db import Database
from services.visits.models import ReservationTouch, Visit
from services.visits.steps import Consent, Step

NOON = datetime(2026, 10, 20, 10, 0, tzinfo=UTC)
"""Midday in Berlin, three weeks before the held clock's day."""
_TOUCH = dict.fromkeys(
    ("utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "referral_code", "referrer_host"), ""
)


def visit(at: datetime = NOON, **changes: Any) -> dict[str, Any]:
    """A page view of the start page by one visitor who came directly."""
    return {
        "at": at,
        "day": at.astimezone(BERLIN).date(),
        "visitor": 1,
        "step": Step.PAGE_VIEW,
        "path": "/",
        "is_arrival": True,
        **_TOUCH,
        "landing_path": "/",
        "consent": Consent.NOT_ASKED,
        "is_bot": False,
        "is_referrer_spam": False,
        **changes,
    }


def visits_from(at: datetime, count: int, *, apart: timedelta = timedelta(minutes=1)) -> list[dict[str, Any]]:
    """So many page views of as many visitors, one after the other."""
    return [visit(at + n * apart, visitor=n) for n in range(count)]


def add_visits(db: Database, rows: Sequence[dict[str, Any]]) -> None:
    """Store them in one transaction."""
    db.write(lambda session: session.execute(insert(Visit), list(rows)) and None)


def touch(reservation_id: int, position: int = 1, at: datetime = NOON, **changes: Any) -> dict[str, Any]:
    """A touch of a reservation that must exist."""
    named = {"reservation_id": reservation_id, "position": position, "at": at}
    return {**_TOUCH, "landing_path": "/", **named, **changes}


def add_touches(db: Database, rows: Sequence[dict[str, Any]]) -> None:
    """Store them in one transaction."""
    db.write(lambda session: session.execute(insert(ReservationTouch), list(rows)) and None)
