"""Causes of change from reservations: new ones, status changes and referral code decisions."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import select

from services.core.clock import berlin_day
from services.core.german import number, numeric_day
from services.referral_codes.models import ReferralUse
from services.reports.diff.window import Cause, Moment, Window, cause, counted, portions, subject_id
from services.reservations.models import Reservation
from services.staff.models import AuditEntry

_Words = Mapping[bool, str]


def _words(one: str, many: str) -> _Words:
    return {True: one, False: many}


_ADDED: Final = _words("Eine Reservierung kam hinzu.", "{n} Reservierungen kamen hinzu.")
_STEPS: Final[Mapping[str, _Words]] = {
    "cancel": _words("Eine Reservierung wurde storniert.", "{n} Reservierungen wurden storniert."),
    "expire": _words("Eine Reservierung ist verfallen.", "{n} Reservierungen sind verfallen."),
    "withdraw": _words("Ein Vertrag wurde widerrufen.", "{n} Verträge wurden widerrufen."),
    "cancel_park": _words(
        "Eine Reservierung wurde mit dem Park abgesagt.", "{n} Reservierungen wurden mit dem Park abgesagt."
    ),
    "end": _words("Eine Lieferung wurde beendet.", "{n} Lieferungen wurden beendet."),
    "invite": _words(
        "Eine Reservierung wurde zum Vertrag eingeladen.", "{n} Reservierungen wurden zum Vertrag eingeladen."
    ),
    "contract": _words("Ein Vertrag wurde geschlossen.", "{n} Verträge wurden geschlossen."),
    "activate": _words("Eine Lieferung hat begonnen.", "{n} Lieferungen haben begonnen."),
    "undo_cancel": _words("Eine Stornierung wurde zurückgenommen.", "{n} Stornierungen wurden zurückgenommen."),
    "undo_expire": _words("Ein Verfall wurde zurückgenommen.", "{n} Verfälle wurden zurückgenommen."),
    "undo_end": _words("Ein Lieferende wurde zurückgenommen.", "{n} Lieferenden wurden zurückgenommen."),
    "undo_invite": _words(
        "Eine Einladung zum Vertrag wurde zurückgenommen.", "{n} Einladungen zum Vertrag wurden zurückgenommen."
    ),
    "undo_activate": _words("Ein Lieferbeginn wurde zurückgenommen.", "{n} Lieferbeginne wurden zurückgenommen."),
    "merge": _words(
        "Eine doppelte Reservierung wurde mit der früheren zusammengeführt.",
        "{n} doppelte Reservierungen wurden mit früheren zusammengeführt.",
    ),
    "undo_merge": _words("Eine Zusammenführung wurde zurückgenommen.", "{n} Zusammenführungen wurden zurückgenommen."),
}
"""Steps of a reservation, as the audit log names them after `reservation.`."""
_MERGES: Final = frozenset({"merge", "undo_merge"})
_JUDGED: Final = _words("Ein Empfehlungscode wurde beurteilt.", "{n} Empfehlungscodes wurden beurteilt.")
_CODES: Final[Mapping[str, _Words]] = {
    "added": _words("Ein Empfehlungscode wurde angelegt.", "{n} Empfehlungscodes wurden angelegt."),
    "issued": _words("Haushalte bekamen Empfehlungscodes.", "Haushalte bekamen mehrmals Empfehlungscodes."),
    "disabled": _words("Ein Empfehlungscode wurde gesperrt.", "{n} Empfehlungscodes wurden gesperrt."),
    "enabled": _words("Ein Empfehlungscode wurde wieder zugelassen.", "{n} Empfehlungscodes wurden wieder zugelassen."),
}


@dataclass(frozen=True, slots=True)
class KnownReservation:
    """The attributes of a reservation needed here."""

    created_at: datetime
    annual_kwh: int
    park_id: str


def reservation_causes(window: Window) -> Iterator[Cause]:
    """Changes to reservations of the period, or made within it."""
    if not window.needs_any("reservations", "reservation_changes", "spots"):
        return
    steps = {f"reservation.{name}": name for name in _STEPS if name not in _MERGES}
    entries = window.entries(["reservation.reserved", *steps, "operation.merge", "operation.undo_merge"])
    known = _known(window, {id_ for entry in entries for id_ in _ids(entry)})
    by_step: dict[str, list[AuditEntry]] = defaultdict(list)
    for entry in entries:
        if any(counts_in(window, known.get(id_), entry) for id_ in _ids(entry)):
            by_step[entry.action.partition(".")[2]].append(entry)
    if added := by_step.pop("reserved", []):
        yield _cause(window, "reservation_added", _ADDED, added, known)
    for name, words in _STEPS.items():
        if found := by_step.get(name):
            make = _merge_cause if name in _MERGES else _cause
            yield make(window, f"reservation_{name}", words, found, known)


def referral_causes(window: Window) -> Iterator[Cause]:
    """Decisions on referral codes."""
    if window.needs_any("referral_uses"):
        yield from _judged(window)
    if window.needs_any("referral_codes"):
        for name, words in _CODES.items():
            if entries := window.entries([f"referral_code.{name}"]):
                page = window.place("/referrals/codes")
                moments = [Moment(e.at, str(e.details.get("code", "")), e.actor, page) for e in entries]
                yield cause(f"referral_code_{name}", counted(len(entries), words), moments, path=page)


def _judged(window: Window) -> Iterator[Cause]:
    """Verdicts carry the timestamp of their audit entry, and the entry does not list its reservations."""
    moments = {entry.at for entry in window.entries(["referral_use.judged"])}
    if not moments:
        return
    query = select(ReferralUse).where(ReferralUse.checked_at >= min(moments), ReferralUse.checked_at <= max(moments))
    uses = [use for use in window.session.scalars(query.order_by(ReferralUse.checked_at)) if use.checked_at in moments]
    known = _known(window, {use.reservation_id for use in uses})
    page = window.place("/referrals/uses")
    told = [
        Moment(use.checked_at, f"Reservierung {use.reservation_id}", "system", page)
        for use in uses
        if (one := known.get(use.reservation_id)) and window.holds_moment(one.created_at)
    ]
    if told:
        yield cause("referral_judged", counted(len(told), _JUDGED), told, path=page)


def _ids(entry: AuditEntry) -> list[int]:
    """The reservations an entry refers to."""
    if entry.action == "operation.merge":
        return list(entry.details.get("dropped", []))
    if entry.action == "operation.undo_merge":
        return list(entry.details.get("ids", []))
    return [subject_id(entry)]


def _known(window: Window, ids: Collection[int]) -> dict[int, KnownReservation]:
    columns = (Reservation.id, Reservation.created_at, Reservation.annual_kwh, Reservation.park_id)
    found: dict[int, KnownReservation] = {}
    for portion in portions(ids):
        rows = window.session.execute(select(*columns).where(Reservation.id.in_(portion)))
        found |= {id_: KnownReservation(created_at, kwh, park) for id_, created_at, kwh, park in rows}
    return found


def counts_in(window: Window, known: KnownReservation | None, entry: AuditEntry) -> bool:
    """Whether the reservation was made in the period, or the step happened in it."""
    if known is None or (window.park is not None and known.park_id != window.park):
        return False
    return window.holds_moment(known.created_at) or window.holds_moment(entry.at)


def _cause(
    window: Window, kind: str, words: _Words, entries: Sequence[AuditEntry], known: Mapping[int, KnownReservation]
) -> Cause:
    ids = [subject_id(entry) for entry in entries]
    moments = [_moment(window, entry, id_, known[id_]) for entry, id_ in zip(entries, ids, strict=True)]
    effect = f"Zusammen {number(sum(known[id_].annual_kwh for id_ in ids))} kWh im Jahr."
    return cause(kind, counted(len(ids), words), moments, effect=effect, path=None)


def _merge_cause(
    window: Window, kind: str, words: _Words, entries: Sequence[AuditEntry], known: Mapping[int, KnownReservation]
) -> Cause:
    pairs = [(entry, id_) for entry in entries for id_ in _ids(entry) if id_ in known]
    count = len(pairs) if kind == "reservation_merge" else len(entries)
    moments = [_moment(window, entry, id_, known[id_]) for entry, id_ in pairs]
    return cause(kind, counted(count, words), moments, count=count, path=None)


def _moment(window: Window, entry: AuditEntry, id_: int, known: KnownReservation) -> Moment:
    of_day = numeric_day(berlin_day(known.created_at))
    words = f"Reservierung {id_} vom {of_day}, {number(known.annual_kwh)} kWh"
    return Moment(entry.at, words, entry.actor, window.place(f"/reservations/{id_}/show", is_for_all=True))
