"""Filter values of a list (facets), most frequent first; campaigns under their current names."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import func, literal, select, union_all
from sqlalchemy.orm import Session

from services.campaigns.aliases.aliases import canonical_values
from services.campaigns.canonical import Aliases, meaning
from services.core.personal_text import holds_personal_data
from services.parks.models import Park
from services.reservations.desk import masking
from services.reservations.desk.schemas import ParkChoiceOut, ReservationFacetsOut
from services.reservations.models import FILTERS, Reservation, ReservationTag
from services.staff.models import Role

MOST_VALUES = 200
_FEW_HOUSEHOLDS = 10
_MOST_BURSTS = 20
Choices = Mapping[str, Mapping[str, int]]
"""By value: how it was spelt, and how many reservations have each spelling."""
_FROM_LINKS = ("utm_campaign", "utm_source")
_DETAILS = tuple(one.column for one in FILTERS)
_OPEN = (*_DETAILS, *_FROM_LINKS, "referral_code")


def facets(session: Session, role: Role) -> ReservationFacetsOut:
    """Values by filter; marketing gets none that name a person, nothing that a household said of itself, no tags."""
    is_masked = role is Role.MARKETING
    choices = dict(_values(session, canonical_values(session)))
    if is_masked:
        choices |= {name: _without_names(session, name, choices[name]) for name in _OPEN}
        choices |= {name: {} for name in (*_DETAILS, "tag")}
    parks = session.execute(select(Park.id, Park.name).order_by(Park.id))
    return ReservationFacetsOut(
        **{name: list(choices[name]) for name in _DETAILS},
        utm_campaign=list(choices["utm_campaign"]),
        utm_source=list(choices["utm_source"]),
        referral_code=list(choices["referral_code"]),
        park=[ParkChoiceOut(id=id_, name=name) for id_, name in parks],
        tag=list(choices["tag"]),
        burst=[] if is_masked else _bursts(session),
    )


def _bursts(session: Session) -> list[datetime]:
    """When the latest bursts began, the newest first."""
    began = select(Reservation.burst_at).where(Reservation.burst_at.is_not(None)).distinct()
    return [at for at in session.scalars(began.order_by(Reservation.burst_at.desc()).limit(_MOST_BURSTS)) if at]


def _without_names(session: Session, name: str, values: Choices) -> Choices:
    """Without addresses and numbers, and without rare values that name one of the households that have them."""
    column = getattr(Reservation, name)
    meant_by = {spelt: value for value, spellings in values.items() for spelt in spellings}
    naming = {value for spelt, value in meant_by.items() if _names(value, spelt)}
    rare = [
        spelt
        for value, spellings in values.items()
        if sum(spellings.values()) <= _FEW_HOUSEHOLDS
        for spelt in spellings
    ]
    for reservation in session.scalars(select(Reservation).where(column.in_(rare))):
        spelt = getattr(reservation, name)
        if _names(meant_by[spelt], spelt, masking.names_of(reservation)):
            naming.add(meant_by[spelt])
    return {value: spellings for value, spellings in values.items() if value not in naming}


def _names(shown: str, written: str, words: frozenset[str] = frozenset()) -> bool:
    return holds_personal_data(shown, words) or holds_personal_data(written, words)


def _values(session: Session, aliases: Aliases) -> Mapping[str, Choices]:
    """The most frequent values of each, with how their links spelt them and how many have each spelling."""
    columns = [*((name, getattr(Reservation, name)) for name in _OPEN), ("tag", ReservationTag.tag)]
    counted = union_all(
        *(select(literal(name), column, func.count()).where(column != "").group_by(column) for name, column in columns)
    )
    values: dict[str, dict[str, dict[str, int]]] = {name: defaultdict(dict) for name, _ in columns}
    for name, spelt, entries in session.execute(counted):
        value = meaning(name, spelt, aliases) if name in _FROM_LINKS else spelt
        values[name][value][spelt] = entries
    return {name: _most_frequent(choices) for name, choices in values.items()}


def _most_frequent(choices: Choices) -> Choices:
    ranked = sorted(choices.items(), key=lambda value: (-sum(value[1].values()), value[0]))
    return dict(ranked[:MOST_VALUES])
