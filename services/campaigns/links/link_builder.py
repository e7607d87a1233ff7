"""Link builder: composes a campaign URL without storing anything, with hints on likely mistakes."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.aliases.aliases import canonical_values
from services.campaigns.aliases.proposals import nearest
from services.campaigns.campaigns import KEY, id_of_key
from services.campaigns.canonical import Aliases, canonical, compared, resolved
from services.campaigns.links.addresses import page_address
from services.campaigns.models import Campaign
from services.campaigns.schemas import AddressIn
from services.visits.touches import UTM_FIELDS

Hint = dict[str, str | None]
"""`{"field": …, "message": …, "suggestion": …}`."""
_NAMES = {
    "utm_source": "Quelle",
    "utm_medium": "Medium",
    "utm_campaign": "Kampagne",
    "utm_term": "Begriff",
    "utm_content": "Inhalt",
}


@dataclass(frozen=True, slots=True)
class Built:
    """The URL, its values and hints."""

    address: str
    canonical: dict[str, str]
    campaign_id: int | None
    hints: list[Hint]


def build(session: Session, wanted: AddressIn, public_url: str) -> Built:
    aliases = canonical_values(session)
    meant = {name: resolved(name, getattr(wanted, name), aliases) for name in UTM_FIELDS}
    meant["referral_code"] = wanted.referral_code
    key = {name: meant[name] for name in KEY}
    campaign_id = id_of_key(session, key)
    hints = [hint for name in KEY for hint in _nearest(session, name, meant[name])]
    hints += [hint for name in UTM_FIELDS for hint in _spelling(name, getattr(wanted, name), aliases)]
    hints += _missing(meant)
    if any(key.values()) and campaign_id is None:
        hints.append(_hint("utm_campaign", "Zu diesen drei Werten ist keine Kampagne angelegt."))
    return Built(page_address(public_url, wanted.path, meant), meant, campaign_id, hints)


def _nearest(session: Session, name: str, value: str) -> list[Hint]:
    """A hint for a value that no campaign has, with the similar value in use that is probably meant: each new spelling
    would be counted separately.
    """
    column = getattr(Campaign, name)
    known = set(session.scalars(select(column).where(column != "", Campaign.archived_at.is_(None)).distinct()))
    if not value or value in known or (proposal := nearest(name, value, sorted(known))) is None:
        return []
    meant = proposal.canonical
    message = f"{_NAMES[name]}: Meinten Sie „{meant}“? Das gibt es schon; mit „{value}“ würde daneben gezählt."
    return [{**_hint(name, message), "suggestion": meant}]


def _spelling(name: str, typed: str, aliases: Aliases) -> list[Hint]:
    """Hints on how the typed was normalised, and why."""
    if not typed:
        return []
    hints = []
    if any(c.isupper() for c in typed):
        hints.append(
            _hint(name, f"{_NAMES[name]}: Großbuchstaben werden klein geschrieben, damit nichts doppelt zählt.")
        )
    if canonical(typed) != compared(typed):
        hints.append(_hint(name, f"{_NAMES[name]}: Leerzeichen werden zu Bindestrichen."))
    if not typed.isascii():
        hints.append(
            _hint(
                name,
                f"{_NAMES[name]}: Umlaute und Sonderzeichen werden in Links unleserlich. Besser: ae, oe, ue, ss.",
            )
        )
    meant = aliases.get((name, compared(typed))) or aliases.get((name, canonical(typed)))
    if meant is not None:
        hints.append(
            _hint(name, f"{_NAMES[name]}: Diese Schreibweise ist „{meant}“ zugeordnet; so steht es dann im Link.")
        )
    return hints


def _missing(values: Mapping[str, str]) -> list[Hint]:
    if not any(values[name] for name in UTM_FIELDS):
        return []
    messages = {
        "utm_source": "Ohne Quelle ist nicht zu sehen, woher jemand kommt.",
        "utm_medium": "Ohne Medium lassen sich Mail, Anzeige und Plakat nicht unterscheiden.",
        "utm_campaign": "Ohne Kampagne zählt der Besuch für keine.",
    }
    return [_hint(name, message) for name, message in messages.items() if not values[name]]


def _hint(field: str, message: str) -> Hint:
    return {"field": field, "message": message, "suggestion": None}
