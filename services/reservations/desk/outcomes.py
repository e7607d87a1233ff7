"""What an operation means for reservations: why it is refused, what follows, what became of each. In German. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from services.core.german import counted, number
from services.core.money import format_eur
from services.offer import CARD_VERIFICATION_CENTS, OFFER
from services.reservations.desk.schemas import BulkWarningOut, NamedOut, RefusedBecauseOut, RowOut
from services.reservations.labels import DEPOSIT, STATE
from services.reservations.mails import GRACE, subject_of
from services.reservations.models import Reservation
from services.reservations.states import DepositState, ReservationState
from services.reservations.transitions import BEFORE_CONTRACT, UNDO_HOURS, Operation, Refund, SpotEffect, UndoRule

_CONTRACT_EXISTS = "Hier besteht ein Vertrag. Er endet durch Widerruf oder mit der Laufzeit, nicht durch uns allein."
_NO_CONTRACT_YET = "Es gibt noch keinen Vertrag, der widerrufen werden könnte. Bitte stornieren Sie die Reservierung."
_BOUND = frozenset({ReservationState.CONTRACTED, ReservationState.ACTIVE})


@dataclass(frozen=True, slots=True)
class Refusal:
    """A stable English code and the German sentence."""

    code: str
    detail: str


_STANDS_AS = {
    ReservationState.RESERVED: "reserviert",
    ReservationState.INVITED: "eingeladen",
    ReservationState.CONTRACTED: "mit Vertrag",
    ReservationState.ACTIVE: "aktiv",
    ReservationState.ENDED: "beendet",
    ReservationState.CANCELLED: "storniert",
    ReservationState.EXPIRED: "verfallen",
    ReservationState.WITHDRAWN: "widerrufen",
    ReservationState.PARK_CANCELLED: "mit ihrem Park abgesagt",
}


def reasons_of(operation: Operation, refused: Iterable[RowOut]) -> list[RefusedBecauseOut]:
    """A sentence with the count for each reason, and the reservations concerned; most frequent first."""
    groups: dict[tuple[str, str], list[RowOut]] = {}
    for row in refused:
        groups.setdefault((str(row.code), str(row.detail)), []).append(row)
    largest_first = sorted(groups.values(), key=len, reverse=True)
    return [
        RefusedBecauseOut(sentence=_counted_reason(operation, rows), ids=[row.id for row in rows])
        for rows in largest_first
    ]


def _counted_reason(operation: Operation, rows: list[RowOut]) -> str:
    first, count = rows[0], number(len(rows))
    verb, stay = ("ist", "bleibt, wie sie ist") if len(rows) == 1 else ("sind", "bleiben, wie sie sind")
    if first.code == "wrong_state" and first.state is not None:
        return f"{count} {verb} {_standing(operation, first.state)} und {stay}."
    return f"{count} {stay}: {first.detail}"


def unknown() -> Refusal:
    """The refusal for an unknown reservation."""
    return Refusal("not_found", "Diese Reservierung gibt es nicht.")


def refusal(operation: Operation, reservation: Reservation) -> Refusal | None:
    """The reason for a refusal; None if the table allows it."""
    state = ReservationState(reservation.state)
    if state not in operation.from_states:
        return Refusal("wrong_state", _about_state(operation, state))
    deposit = DepositState(reservation.deposit_state)
    if deposit not in operation.from_deposits:
        return Refusal("wrong_deposit", f"Die Kartenprüfung steht auf „{DEPOSIT[deposit]}“.")
    if operation.name == "mark_price_checked":
        if not reservation.price_mismatch:
            return Refusal("no_mismatch", "Hier weicht kein Preis ab.")
        if reservation.price_checked_at is not None:
            return Refusal("unchanged", "Die Preisabweichung ist schon geprüft.")
    if operation.name == "mark_not_duplicate" and reservation.duplicate_checked_at is not None:
        return Refusal("unchanged", "Der Verdacht ist schon geklärt.")
    return None


def _about_state(operation: Operation, state: ReservationState) -> str:
    if operation.name in ("cancel", "expire", "merge") and state in _BOUND:
        return _CONTRACT_EXISTS
    if operation.name == "withdraw" and state in BEFORE_CONTRACT:
        return _NO_CONTRACT_YET
    return f"Die Reservierung ist {_standing(operation, state)} und bleibt, wie sie ist."


def _standing(operation: Operation, state: ReservationState) -> str:
    """`schon storniert` if the reservation is already in the operation's target state."""
    return f"{'schon ' if state == operation.to_state else ''}{_STANDS_AS[state]}"


