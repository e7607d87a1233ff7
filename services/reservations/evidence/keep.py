"""Writes evidence: what was shown, the figures and the price book, in the transaction of the decision itself."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final

from sqlalchemy.orm import Session

from services.core.db.rows import Insertion
from services.core.german import long_moment
from services.offer.price_book import price_book
from services.privacy.published import texts_behind
from services.reservations.evidence.models import Evidence, EvidenceMoment

_EVIDENCE: Final = Insertion(Evidence.__table__)
_CANONICAL: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a household decided on. `consent_version` is empty where nothing was consented to."""

    moment: EvidenceMoment
    consent_version: str
    facts: Mapping[str, Any]
    client_figures: Mapping[str, Any]


def evidence_row(shown: Shown, now: datetime) -> dict[str, Any]:
    """The row of a decision, all but its reservation."""
    content = {
        "moment": shown.moment.value,
        "at": now,
        "at_berlin": long_moment(now),
        "price_book_sha256": _price_book_sha256(),
        "texts": _texts(shown.consent_version),
        "facts": dict(shown.facts),
        "client_figures": dict(shown.client_figures),
    }
    return {**content, "sha256": fingerprint(content)}


def keep(session: Session, rows: Sequence[dict[str, Any]]) -> None:
    """Insert rows, each with its `reservation_id`, by one statement."""
    _EVIDENCE.run(session, rows)


def fingerprint(content: Mapping[str, Any]) -> str:
    """SHA-256 of a row's members as canonical JSON, the moment in microseconds of UTC: equal on both databases."""
    moment = content["at"].astimezone(UTC).isoformat(timespec="microseconds")
    return hashlib.sha256(_CANONICAL.encode({**content, "at": moment}).encode()).hexdigest()


@lru_cache(maxsize=1)
def _price_book_sha256() -> str:
    return price_book().sha256


@lru_cache(maxsize=32)
def _texts(consent_version: str) -> list[dict[str, str]]:
    return [text.as_json() for text in texts_behind(consent_version)] if consent_version else []
