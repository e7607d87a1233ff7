"""Bursts: many reservations of one park within minutes, judged while its lock is held.

A park is *under a burst* while more of its places are unconfirmed, or within ten minutes became so, than usual, or
while a domain of mailboxes has reached its limit. New places then have hours instead of days to be confirmed, and every
reservation of the burst carries when it began (`Reservation.burst_at`), so that staff see and end it as one. What was
promised to earlier households stays.

Beyond the bounds no unconfirmed place is given at all: who comes then confirms first. And when a large share of a park
goes out of few networks, or to mailboxes of few domains that are no large provider's, the park pauses itself. Figures
in `LIMITS.md`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate
from typing import Final, NamedTuple

from sqlalchemy import bindparam, func, select, update
from sqlalchemy.orm import Session

from services.household_links.deadline import ConfirmRule
from services.parks.allocation import LockedPark
from services.parks.models import Park, ParkChange
from services.parks.pausing import pause
from services.reservations.abuse.mail_providers import counted_domain
from services.reservations.models import ACTIVE, LABELLED, UNCONFIRMED, Reservation

SPAN: Final = timedelta(minutes=10)
_PAUSE_TIMES: Final = 3
"""So many times `burst_percent` of a park within ten minutes, out of few hands, pauses it."""
FEW_NETWORKS: Final = 3
"""More than half out of so many of the widest networks: of the real households of a country no three give a quarter."""
FEW_DOMAINS: Final = 10
"""The same of domains that are no large provider's: all of them together are less than a third of real ones."""
_LEAST_CONCENTRATED: Final = 10
"""As few say nothing about where they come from."""
_LABELS_KEPT: Final = timedelta(days=7)
_ACTOR: Final = "system"
_WITHOUT_LIMIT: Final = 2**31

_R = Reservation.__table__.c
_IS_RECENT = (_R.park_id == bindparam("park")) & (_R.created_at > bindparam("since"))
_COUNTS = select(
    select(func.count()).where(UNCONFIRMED, _R.park_id == bindparam("park")).scalar_subquery(),
    select(func.count()).where(UNCONFIRMED, _IS_RECENT).scalar_subquery(),
    select(func.count()).where(_IS_RECENT, ACTIVE).scalar_subquery(),
)

_CALLERS = select(Reservation.mailbox, Reservation.network)


@dataclass(frozen=True, slots=True)
class Standing:
    """How many places of a park are unconfirmed, how many of these were given within ten minutes, and how many were
    given within them at all.
    """

    unconfirmed: int
    recent: int
    given: int

    def room(self, rule: ConfirmRule, spot_limit: int) -> int:
        """How many places may be given to addresses that are not confirmed."""
        if rule.within is None:
            return _WITHOUT_LIMIT
        bound = rule.most_unconfirmed(spot_limit)
        return max(min(bound - self.recent, 2 * bound - self.unconfirmed), 0)

    def is_burst(self, rule: ConfirmRule, spot_limit: int) -> bool:
        """Whether more places are unconfirmed than usual."""
        bound = rule.most_unconfirmed(spot_limit)
        return rule.within is not None and (self.unconfirmed > bound or 2 * self.recent > bound)


def standing(session: Session, park: str, now: datetime) -> Standing:
    """The counts of a locked park; one statement."""
    return Standing(*session.connection().execute(_COUNTS, {"park": park, "since": now - SPAN}).one())


def note(session: Session, park: str, locked: LockedPark, now: datetime, *, is_burst: bool) -> datetime | None:
    """Begin or end the burst of a locked park; returns since when it is under one. What was reserved in the ten minutes
    before its beginning belongs to it.
    """
    since = locked.burst_since
    if is_burst and since is None:
        _set(session, park, now)
        of_it = (Reservation.park_id == park) & (Reservation.created_at > now - SPAN) & Reservation.channel.is_(None)
        session.execute(update(Reservation).where(of_it, ACTIVE).values(burst_at=now))
        return now
    if not is_burst and since is not None and since <= now - SPAN:
        _set(session, park, None)
        return None
    return since


def _set(session: Session, park: str, since: datetime | None) -> None:
    session.get_one(Park, park, populate_existing=True).burst_since = since
    session.flush()