_MINUTES = int(GRACE.total_seconds() // 60)
_EURO = format_eur(CARD_VERIFICATION_CENTS)
_ACTS = {
    "contract": "Unterlagen, Konto und Mandat entstehen damit nicht. Dafür gibt es „Bestellung eintragen“.",
    "add_tag": "Das Merkmal wird gesetzt.",
    "remove_tag": "Das Merkmal wird entfernt.",
    "set_follow_up": "Die Wiedervorlage wird gesetzt.",
    "mark_price_checked": "Die Preisabweichung gilt als geprüft.",
    "mark_not_duplicate": "Der Verdacht auf eine doppelte Reservierung gilt als geklärt.",
}


def consequences(operation: Operation, rows: Sequence[Reservation], *, is_told: bool = True) -> list[str]:
    """What happens to these reservations, in the order people ask: state, spot, mail, money, undo. `is_told`: whether
    their households get a mail, where the operation has one.
    """
    if not rows:
        return []
    return [
        *_of_state(operation, rows),
        *_of_deposit_mark(operation, rows),
        *([_ACTS[operation.name]] if operation.name in _ACTS else []),
        *_of_spot(operation, rows),
        *_of_mail(operation, rows, is_told=is_told),
        *_of_money(operation, rows),
        _of_undo(operation, is_told=is_told),
    ]


def warnings(operation: Operation, rows: Sequence[Reservation], *, is_told: bool) -> list[BulkWarningOut]:
    """Whom a clerk would not have chosen one by one: a step towards the contract although the card check failed, and a
    mail to an address that nobody has confirmed.
    """
    goes_on = operation.to_state in (ReservationState.INVITED, ReservationState.CONTRACTED)
    failed = [row for row in rows if goes_on and row.deposit_state == DepositState.FAILED.value]
    writes = operation.mail is not None and is_told
    unconfirmed = [row for row in rows if writes and row.email and row.email_confirmed_at is None]
    found = (
        (failed, "ist die Kartenprüfung gescheitert."),
        (unconfirmed, "ist die E-Mail-Adresse nicht bestätigt: Vielleicht liest die Mail niemand."),
    )
    return [
        BulkWarningOut(
            sentence=f"Bei {counted(len(people), 'Haushalt', 'Haushalten')} {what}",
            people=[NamedOut(id=row.id, name=_called(row)) for row in people],
        )
        for people, what in found
        if people
    ]


def _called(row: Reservation) -> str:
    return f"{row.first_name} {row.last_name}, Platz {row.spot_number}"


def _of_state(operation: Operation, rows: Sequence[Reservation]) -> list[str]:
    if operation.to_state is None:
        return []
    to_state = STATE[operation.to_state]
    if len(rows) == 1:
        return [f"Die Reservierung wechselt von „{STATE[ReservationState(rows[0].state)]}“ zu „{to_state}“."]
    return [f"{counted(len(rows), 'Reservierung wechselt', 'Reservierungen wechseln')} zu „{to_state}“."]


def _of_deposit_mark(operation: Operation, rows: Sequence[Reservation]) -> list[str]:
    if operation.to_deposit is None:
        return []
    sentence = f"Die Kartenprüfung gilt als „{DEPOSIT[operation.to_deposit]}“"
    where = "" if len(rows) == 1 else f", bei {counted(len(rows), 'Reservierung', 'Reservierungen')}"
    return [f"{sentence}{where}. Gebucht wird hier nichts."]


def _of_spot(operation: Operation, rows: Sequence[Reservation]) -> list[str]:
    if operation.to_state is None:
        return []
    is_one = len(rows) == 1
    who = f"Der Platz {rows[0].spot_number}" if is_one else f"{len(rows)} Plätze"
    match operation.spot:
        case SpotEffect.HOLD:
            verbs = ("bleibt", "wird") if is_one else ("bleiben", "werden")
            return [f"{who} {verbs[0]} {UNDO_HOURS} Stunden gesperrt und {verbs[1]} dann frei."]
        case SpotEffect.FREE:
            return [f"{who} {'wird' if is_one else 'werden'} sofort frei."]
        case SpotEffect.BLOCK:
            return [f"{who} {'wird' if is_one else 'werden'} gesperrt und nicht mehr vergeben."]
        case SpotEffect.CHANGE:
            return []
        case SpotEffect.KEEP:
            return [f"{who} {'bleibt' if is_one else 'bleiben'} vergeben."]


def _of_mail(operation: Operation, rows: Sequence[Reservation], *, is_told: bool) -> list[str]:
    if operation.mail is None:
        return []
    if not is_told:
        return ["Der Haushalt erhält keine Mail." if len(rows) == 1 else "Die Haushalte erhalten keine Mail."]
    who = "Der Haushalt erhält" if len(rows) == 1 else f"{len(rows)} Haushalte erhalten"
    return [f"{who} in {_MINUTES} Minuten eine Mail: „{subject_of(operation.mail)}“."]


def _of_money(operation: Operation, rows: Sequence[Reservation]) -> list[str]:
    if operation.refund is Refund.NONE:
        return []
    sentences = []
    if operation.refund is Refund.EVERYTHING:
        days = OFFER["timeline"]["refund_days"]
        sentences.append(
            f"Alle Zahlungen sind innerhalb von {days} Tagen zu erstatten; das geschieht nicht von selbst."
        )
    deposits = Counter(row.deposit_state for row in rows)
    taken, noted = deposits[DepositState.VERIFIED], deposits[DepositState.RESERVED]
    times = "" if len(rows) == 1 else " bei {}"
    if noted:
        sentences.append(f"Die Kartenprüfung entfällt{times.format(noted)}.")
    if taken:
        sentences.append(f"{_EURO} aus der Kartenprüfung ist noch zurückzugeben{times.format(taken)}.")
    return sentences


def _of_undo(operation: Operation, *, is_told: bool) -> str:
    match operation.undo:
        case UndoRule.NEVER:
            return f"Das lässt sich nicht rückgängig machen. {operation.no_undo_because}"
        case UndoRule.UNTIL_SENT:
            return f"Rückgängig machen lässt sich das, solange die Mail nicht hinausgegangen ist: {_MINUTES} Minuten."
        case UndoRule.ALWAYS if operation.mail is not None and is_told:
            return (
                f"Rückgängig machen lässt sich das {UNDO_HOURS} Stunden lang. Ist die Mail dann schon hinausgegangen, "
                "folgt eine berichtigende."
            )
        case _:
            return f"Rückgängig machen lässt sich das {UNDO_HOURS} Stunden lang."


def done_row(reservation: Reservation) -> RowOut:
    return RowOut(outcome="done", code=None, detail=None, **_standing_of(reservation))


def refused_row(id_: int, reservation: Reservation | None, reason: Refusal) -> RowOut:
    standing = (
        _standing_of(reservation)
        if reservation
        else {"id": id_, "reference": None, "name": f"Nr. {id_}", "state": None, "version": None}
    )
    return RowOut(outcome="refused", code=reason.code, detail=reason.detail, **standing)


def _standing_of(reservation: Reservation) -> dict[str, Any]:
    members = {name: getattr(reservation, name) for name in ("id", "reference", "state", "version")}
    return members | {"name": _called(reservation)}
