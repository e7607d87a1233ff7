"""Burst detection: many reservations at once from few networks or one mail domain suggest a script."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.models import RateCount
from services.reservations.abuse.caller_limits import BURST_PURPOSE, BURST_SECONDS
from services.reservations.models import Reservation

SPAN = timedelta(seconds=BURST_SECONDS)
_FEW_NETWORKS = 3
"""This many reservations per network on average count as a concentration: real households rarely share one."""


@dataclass(frozen=True, slots=True)
class Burst:
    """The reservations of the last ten minutes. `networks` and `domain` are named only where they are few."""

    count: int
    networks: int | None
    domain: str | None
    of_domain: int


def recent_burst(session: Session, now: datetime) -> Burst | None:
    """The latest reservations, None unless they came from few networks or mostly use addresses of one domain."""
    is_counted = (Reservation.created_at > now - SPAN) & (Reservation.mailbox != "")
    addresses = session.scalars(select(Reservation.mailbox).where(is_counted)).all()
    if not addresses:
        return None
    domain, of_domain = Counter(address.rpartition("@")[2] for address in addresses).most_common(1)[0]
    is_one_domain = 2 * of_domain > len(addresses)
    networks = _few_networks(session, now)
    if networks is None and not is_one_domain:
        return None
    return Burst(len(addresses), networks, domain if is_one_domain else None, of_domain)


def _few_networks(session: Session, now: datetime) -> int | None:
    """How many networks the reservations of this and the previous counting window came from, if those are few."""
    window = int(now.timestamp()) // BURST_SECONDS * BURST_SECONDS
    ours = RateCount.bucket.startswith(f"{BURST_PURPOSE}:", autoescape=True)
    query = select(func.count(RateCount.bucket.distinct()), func.coalesce(func.sum(RateCount.calls), 0))
    networks, calls = session.execute(query.where(ours, RateCount.window_start >= window - BURST_SECONDS)).one()
    return networks if calls and calls >= networks * _FEW_NETWORKS else None