class Concentration(NamedTuple):
    """Out of how few networks, or with mailboxes of how few domains, more than half of some reservations come; None:
    out of many. `domain` is the most frequent one, with its number.
    """

    networks: int | None
    domains: int | None
    domain: str
    of_domain: int
    of_these: int
    """How many come out of those networks, or have mailboxes of those domains."""


def concentration(callers: Sequence[tuple[str, str | None]]) -> Concentration | None:
    """Where these mailboxes and labels of networks come from; None where too few or too many places are behind them."""
    if len(callers) < _LEAST_CONCENTRATED:
        return None
    domains = Counter(domain for mailbox, _ in callers if (domain := counted_domain(mailbox)))
    networks = Counter(network for _, network in callers if network)
    (domain, of_domain), *_ = domains.most_common(1) or [("", 0)]
    few_networks, of_networks = _few(networks, len(callers), FEW_NETWORKS)
    few_domains, of_domains = _few(domains, len(callers), FEW_DOMAINS)
    if few_networks is None and few_domains is None:
        return None
    return Concentration(few_networks, few_domains, domain, of_domain, max(of_networks, of_domains))


def _few(counts: Counter[str], total: int, most: int) -> tuple[int | None, int]:
    """How many of the most frequent make more than half, and how many the `most` frequent have; None and 0: they do
    not.
    """
    frequent = [count for _, count in counts.most_common(most)]
    if 2 * sum(frequent) <= total:
        return None, 0
    reached = accumulate(frequent)
    return next(number for number, so_far in enumerate(reached, start=1) if 2 * so_far > total), sum(frequent)


def recent_callers(session: Session, now: datetime) -> list[tuple[str, str | None]]:
    """Mailbox and label of the network of all reservations of the last ten minutes that households made themselves."""
    is_counted = (Reservation.created_at > now - SPAN) & (Reservation.mailbox != "") & Reservation.channel.is_(None)
    return [(mailbox, network) for mailbox, network in session.execute(_CALLERS.where(is_counted))]


def forget_labels(session: Session, now: datetime) -> int:
    """Take the labels off reservations that are older than seven days; returns how many."""
    old = update(Reservation).where(LABELLED, Reservation.created_at < now - _LABELS_KEPT)
    return session.execute(old.values(network=None, line=None)).rowcount  # type: ignore[attr-defined,no-any-return]


def pause_if_emptied(
    session: Session, park: str, locked: LockedPark, rule: ConfirmRule, given: int, now: datetime
) -> bool:
    """Pause a locked park of which a large share was given within ten minutes out of few hands; whether it was. What
    was given before staff resumed it counts no more.
    """
    share = locked.spot_limit * rule.burst_percent * _PAUSE_TIMES
    if not locked.spot_limit or given * 100 < max(share, _LEAST_CONCENTRATED * 100):
        return False
    resumed = select(func.max(ParkChange.at)).where(ParkChange.park_id == park, ParkChange.action == "resumed")
    since = max(now - SPAN, session.scalar(resumed) or now - SPAN)
    of_it = (Reservation.park_id == park) & (Reservation.created_at > since) & Reservation.channel.is_(None)
    found = [(mailbox, network) for mailbox, network in session.execute(_CALLERS.where(of_it, ACTIVE))]
    if (few := concentration(found)) is None or few.of_these * 100 < share:
        return False
    note(session, park, locked, now, is_burst=True)
    pause(session, park, _ACTOR, _reason(len(found), locked.spot_limit, few), now)
    return True


def _reason(given: int, places: int, few: Concentration) -> str:
    """For staff, who see it where they resume the park."""
    origin = origin_words(few)
    return (
        f"Von selbst angehalten: In 10 Minuten gingen {given} von {places} Plätzen weg, mehr als die Hälfte {origin}. "
        "Bitte sehen Sie die Reservierungen dieses Ansturms an und nehmen Sie den Park danach wieder auf."
    )


def origin_words(few: Concentration) -> str:
    """Where they come from, in German."""
    if few.networks is not None:
        return "aus einem einzigen Netz" if few.networks == 1 else f"aus {few.networks} Netzen"
    if few.domains == 1:
        return f"mit Adressen unter {few.domain}"
    return f"mit Adressen unter {few.domains} Domains"
