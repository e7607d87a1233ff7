"""German sentences on what a step leads to, shown before it is confirmed."""

from services.core.german import long_day
from services.declarations.desk.steps import ending_of
from services.declarations.models import Declaration, DeclarationCase
from services.declarations.states import DeclarationKind
from services.mail.catalogue import KINDS
from services.reservations.desk.outcomes import consequences, refusal
from services.reservations.models import Reservation
from services.reservations.transitions import OPERATIONS

_FINAL = "Das lässt sich nicht rückgängig machen."
_MAIL = "An die Adresse in der Erklärung geht sofort eine Mail: „{}“."


def consequences_of(
    step: str, declaration: Declaration, case: DeclarationCase, reservation: Reservation | None
) -> list[str]:
    """What happens, in the order people ask: reservation, mail, money, undo."""
    is_notice = declaration.kind == DeclarationKind.NOTICE
    match step:
        case "match":
            return ["Der Haushalt erfährt davon nichts. Sie können die Zuordnung bis zur Entscheidung ändern."]
        case "accept":
            return _of_notice() if is_notice else _of_withdrawal(declaration, case, reservation)
        case "reject":
            subject = "Zu Ihrer Kündigung" if is_notice else "Zu Ihrem Widerruf"
            return [
                "An der Reservierung ändert sich nichts.",
                f"{_MAIL.format(subject)} Darin stehen Ihre Worte.",
                _FINAL,
            ]
        case _:
            return ["Die Erstattung gilt als gezahlt. Gebucht wird hier nichts.", _FINAL]


def _of_notice() -> list[str]:
    return [
        "Als Ende gilt der Tag, den Sie angeben.",
        "An der Reservierung ändert sich jetzt nichts; beenden Sie sie an diesem Tag.",
        _MAIL.format(KINDS["notice_accepted"].subject),
        _FINAL,
    ]


def _of_withdrawal(declaration: Declaration, case: DeclarationCase, reservation: Reservation | None) -> list[str]:
    operation = ending_of(declaration, reservation)
    mail = _MAIL.format(KINDS["withdrawal_accepted"].subject)
    due = f"Eine Erstattung ist bis {long_day(case.refund_due_on)} fällig." if case.refund_due_on else ""
    if reservation is None:
        return ["Die Reservierung gibt es nicht mehr.", mail, due, _FINAL]
    if operation is None:
        standing = refusal(OPERATIONS["withdraw"], reservation)
        return [standing.detail if standing else "", mail, due, _FINAL]
    *effects, undo = consequences(operation, [reservation])
    return [*effects, mail, due, undo]
