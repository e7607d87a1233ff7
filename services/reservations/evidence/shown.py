"""Offers and sets of texts as evidence names them: by fingerprint. Their content is kept once, before it is shown.

A few dozen offers exist, so a reservation's evidence needs no more than their names, whatever they hold.
"""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

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
