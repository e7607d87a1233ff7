"""Refusals of the public reservation call (other than field faults) and of the staff API for reservations."""

from datetime import date

from services.core.http.errors import Abuse, Problem

MOST_VIEWS = 100
"""That one account may save."""


class ParkFull(Problem):
    """409: no spot is free. `waitlist` tells whether one may still queue, and how many already do."""

    status = 409
    code = "park_full"
    detail = "Alle Plätze in diesem Park sind vergeben."


class EmailLimit(Problem):
    """409: this address already holds as many active reservations as one address may."""

    status = 409
    code = "email_limit"
    detail = "Mit dieser E-Mail-Adresse gibt es bereits die größtmögliche Zahl an Reservierungen."


class ConfirmFirst(Problem):
    """409: so many places are unconfirmed that this one is given by the link in its mail; `confirm_by`: until when."""

    status = 409
    code = "confirm_first"
    detail = (
        "Gerade kommen ungewöhnlich viele Reservierungen auf einmal. Ihre Angaben sind gespeichert. Bitte bestätigen "
        "Sie zuerst Ihre E-Mail-Adresse; der Link steht in der Mail, die wir Ihnen eben geschickt haben."
    )


class AlreadyReserved(Problem):
    """409: this mailbox has reserved within the last hour, and the caller wants to be asked whether to do it again."""

    status = 409
    code = "already_reserved"
    detail = "Mit dieser E-Mail-Adresse wurde vor Kurzem schon ein Platz reserviert."


class PhoneLimit(Problem):
    """409: this telephone number already has as many active reservations as one number may."""

    status = 409
    code = "phone_limit"
    detail = "Mit dieser Mobilnummer gibt es bereits die größtmögliche Zahl an Reservierungen."


class ParkPaused(Problem):
    """409: staff have paused reservations in this park."""

    status = 409
    code = "park_paused"
    detail = "In diesem Park nehmen wir gerade keine Reservierungen an. Bitte versuchen Sie es später noch einmal."


class ParkNotBuilt(Problem):
    """409: the park was called off."""

    status = 409
    code = "park_cancelled"
    detail = "Dieser Park wird nicht gebaut. Hier nehmen wir keine Reservierungen mehr an."


class OperationRefused(Problem):
    """409: the one reservation an operation was meant for does not allow it. `code` and `detail` say why."""

    status = 409

    def __init__(self, code: str, detail: str, **members: object) -> None:
        self.code, self.detail = code, detail
        super().__init__()
        self.members = members


class CountChanged(Problem):
    """409: the operation would now affect a different number of reservations than confirmed. Nothing was done."""

    status = 409
    code = "count_changed"

    def __init__(self, confirmed: int, count: int) -> None:
        self.detail = (
            f"Bestätigt haben Sie {confirmed}, möglich ist es jetzt bei {count}. Es wurde nichts geändert. "
            "Bitte prüfen Sie die Zahl noch einmal."
        )
        super().__init__(count=count)


class SecondPersonNeeded(Problem):
    """409: a final operation on so many households has to be approved by another person. Nothing was done."""

    status = 409
    code = "second_person_needed"
    detail = "Das betrifft so viele Haushalte endgültig, dass eine zweite Person es freigeben muss."


class UnknownOperation(Problem):
    """404: no operation of this name, or none with this id."""

    status = 404
    code = "not_found"
    detail = "Diese Aktion gibt es nicht."


class UndoOver(Problem):
    """409: its time is over."""

    status = 409
    code = "undo_over"

    def __init__(self, over_at: str) -> None:
        self.detail = f"Das lässt sich nicht mehr rückgängig machen, weil die Frist {over_at} abgelaufen ist."
        super().__init__()


class UndoNotPossible(Problem):
    """409: the operation cannot be undone, or already has been."""

    status = 409
    code = "undo_not_possible"

    def __init__(self, detail: str) -> None:
        self.detail = detail
        super().__init__()


class TooFast(Problem):
    """422: the form was filled in as no person does."""

    status = 422
    code = "too_fast"
    detail = "Das ging sehr schnell. Bitte prüfen Sie Ihre Angaben und senden Sie sie noch einmal."
    abuse = Abuse.TRAP


class PersonalSearch(Problem):
    """403: a role that may not see a name may not search for it either."""

    status = 403
    code = "personal_search"
    detail = "Nach persönlichen Angaben kann Ihre Rolle nicht suchen, filtern oder sortieren."


class UnknownReservation(Problem):
    """404: there is none, or it was erased."""

    status = 404
    code = "not_found"
    detail = "Diese Reservierung gibt es nicht."


class TooDeep(Problem):
    """422: a page beyond the deepest one offered; a filter leads there sooner."""

    status = 422
    code = "too_deep"
    detail = "So weit lässt sich nicht blättern. Bitte grenzen Sie die Liste mit Suche oder Filtern ein."


class UnknownNote(Problem):
    """404: the reservation has no such note."""

    status = 404
    code = "not_found"
    detail = "Diese Notiz gibt es nicht."


class NoteOfOther(Problem):
    """409: only its author withdraws a note."""

    status = 409
    code = "note_of_other"
    detail = "Zurückziehen kann eine Notiz nur, wer sie geschrieben hat. Schreiben Sie bitte eine neue dazu."


class NoteTooOld(Problem):
    """409: the ten minutes are over."""

    status = 409
    code = "note_too_old"
    detail = "Eine Notiz lässt sich zehn Minuten lang zurückziehen. Schreiben Sie bitte eine neue dazu."


class ErasedReservation(Problem):
    """409: the household's data was erased, and nothing about it is written down any more."""

    status = 409
    code = "erased"
    detail = "Die Daten dieses Haushalts sind gelöscht. Hier lässt sich nichts mehr notieren."


class FollowUpMoved(Problem):
    """409: a colleague has set another day since; `follow_up_on` is the one stored now."""

    status = 409
    code = "follow_up_moved"

    def __init__(self, in_words: str | None, stored: date | None) -> None:
        now = f"liegt jetzt auf dem {in_words}" if in_words else "ist schon erledigt"
        self.detail = f"Jemand war schneller: Die Wiedervorlage {now}."
        super().__init__(follow_up_on=stored.isoformat() if stored else None)


class UnknownView(Problem):
    """404: the view does not exist, or is another account's private view."""

    status = 404
    code = "not_found"
    detail = "Diese Ansicht gibt es nicht."


class OthersView(Problem):
    """403: a team view can be changed only by its creator or an admin."""

    status = 403
    code = "not_owner"
    detail = "Diese Ansicht kann nur ändern, wer sie angelegt hat, oder die Administration."


class TooManyViews(Problem):
    status = 409
    code = "too_many"
    detail = f"Mehr als {MOST_VIEWS} eigene Ansichten lassen sich nicht speichern. Bitte löschen Sie zuerst eine."
