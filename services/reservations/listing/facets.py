"""Filter values of a list (facets), most frequent first; campaigns under their current names."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.aliases.aliases import canonical_values
from services.campaigns.canonical import Aliases
from services.core.personal_text import holds_personal_data
from services.parks.models import Park
from services.reservations.desk import masking
from services.reservations.desk.schemas import ParkChoiceOut, ReservationFacetsOut
from services.reservations.listing.models import ListEntry, ValueCount
from services.reservations.models import Reservation
from services.staff.models import Role

MOST_VALUES = 200
_FEW_HOUSEHOLDS = 10
_MOST_BURSTS = 20
Choices = Mapping[str, Mapping[str, int]]
"""By value: its spellings, each with the number of reservations that have it."""
_OPEN = ("energy_provider", "utm_campaign", "utm_source", "referral_code")


def facets(session: Session, role: Role) -> ReservationFacetsOut:
    """Values by filter; marketing gets none that name a person, no providers and no tags."""
    is_masked = role is Role.MARKETING
    aliases = canonical_values(session)
    choices = {name: _values(session, name, aliases) for name in _OPEN}
    if is_masked:
        choices = {name: _without_names(session, name, values) for name, values in choices.items()}
        choices["energy_provider"] = {}
    parks = session.execute(select(Park.id, Park.name).order_by(Park.id))
    return ReservationFacetsOut(
        energy_provider=list(choices["energy_provider"]),
        utm_campaign=list(choices["utm_campaign"]),
        utm_source=list(choices["utm_source"]),
        referral_code=list(choices["referral_code"]),
        park=[ParkChoiceOut(id=id_, name=name) for id_, name in parks],
        tag=[] if is_masked else list(_values(session, "tag", {})),
        burst=[] if is_masked else _bursts(session),
    )


def _bursts(session: Session) -> list[datetime]:
    """When the latest bursts began, the newest first."""
    began = select(Reservation.burst_at).where(Reservation.burst_at.is_not(None)).distinct()
    return [at for at in session.scalars(began.order_by(Reservation.burst_at.desc()).limit(_MOST_BURSTS)) if at]


def _without_names(session: Session, name: str, values: Choices) -> Choices:
    """Without addresses and numbers, and without rare values that name one of the households that have them."""
    rare, frequent = _by_frequency(values)
    column, written = ListEntry.__table__.c[name], getattr(Reservation, name)
    having = (
        select(column.label("spelling"), Reservation)
        .join(Reservation, Reservation.id == ListEntry.reservation_id)
        .where(column.in_(rare))
    )
    naming = {
        rare[spelling]
        for spelling, reservation in session.execute(having)
        if _names(rare[spelling], getattr(reservation, name), masking.names_of(reservation))
    }
    # Entries are in lower case, from which base64 no longer decodes: one reservation shows the original spelling.
    example = (
        select(written)
        .join(ListEntry, ListEntry.reservation_id == Reservation.id)
        .where(column == ValueCount.value)
        .limit(1)
        .correlate(ValueCount)
        .scalar_subquery()
    )
    examples = select(ValueCount.value, example).where(ValueCount.name == name, ValueCount.value.in_(frequent))
    naming |= {frequent[spelling] for spelling, text in session.execute(examples) if _names(frequent[spelling], text)}
    return {value: spellings for value, spellings in values.items() if value not in naming}


def _by_frequency(values: Choices) -> tuple[dict[str, str], dict[str, str]]:
    """The meaning of each spelling: of values that few households have, and of all others."""
    rare: dict[str, str] = {}
    frequent: dict[str, str] = {}
    for value, spellings in values.items():
        group = rare if sum(spellings.values()) <= _FEW_HOUSEHOLDS else frequent
        group.update(dict.fromkeys(spellings, value))
    return rare, frequent


def _names(shown: str, written: str | None, words: frozenset[str] = frozenset()) -> bool:
    return holds_personal_data(shown, words) or holds_personal_data(written or "", words)


def _values(session: Session, name: str, aliases: Aliases) -> Choices:
    """Values, each with its spellings and how many have them."""
    is_used = (ValueCount.name == name) & (ValueCount.entries > 0) & (ValueCount.value != "")
    ordering = (ValueCount.entries.desc(), ValueCount.value)
    counted = select(ValueCount.value, ValueCount.entries).where(is_used)
    # A rare spelling still counts for what it means.
    renamed = [raw for field, raw in aliases if field == name]
    rows = [
        *session.execute(counted.order_by(*ordering).limit(MOST_VALUES)),
        *session.execute(counted.where(ValueCount.value.in_(renamed))),
    ]
    values: dict[str, dict[str, int]] = defaultdict(dict)
    for spelling, entries in rows:
        values[aliases.get((name, spelling), spelling)][spelling] = entries
    ranked = sorted(values.items(), key=lambda value: (-sum(value[1].values()), value[0]))
    return dict(ranked[:MOST_VALUES])
