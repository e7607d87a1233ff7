"""Refusals of the public reservation call (other than field faults) and of the staff API for reservations."""

from collections.abc import Sequence
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
    status = 409
    code = "phone_limit"
    detail = "Mit dieser Mobilnummer gibt es bereits die größtmögliche Zahl an Reservierungen."


class ParkPaused(Problem):
    status = 409
    code = "park_paused"
    detail = "In diesem Park nehmen wir gerade keine Reservierungen an. Bitte versuchen Sie es später noch einmal."


class ParkNotBuilt(Problem):
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
    status = 409
    code = "count_changed"

    def __init__(self, confirmed: int, count: int) -> None:
        self.detail = (
            f"Bestätigt haben Sie {confirmed}, möglich ist es jetzt bei {count}. Es wurde nichts geändert. "
            "Bitte prüfen Sie die Zahl noch einmal."
        )
        super().__init__(count=count)


class SecondPersonNeeded(Problem):
    status = 409
    code = "second_person_needed"
    detail = "Das betrifft so viele Haushalte endgültig, dass eine zweite Person es freigeben muss."


class UnknownOperation(Problem):
    status = 404
    code = "not_found"
    detail = "Diese Aktion gibt es nicht."


class UndoOver(Problem):
    status = 409
    code = "undo_over"

    def __init__(self, over_at: str) -> None:
        self.detail = f"Das lässt sich nicht mehr rückgängig machen, weil die Frist {over_at} abgelaufen ist."
        super().__init__()


class UndoNotPossible(Problem):
    status = 409
    code = "undo_not_possible"

    def __init__(self, detail: str) -> None:
        self.detail = detail
        super().__init__()


class TooFast(Problem):
    status = 422
    code = "too_fast"
    detail = "Das ging sehr schnell. Bitte prüfen Sie Ihre Angaben und senden Sie sie noch einmal."
    abuse = Abuse.TRAP


class PersonalSearch(Problem):
    status = 403
    code = "personal_search"
    detail = "Nach persönlichen Angaben kann Ihre Rolle nicht suchen, filtern oder sortieren."


class UnknownReservation(Problem):
    status = 404
    code = "not_found"
    detail = "Diese Reservierung gibt es nicht."


class TooDeep(Problem):
    status = 422
    code = "too_deep"
    detail = "So weit lässt sich nicht blättern. Bitte grenzen Sie die Liste mit Suche oder Filtern ein."


class UnknownNote(Problem):
    status = 404
    code = "not_found"
    detail = "Diese Notiz gibt es nicht."


class NoteOfOther(Problem):
    status = 409
    code = "note_of_other"
    detail = "Zurückziehen kann eine Notiz nur, wer sie geschrieben hat. Schreiben Sie bitte eine neue dazu."


class NoteTooOld(Problem):
    status = 409
    code = "note_too_old"
    detail = "Eine Notiz lässt sich zehn Minuten lang zurückziehen. Schreiben Sie bitte eine neue dazu."


class ErasedReservation(Problem):
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


class UnknownRequest(Problem):
    status = 404
    code = "not_found"
    detail = "Diesen Vorgang zur Freigabe gibt es nicht."


class RequestDecided(Problem):
    status = 409
    code = "decided"
    detail = "Darüber hat schon jemand entschieden. Die Seite zeigt jetzt, wie."


class RequestOver(Problem):
    status = 409
    code = "request_over"
    detail = "Diese Freigabe ist nach 24 Stunden verfallen. Bitte legen Sie den Vorgang neu vor."


class OwnRequest(Problem):
    status = 409
    code = "own_request"
    detail = "Diesen Vorgang haben Sie selbst vorgelegt. Freigeben kann ihn nur eine zweite Person."


class NoSecondPerson(Problem):
    status = 409
    code = "no_second_person"
    detail = (
        "Außer Ihnen arbeitet hier niemand mit einer Rolle, die das freigeben darf. Laden Sie zuerst jemanden ein: "
        "„Team“, „Einladen“."
    )


class UnseenWarnings(Problem):
    """409: something speaks against it that a person has to look at first. `warnings` says what; a clerk who has
    looked sends their codes back. Nothing was reserved.
    """

    status = 409
    code = "unseen_warnings"
    detail = "Bitte sehen Sie sich die Hinweise an, bevor Sie reservieren."

    def __init__(self, warnings: Sequence[dict[str, object]]) -> None:
        super().__init__(warnings=list(warnings))


class EntryPaused(Problem):
    status = 409
    code = "park_paused"
    detail = "In diesem Park sind die Reservierungen angehalten. Fortsetzen lässt sich das auf der Seite „Park“."


class EntryNotBuilt(Problem):
    status = 409
    code = "park_cancelled"
    detail = "Dieser Park wird nicht gebaut. Hier lässt sich nichts mehr reservieren."


class EntryFull(Problem):
    status = 409
    code = "park_full"
    detail = (
        "In diesem Park ist kein Platz mehr zu vergeben. Der Haushalt kann sich auf die Warteliste eintragen; "
        "was frei wird, bekommt zuerst, wer dort steht."
    )


class PlanChanged(Problem):
    """409: the list would come out differently from what was seen. Nothing was entered."""

    status = 409
    code = "plan_changed"
    detail = (
        "Seit der Prüfung hat sich etwas geändert, das Ergebnis wäre jetzt ein anderes. Es wurde nichts eingelesen. "
        "Bitte sehen Sie sich die Unterschiede an."
    )


class NothingToEnter(Problem):
    status = 409
    code = "nothing_to_enter"
    detail = "Keine Zeile der Datei lässt sich eintragen."


class UnknownImport(Problem):
    status = 404
    code = "not_found"
    detail = "Diesen Import gibt es nicht."


class ImportNotRunning(Problem):
    status = 409
    code = "not_running"
    detail = "Dieser Import ist schon abgeschlossen."


class ImportUndone(Problem):
    status = 409
    code = "already_undone"
    detail = "Dieser Import ist schon rückgängig gemacht."


class ImportTooOld(Problem):
    status = 409
    code = "undo_over"
    detail = "Das Einlesen ist länger als 24 Stunden her und lässt sich nicht mehr im Ganzen rückgängig machen."
