"""What happened between two results of a report, from the audit log and from visits that were stored later.

Lists only events on data that the report's SQL reads, on days of its period. It says who did what and when, never that
it caused a difference.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from services.audit.actions import action_label
from services.campaigns.models import Alias, Campaign, CampaignCost
from services.core.clock import berlin_day
from services.core.german import counted, number, numeric_day
from services.core.money import format_eur
from services.core.personal_text import REDACTED, redacted
from services.parks.models import Park
from services.reports.kept.keep import Marks
from services.reports.parameters import LABELS
from services.reservations.models import Reservation
from services.staff.models import AuditEntry, Role
from services.visits.models import Visit

_FOR_MARKETING: Final = frozenset({Role.ADMIN, Role.MARKETING})
_TAGS: Final = ("utm_source", "utm_medium", "utm_campaign")
_CAMPAIGN: Final = {"added": "angelegt", "archived": "archiviert", "unarchived": "zurückgeholt", "edited": "geändert"}
_CODE: Final = {"added": "angelegt", "issued": "ausgegeben", "disabled": "gesperrt", "enabled": "wieder zugelassen"}
_LIMITS: Final = {"spot_limit": "Plätze", "kwh_limit": "kWh"}
_STEPS: Final = (
    *("invite", "contract", "activate", "end", "cancel", "expire", "give_up", "lapse", "lapse_invitation"),
    *("merge", "change_share", "move_spot", "swap_spots", "reopen"),
)
"""Actions on a reservation that change a figure and can be undone."""
_FINAL: Final = (
    *("reserved", "confirm_email", "withdraw", "cancel_park", "hand_over", "take_over", "take_back_import"),
    *("transfer", "take_over_contract"),
    *("release_spot", "erase"),
)
RESERVATION: Final = tuple(f"reservation.{name}" for name in (*_STEPS, *(f"undo_{one}" for one in _STEPS), *_FINAL))


@dataclass(frozen=True, slots=True)
class Happening:
    """One line: when, what in German, who (as in the audit log), and the page about it if the role may open it."""

    at: datetime
    words: str
    actor: str
    path: str | None


@dataclass(frozen=True, slots=True)
class Window:
    """The marks to look between, what counts, and the role that reads it."""

    session: Session
    since: Marks
    until: Marks
    known_at: datetime
    """When the earlier result was computed."""
    needs: frozenset[str]
    """Relations of schema `source` that the report reads."""
    periods: Collection[tuple[date, date]]
    """Empty: every day counts."""
    park: str | None
    with_bots: bool
    role: Role

    def holds(self, day: date) -> bool:
        """Whether a day counts."""
        return not self.periods or any(first <= day <= last for first, last in self.periods)

    def page(self, path: str) -> str | None:
        """A page of marketing, if the role may open it."""
        return path if self.role in _FOR_MARKETING else None

    def entries(self, *actions: str) -> Iterator[AuditEntry]:
        """The audit entries with these actions, in order."""
        query = select(AuditEntry).where(
            AuditEntry.id > self.since.audit, AuditEntry.id <= self.until.audit, AuditEntry.action.in_(actions)
        )
        return iter(self.session.scalars(query.order_by(AuditEntry.id)))


def happened(window: Window) -> list[Happening]:
    """Everything that counts, in order of time."""
    found = [line for relations, lines in _SOURCES if not window.needs.isdisjoint(relations) for line in lines(window)]
    return sorted(found, key=lambda line: line.at)


def _reservations(window: Window) -> Iterator[Happening]:
    """What was done to reservations of the period, or was done in it: a line for each action, person and day."""
    entries = list(window.entries(*RESERVATION))
    ids = [_id(entry) for entry in entries]
    columns = (Reservation.id, Reservation.created_at, Reservation.park_id)
    rows = window.session.execute(
        select(*columns).where(Reservation.id.between(min(ids, default=0), max(ids, default=0)))
    )
    made = {id_: (created_at, park) for id_, created_at, park in rows}
    lines: dict[tuple[str, str, date], list[AuditEntry]] = {}
    for entry in entries:
        day = berlin_day(entry.at)
        created_at, park = made.get(_id(entry), (None, ""))
        is_of_period = created_at is not None and (window.holds(day) or window.holds(berlin_day(created_at)))
        if is_of_period and window.park in (None, park):
            lines.setdefault((entry.action, entry.actor, day), []).append(entry)
    for (action, actor, _), found in lines.items():
        concerned = dict.fromkeys(_id(entry) for entry in found)
        one = next(iter(concerned))
        whom = f"Reservierung {one}" if len(concerned) == 1 else f"{number(len(concerned))} Reservierungen"
        path = f"/reservations/{one}/show" if len(concerned) == 1 else None
        yield Happening(found[-1].at, f"{action_label(action)}: {whom}", actor, path)


def _aliases(window: Window) -> Iterator[Happening]:
    raws = {row.id: row.raw for row in window.session.execute(select(Alias.id, Alias.raw))}
    for entry in window.entries("alias.added", "alias.undone"):
        # One that named an erased household is gone.
        raw = redacted(raws.get(_id(entry), REDACTED))
        verb = "zählt jetzt als" if entry.action == "alias.added" else "zählt nicht mehr als"
        label = LABELS[f"only_{entry.details['field']}"]
        words = f"{label}: „{raw}“ {verb} „{entry.details['canonical']}“"
        yield Happening(entry.at, words, entry.actor, window.page("/aliases/assigned"))


def _campaigns(window: Window) -> Iterator[Happening]:
    names = _names(window)
    for entry in window.entries(*(f"campaign.{step}" for step in _CAMPAIGN)):
        before, after = entry.details.get("before", {}), entry.details.get("after", {})
        tags = [f"{LABELS[f'only_{tag}']} „{before[tag]}“ → „{after[tag]}“" for tag in _TAGS if tag in after]
        if entry.action == "campaign.edited" and not after and not entry.details.get("name_changed"):
            continue  # only its remark
        words = f"Kampagne „{names.get(_id(entry), _id(entry))}“ {_CAMPAIGN[entry.action.partition('.')[2]]}"
        page = window.page(f"/campaigns/{_id(entry)}/show")
        yield Happening(entry.at, f"{words}{': ' * bool(tags)}{', '.join(tags)}", entry.actor, page)


def _costs(window: Window) -> Iterator[Happening]:
    """Costs of days of the period, entered by hand or read from files."""
    names = _names(window)
    for entry in window.entries("cost.set", "cost.removed"):
        day = date.fromisoformat(entry.details["day"])
        if window.holds(day):
            words = f"Kosten „{names.get(_id(entry), _id(entry))}“ am {numeric_day(day)}: {_amounts(entry.details)}"
            yield Happening(entry.at, words, entry.actor, window.page(f"/campaigns/{_id(entry)}/show"))
    for entry in window.entries("cost_import.added", "cost_import.undone"):
        query = select(CampaignCost.day, CampaignCost.cents).where(CampaignCost.import_id == _id(entry))
        amounts = [cents for day, cents in window.session.execute(query) if window.holds(day)]
        if amounts:
            verb = "eingelesen" if entry.action == "cost_import.added" else "zurückgenommen"
            words = f"Kostendatei {verb}: {counted(len(amounts), 'Eintrag', 'Einträge')}, {format_eur(sum(amounts))}"
            yield Happening(entry.at, words, entry.actor, window.page("/costs"))


def _amounts(details: Mapping[str, Any]) -> str:
    before, after = details["before"], details["after"]
    if after is None:
        return f"{format_eur(before)} entfernt"
    return format_eur(after) if before is None else f"{format_eur(before)} → {format_eur(after)}"


def _targets(window: Window) -> Iterator[Happening]:
    for entry in window.entries("contract_target.set"):
        words = f"Ziel je Vertrag: {format_eur(entry.details['cents'])}"
        yield Happening(entry.at, words, entry.actor, window.page("/reports/money"))


def _codes(window: Window) -> Iterator[Happening]:
    for entry in window.entries(*(f"referral_code.{step}" for step in _CODE)):
        words = f"Empfehlungscode {entry.details.get('code', '')}".strip() + f" {_CODE[entry.action.partition('.')[2]]}"
        yield Happening(entry.at, words, entry.actor, window.page("/referrals/codes"))


def _judged(window: Window) -> Iterator[Happening]:
    for entry in window.entries("referral_use.judged"):
        yield Happening(entry.at, "Empfehlungen beurteilt", entry.actor, window.page("/referrals/uses"))


def _parks(window: Window) -> Iterator[Happening]:
    names = {row.id: row.name for row in window.session.execute(select(Park.id, Park.name))}
    for entry in window.entries("park.edited", "park.cancelled", "park.spots_blocked", "park.spots_released"):
        park = entry.subject.partition(":")[2]
        if window.park in (None, park):
            words = f"{names.get(park, park)}: {_of_park(entry)}"
            yield Happening(entry.at, words, entry.actor, f"/parks/{park}/show")


def _of_park(entry: AuditEntry) -> str:
    if entry.action == "park.cancelled":
        return "abgesagt"
    if entry.action != "park.edited":
        verb = "gesperrt" if entry.action == "park.spots_blocked" else "freigegeben"
        return f"{counted(len(entry.details['numbers']), 'Platz', 'Plätze')} {verb}"
    before, after = entry.details["before"], entry.details["after"]
    limits = [
        f"{word} {_limit(before[name])} → {_limit(after[name])}" for name, word in _LIMITS.items() if name in after
    ]
    return ", ".join(limits) or "Angaben geändert"


def _limit(value: int | None) -> str:
    return "ohne Grenze" if value is None else number(value)


def _visits(window: Window) -> Iterator[Happening]:
    """Events of visits on days of the period that were stored later, in one line."""
    is_late = Visit.at <= window.known_at
    query = select(func.count(), func.count().filter(is_late), func.max(Visit.at)).where(
        Visit.id > window.since.visits, Visit.id <= window.until.visits
    )
    if not window.with_bots:
        query = query.where(Visit.is_bot.is_(False), Visit.is_referrer_spam.is_(False))
    if window.periods:
        query = query.where(or_(*(Visit.day.between(*period) for period in window.periods)))
    count, late, last = window.session.execute(query).one()
    if count:
        came = "Ein Ereignis eines Besuchs kam" if count == 1 else f"{number(count)} Ereignisse von Besuchen kamen"
        words = f"{came} hinzu" + (f", {number(late)} davon nachträglich" if late else "")
        yield Happening(last, words, "visitor", None)


def _id(entry: AuditEntry) -> int:
    """The id of the entry's subject; 0 if it has none."""
    found = entry.subject.rpartition(":")[2]
    return int(found) if found.isdecimal() else 0


def _names(window: Window) -> dict[int, str]:
    return {row.id: row.name for row in window.session.execute(select(Campaign.id, Campaign.name))}


_SOURCES: Final[tuple[tuple[tuple[str, ...], Callable[[Window], Iterator[Happening]]], ...]] = (
    (("reservations", "reservation_changes", "spots"), _reservations),
    (("aliases",), _aliases),
    (("campaigns",), _campaigns),
    (("campaign_costs",), _costs),
    (("contract_targets",), _targets),
    (("referral_codes",), _codes),
    (("referral_uses",), _judged),
    (("parks", "park_changes", "spots"), _parks),
    (("visits", "visit_days"), _visits),
)
"""The relations that a kind of happening changes, and its lines."""
