"""The papers of a contract: which texts belong to it, filled with what is agreed, and all of them as one PDF.

The wording lies with the other legal texts (`privacy/legal_texts`): a title, a subtitle, the version, then sections
with a heading and a paragraph or a point (`- `) a line. Braces name what is filled in. Every number in a text is known
before it is made: the contract's follows from the reservation's, the mandate's from the contract's.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from services.contracts.life import PRICE_DAYS
from services.core.german import long_moment, number
from services.core.paper.typeset import typeset
from services.offer import MINIMUM_TENTH_CT, TERM_YEARS, Quote, money
from services.offer.money import eur, percent
from services.payments.creditor import Creditor
from services.privacy.company import filled_now
from services.privacy.consent_texts import CONTRACT_VERSION, CURRENT_TERMS, READ_WITH
from services.privacy.published import Published, TextKind, published_texts
from services.settings import Settings

_TEMPLATE: Final = Path(__file__).with_name("papers.typ")
TEXTS: Final = (
    TextKind.CONTRACT,
    TextKind.TERMS,
    TextKind.WITHDRAWAL,
    TextKind.INFORMATION,
    TextKind.CREDIT,
    TextKind.MANDATE,
)
"""In the order of the papers; that on credit only where the household pays by instalments."""
OF_TRANSFER: Final = (TextKind.TAKEOVER, TextKind.TERMS, TextKind.MANDATE)
"""Those of a contract that is taken over: nothing is paid for it, so there is nothing to withdraw from."""
VERSION: Final = CONTRACT_VERSION
TERMS_VERSION: Final = READ_WITH[CURRENT_TERMS]["terms"]
"""Those that the site shows today."""
UNKNOWN: Final = "····"
"""In the place of what the household has not said yet."""


class Section(NamedTuple):
    """A heading and what is below it; a point begins with `- `."""

    title: str
    blocks: list[str]


class Text(NamedTuple):
    """One text as the household reads it."""

    kind: TextKind
    version: str
    sha256: str
    """Of the wording before it is filled, as it is kept."""
    title: str
    subtitle: str
    sections: list[Section]


@dataclass(frozen=True, slots=True)
class Person:
    """Who orders: what the texts say of the household. Empty before it has said so."""

    name: str
    street: str = ""
    town: str = ""
    holder: str = ""
    last_four: str = ""
    agreed: str = ""
    """Whether the account is somebody else's, and that this person agrees: a sentence."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is ordered."""

    number: str
    mandate: str
    park: str
    spot: int
    offer: Quote
    former: Mapping[str, str] | None = None
    """Of a contract that is taken over: what its texts say of the former one."""


def texts_for(subject: Subject, person: Person, creditor: Creditor, settings: Settings) -> list[Text]:
    """The texts of this contract, filled."""
    values = _values(subject, person, creditor)
    wanted = [kind for kind in TEXTS if kind is not TextKind.CREDIT or subject.offer.plan.months]
    if subject.former is not None:
        wanted, values = list(OF_TRANSFER), {**values, **subject.former}
    return [_filled(_kept(kind), values, settings) for kind in wanted]


@cache
def _kept(kind: TextKind) -> Published:
    version = TERMS_VERSION if kind is TextKind.TERMS else VERSION
    return next(text for text in published_texts() if (text.kind, text.version) == (kind, version))


def _filled(kept: Published, values: Mapping[str, str], settings: Settings) -> Text:
    head, *rest = filled_now(kept.content, settings).format_map(values).strip().split("\n\n")
    title, subtitle, _version = head.split("\n")
    sections = [Section(lines[0], [line for line in lines[1:] if line]) for lines in (one.split("\n") for one in rest)]
    return Text(kept.kind, kept.version, kept.sha256, title, subtitle, sections)


def _values(subject: Subject, person: Person, creditor: Creditor) -> dict[str, str]:
    offer = subject.offer
    return {
        "number": subject.number,
        "mandate": subject.mandate,
        "park": subject.park,
        "spot": str(subject.spot),
        "terms": TERMS_VERSION,
        "household": person.name,
        "street": person.street or UNKNOWN,
        "town": person.town or UNKNOWN,
        "holder": person.holder or UNKNOWN,
        "last_four": person.last_four or UNKNOWN,
        "consent": person.agreed or "Das Konto ist ein eigenes Konto.",
        "package": offer.package.name,
        "kwh": number(offer.package.annual_kwh),
        "term": str(TERM_YEARS),
        "least_rate": money.cent(MINIMUM_TENTH_CT),
        "prices": "\n".join(f"- {line}" for line in prices(offer)),
        "conclusion": _CONCLUSION[bool(offer.plan.months)],
        "creditor": creditor.name,
        "creditor_id": creditor.id,
        "months": str(offer.plan.months),
        "effective": percent(_basis_points(offer)),
        "nominal": percent(offer.plan.nominal_percent * 100),
        "price": eur(offer.package.price_cents),
        "surcharge": eur(offer.instalments.surcharge),
        "total": eur(offer.instalments.total),
        "instalments": _instalments(offer),
    }


_CONCLUSION: Final = {
    False: "sobald Sie „zahlungspflichtig bestellen“ gedrückt oder uns Ihre Bestellung geschickt oder gesagt haben",
    True: "sobald wir Ihnen nach Ihrer Bestellung die Ratenzahlung zusagen. Bis dahin ist niemand gebunden",
}


def _basis_points(offer: Quote) -> int:
    return int(offer.instalments.effective_percent * 100)


def _instalments(offer: Quote) -> str:
    of = offer.instalments
    return f"{offer.plan.months - 1} Raten je {eur(of.monthly)}, die letzte {eur(of.last)}"


def prices(offer: Quote) -> list[str]:
    """What the household pays, and when."""
    together = eur(offer.instalments.total + offer.setup_fee_cents)
    setup = f"Einrichtung, einmal nach dem Ende der Widerrufsfrist: {eur(offer.setup_fee_cents)}"
    if not offer.plan.months:
        when = f"{PRICE_DAYS} Tage nach dem Netzanschluss"
        once = f"Paket {offer.package.name}, einmal, {when}: {eur(offer.package.price_cents)}"
        return [setup, once, f"Zusammen: {together}"]
    plan = (
        f"Paket {offer.package.name} in {offer.plan.months} Monatsraten: {_instalments(offer)}, zusammen "
        f"{eur(offer.instalments.total)}; effektiver Jahreszins {percent(_basis_points(offer))}. Die erste Rate ist am "
        "Ende des Monats nach dem Netzanschluss fällig, jede weitere am Ende des nächsten Monats."
    )
    return [setup, plan, f"Zusammen: {together}"]


def papers(texts: list[Text], summary: Mapping[str, Any], settings: Settings, at: datetime) -> bytes:
    """All texts as one accessible PDF. `summary`: `heading`, `lead`, `facts` (label, words), `declared` (sentences)."""
    data = {
        **summary,
        "foot": f"{settings.company_name} · {summary['heading']}",
        "stand": f"Stand: {long_moment(at)}",
        "texts": [
            {
                "title": text.title,
                "subtitle": f"{text.subtitle} · Fassung {text.version}",
                "sections": [{"title": one.title, "blocks": one.blocks} for one in text.sections],
            }
            for text in texts
        ],
    }
    return typeset(_TEMPLATE, data, at)
