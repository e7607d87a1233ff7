"""Writes evidence: what was shown, in the transaction of the decision itself."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache, lru_cache
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.db.rows import Insertion
from services.core.german import long_moment
from services.offer import (
    CARD_VERIFICATION_CENTS,
    CREDIT_TENTH_CT,
    MINIMUM_TENTH_CT,
    PACKAGES,
    PLANS,
    Quote,
    price_book,
    quote,
)
from services.privacy.consent_texts import DESK_TEXTS, TERMS_TEXTS
from services.privacy.published import Published, TextKind, texts_behind
from services.reservations.evidence.models import Evidence, EvidenceMoment
from services.reservations.placement import figure_columns

NOTHING: Final = ""
"""In the place of a consent's version, where nothing was consented to."""
_CANONICAL: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)
_LETTERS: Final = 12


@cache
def offer_of(figures: Quote) -> Published:
    """An offer with every binding figure; `least_*` are those with the contract's minimum credit."""
    return _named(TextKind.OFFER, offer_facts(figures))


@cache
def texts_of(consent_version: str) -> Published:
    """The texts that belong to a consent, by kind, version and fingerprint; none for `NOTHING`."""
    names = texts_behind(consent_version) if consent_version else ()
    return _named(TextKind.SHOWN_TEXTS, [name.as_json() for name in names])


def everything_shown() -> Iterator[Published]:
    """All that evidence of this code can name."""
    for kwh in PACKAGES:
        for plan in PLANS:
            yield from (offer_of(quote(kwh, plan, tenth_ct)) for tenth_ct in CREDIT_TENTH_CT)
    yield from (texts_of(version) for version in (NOTHING, *TERMS_TEXTS, *DESK_TEXTS))


def offer_facts(figures: Quote) -> dict[str, Any]:
    """The members of an offer, by the names of the reservation's columns."""
    least = quote(figures.package.annual_kwh, figures.plan.id, MINIMUM_TENTH_CT)
    return {
        "price_book_sha256": price_book().sha256,
        "package": figures.package.name,
        "annual_kwh": figures.package.annual_kwh,
        "payment_plan": figures.plan.id,
        "plan_months": figures.plan.months,
        "credit_tenth_ct": figures.tenth_ct,
        **figure_columns(figures),
        "deposit_cents": CARD_VERIFICATION_CENTS,
        "least_monthly_cents": least.credits.monthly,
        "least_annual_cents": least.credits.annual,
        "least_break_even_tenth_years": least.break_even_tenth_years,
        "least_covered_tenth_years": least.paid_break_even_tenth_years,
    }


def _named(kind: TextKind, content: object) -> Published:
    text = _CANONICAL.encode(content)
    return Published(kind, Published(kind, "", text).sha256[:_LETTERS], text)


_EVIDENCE: Final = Insertion(Evidence.__table__)
CONTENT: Final = (
    *("moment", "at", "at_berlin", "texts_sha256", "offer_sha256", "before_sha256"),
    *("reference", "park_id", "park_name", "spot_number", "spots_total", "consent_source", "client_figures"),
)
"""The columns that the fingerprint covers, in its order."""
TAKEN: Final = ("taken_by", "received_on")
"""Covered as well if staff wrote the decision down; left out otherwise, as before these were kept."""


@dataclass(frozen=True, slots=True)
class Place:
    """The place that was shown, and how many the park had."""

    reference: str
    park_id: str
    park_name: str
    spot_number: int
    spots_total: int


@dataclass(frozen=True, slots=True)
class Taken:
    """Who of the staff wrote a decision down, and the day of the letter or fair, if it came by one."""

    by: str
    received_on: date | None


@dataclass(frozen=True, slots=True)
class Shown:
    """What a household decided on. `consent_version` is `NOTHING` where nothing was consented to; `before` is the offer
    that a change has replaced; without `taken` the household decided by itself.
    """

    moment: EvidenceMoment
    place: Place
    offer: Quote
    client_figures: Mapping[str, Any]
    consent_version: str
    consent_source: str
    before: Quote | None = None
    taken: Taken | None = None


def evidence_row(shown: Shown, now: datetime) -> dict[str, Any]:
    """The row of a decision, all but its reservation."""
    place = shown.place
    content = {
        "moment": shown.moment.value,
        "at": now,
        "at_berlin": _in_berlin(now),
        "texts_sha256": texts_of(shown.consent_version).sha256,
        "offer_sha256": offer_of(shown.offer).sha256,
        "before_sha256": offer_of(shown.before).sha256 if shown.before else None,
        "reference": place.reference,
        "park_id": place.park_id,
        "park_name": place.park_name,
        "spot_number": place.spot_number,
        "spots_total": place.spots_total,
        "consent_source": shown.consent_source,
        "client_figures": shown.client_figures,
        "taken_by": shown.taken.by if shown.taken else None,
        "received_on": shown.taken.received_on if shown.taken else None,
    }
    return {**content, "sha256": fingerprint(content)}


def latest_offer(session: Session, reservation_id: int) -> str | None:
    """The fingerprint of a reservation's current offer, from its latest evidence; None: it has none."""
    query = select(Evidence.offer_sha256).where(Evidence.reservation_id == reservation_id)
    return session.scalar(query.order_by(Evidence.id.desc()).limit(1))


@dataclass(frozen=True, slots=True)
class Replacement:
    """Fingerprints of an offer and of the one that it replaced."""

    offer: str
    before: str


def latest_change(session: Session, reservation_id: int) -> Replacement | None:
    """The offers of the latest evidence of a change of the share; None: there is none."""
    is_one = (Evidence.reservation_id == reservation_id) & Evidence.before_sha256.is_not(None)
    query = select(Evidence.offer_sha256, Evidence.before_sha256).where(is_one).order_by(Evidence.id.desc()).limit(1)
    row = session.execute(query).one_or_none()
    return Replacement(row[0], str(row[1])) if row else None


def naming(row: Mapping[str, Any], **kept: str) -> dict[str, Any]:
    """The same row with offers that were kept earlier: `offer_sha256`, `before_sha256`."""
    content = {**row, **kept}
    return {**content, "sha256": fingerprint(content)}


def keep(session: Session, rows: Sequence[dict[str, Any]]) -> None:
    """Insert rows, each with its `reservation_id`, by one statement."""
    _EVIDENCE.run(session, rows)


def fingerprint(content: Mapping[str, Any]) -> str:
    """SHA-256 of a row's members, a line each in the order of `CONTENT`: the moment in microseconds of UTC, the
    client's figures as canonical JSON. Those of `TAKEN` follow where staff took the consent. Equal on both databases.
    """
    written = {
        **content,
        "at": content["at"].astimezone(UTC).isoformat(timespec="microseconds"),
        "client_figures": _CANONICAL.encode(content["client_figures"]),
    }
    names = (*CONTENT, *TAKEN) if content.get("taken_by") else CONTENT
    return hashlib.sha256("\n".join([str(written[name]) for name in names]).encode()).hexdigest()


@lru_cache(maxsize=8)
def _in_berlin(now: datetime) -> str:
    """The calls of a group share their moment."""
    return long_moment(now)
