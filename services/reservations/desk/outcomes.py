"""German sentences on the consequences of an operation, shown before it is confirmed. Pure: from the table alone."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from services.core.german import counted
from services.core.money import format_eur
from services.offer import CARD_VERIFICATION_CENTS, OFFER
from services.reservations.labels import DEPOSIT, STATE
from services.reservations.mails import GRACE, subject_of
from services.reservations.models import Reservation
from services.reservations.states import DepositState, ReservationState
from services.reservations.transitions import UNDO_HOURS, Operation, Refund, SpotEffect, UndoRule

_MINUTES = int(GRACE.total_seconds() // 60)
_EURO = format_eur(CARD_VERIFICATION_CENTS)
_ACTS = {
    "add_tag": "Das Merkmal wird gesetzt.",
    "remove_tag": "Das Merkmal wird entfernt.",
    "set_follow_up": "Die Wiedervorlage wird gesetzt.",
    "mark_price_checked": "Die Preisabweichung gilt als geprüft.",
    "mark_not_duplicate": "Der Verdacht auf eine doppelte Reservierung gilt als geklärt.",
}


@dataclass(frozen=True, slots=True)
class Affected:
    """The facts about one reservation that the sentences need."""

    spot_number: int
    state: ReservationState
    deposit: DepositState


def affected(reservation: Reservation) -> Affected:
    """The facts of a stored reservation."""
    return Affected(
        reservation.spot_number, ReservationState(reservation.state), DepositState(reservation.deposit_state)
    )


def consequences(operation: Operation, rows: Sequence[Affected], *, is_told: bool = True) -> list[str]:
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


def _of_state(operation: Operation, rows: Sequence[Affected]) -> list[str]:
    if operation.to_state is None:
        return []
    to_state = STATE[operation.to_state]
    if len(rows) == 1:
        return [f"Die Reservierung wechselt von „{STATE[rows[0].state]}“ zu „{to_state}“."]
    return [f"{counted(len(rows), 'Reservierung wechselt', 'Reservierungen wechseln')} zu „{to_state}“."]


def _of_deposit_mark(operation: Operation, rows: Sequence[Affected]) -> list[str]:
    if operation.to_deposit is None:
        return []
    sentence = f"Die Kartenprüfung gilt als „{DEPOSIT[operation.to_deposit]}“"
    where = "" if len(rows) == 1 else f", bei {counted(len(rows), 'Reservierung', 'Reservierungen')}"
    return [f"{sentence}{where}. Gebucht wird hier nichts."]


def _of_spot(operation: Operation, rows: Sequence[Affected]) -> list[str]:
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


def _of_mail(operation: Operation, rows: Sequence[Affected], *, is_told: bool) -> list[str]:
    if operation.mail is None:
        return []
    if not is_told:
        return ["Der Haushalt erhält keine Mail." if len(rows) == 1 else "Die Haushalte erhalten keine Mail."]
    who = "Der Haushalt erhält" if len(rows) == 1 else f"{len(rows)} Haushalte erhalten"
    return [f"{who} in {_MINUTES} Minuten eine Mail: „{subject_of(operation.mail)}“."]


def _of_money(operation: Operation, rows: Sequence[Affected]) -> list[str]:
    if operation.refund is Refund.NONE:
        return []
    sentences = []
    if operation.refund is Refund.EVERYTHING:
        days = OFFER["timeline"]["refund_days"]
        sentences.append(
            f"Alle Zahlungen sind innerhalb von {days} Tagen zu erstatten; das geschieht nicht von selbst."
        )
    deposits = Counter(row.deposit for row in rows)
    taken, noted = deposits[DepositState.VERIFIED], deposits[DepositState.RESERVED]
    times = "" if len(rows) == 1 else " bei {}"
    if noted:
        sentences.append(f"Die Vormerkung von {_EURO} für die Kartenprüfung entfällt{times.format(noted)}.")
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
