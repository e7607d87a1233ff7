"""What the API tells of the evidence of a reservation. Amounts in cents, rates in tenths of a cent, interest in basis
points."""

from datetime import datetime
from typing import Any, Literal

from services.core.http.answers import Answer
from services.privacy.published import TextKind

MomentName = Literal["reserved", "offer_accepted", "taken_over", "share_changed", "not_recorded"]
"""`not_recorded`: the reservation is older than the recording; only what was stored then is told."""


class ShownTextOut(Answer):
    """One text that was shown. `content` is null where its wording is not kept. It has the company's data as they were
    shown then; `sha256` is of the wording with the places left for them, which is the same for all moments.
    """

    kind: TextKind
    version: str
    sha256: str
    content: str | None


class EvidenceMomentOut(Answer):
    """One decision of the household, as it was told. `is_intact`: the row still has the fingerprint it was stored
    with; null where there is none. `price_book` is null where it was not recorded. `offer` are the server's figures by
    the names of the reservation's columns; `before` is the offer that a change has replaced. `company` are the
    company's data of that moment, as JSON; null where they were not kept yet: their places are then left in the texts.
    """

    moment: MomentName
    at: datetime
    at_berlin: str
    price_book: ShownTextOut | None
    company: ShownTextOut | None
    texts: list[ShownTextOut]
    place: dict[str, Any]
    offer: dict[str, Any]
    before: dict[str, Any] | None
    client_figures: dict[str, Any]
    sha256: str | None
    is_intact: bool | None


class EvidenceOut(Answer):
    """The evidence of one reservation, in order."""

    reference: str
    moments: list[EvidenceMomentOut]
