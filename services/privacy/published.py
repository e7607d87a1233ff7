"""Every text that households may have been shown, by kind and version, and which of them belong to a consent."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from typing import Final

from services.privacy.consent_texts import (
    ADDRESS_TEXTS,
    CONTRACT_TEXTS,
    DESK_TEXTS,
    LEGAL_TEXTS,
    READ_WITH,
    TERMS_TEXTS,
)


class TextKind(StrEnum):
    """What a kept text is."""

    CONSENT = "consent"
    """The label of the checkbox, or what staff read aloud."""
    ADDRESS = "address"
    """What the button behind the link of a mail confirms."""
    FORM = "form"
    """The sentences around the button of the reservation form."""
    TERMS = "terms"
    PRIVACY = "privacy"
    IMPRINT = "imprint"
    ACCESSIBILITY = "accessibility"
    PRICE_BOOK = "price_book"
    """Packages, plans, fees and the rest of `offer.json`."""
    OFFER = "offer"
    """The figures of one package, plan and assumed credit, with the price book they come from."""
    SHOWN_TEXTS = "shown_texts"
    """The names of the texts that belong to one consent."""
    CONTRACT = "contract"
    WITHDRAWAL = "withdrawal"
    """The instruction on withdrawal, with the model form."""
    INFORMATION = "information"
    """What the law has to be said before the contract."""
    CREDIT = "credit"
    """The same about instalments."""
    MANDATE = "mandate"
    """Of the direct debit."""
    TAKEOVER = "takeover"
    """About a contract that gets another holder."""
    COMPANY = "company"
    """What the pages show in the places left for the company's data (`company.py`)."""


@dataclass(frozen=True)
class Published:
    """One version of a text."""

    kind: TextKind
    version: str
    content: str

    @cached_property
    def sha256(self) -> str:
        """Fingerprint of the content in UTF-8."""
        return hashlib.sha256(self.content.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class TextName:
    """Names one wording: the version says which it was meant to be, the fingerprint which it was."""

    kind: TextKind
    version: str
    sha256: str

    def as_json(self) -> dict[str, str]:
        """As it is stored with a reservation."""
        return {"kind": self.kind.value, "version": self.version, "sha256": self.sha256}


_OF_FORM: Final = (TextKind.FORM, TextKind.TERMS, TextKind.PRIVACY)


@cache
def published_texts() -> tuple[Published, ...]:
    """Every version of every text of this installation; the price book is the offer's own."""
    return (*_consent_texts(), *_legal_texts())


def _consent_texts() -> Iterator[Published]:
    for version, content in (TERMS_TEXTS | DESK_TEXTS | CONTRACT_TEXTS).items():
        yield Published(TextKind.CONSENT, version, content)
    for version, content in ADDRESS_TEXTS.items():
        yield Published(TextKind.ADDRESS, version, content)


def _legal_texts() -> Iterator[Published]:
    for file in sorted(LEGAL_TEXTS.glob("*.txt")):
        kind, _, version = file.stem.partition("-")
        yield Published(TextKind(kind), version, file.read_text(encoding="utf-8"))


@cache
def texts_behind(consent_version: str) -> tuple[TextName, ...]:
    """What a household was shown that gave this consent: its sentence, the form around it, the linked documents. A text
    that was not kept at that time is missing.
    """
    by_name = {(text.kind, text.version): text for text in published_texts()}
    documents = READ_WITH.get(consent_version, {})
    wanted = [(TextKind.CONSENT, consent_version)]
    wanted += [(kind, documents[kind.value]) for kind in _OF_FORM if kind.value in documents]
    return tuple(TextName(kind, version, by_name[kind, version].sha256) for kind, version in wanted)
