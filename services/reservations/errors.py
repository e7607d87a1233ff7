"""Refusals of the public reservation call (other than field faults) and of the staff API for reservations."""

from collections.abc import Sequence
from datetime import date

from services.core.http.errors import Abuse, Problem, refusal

MOST_VIEWS = 100
"""That one account may save."""


# No spot is free. `waitlist` tells whether one may still queue, and how many already do.
ParkFull = refusal(409, "park_full", "Alle Plätze in diesem Park sind vergeben.")
EmailLimit = refusal(
    409, "email_limit", "Mit dieser E-Mail-Adresse gibt es bereits die größtmögliche Zahl an Reservierungen."
)
# So many places are unconfirmed that this one is given by the link in its mail; `confirm_by`: until when
ConfirmFirst = refusal(
    409,
    "confirm_first",
    "Gerade kommen ungewöhnlich viele Reservierungen auf einmal. Ihre Angaben sind gespeichert. Bitte bestätigen "
    "Sie zuerst Ihre E-Mail-Adresse; der Link steht in der Mail, die wir Ihnen eben geschickt haben.",
)
# This mailbox has reserved within the last hour, and the caller wants to be asked whether to do it again
AlreadyReserved = refusal(
    409, "already_reserved", "Mit dieser E-Mail-Adresse wurde vor Kurzem schon ein Platz reserviert."
)
PhoneLimit = refusal(
    409, "phone_limit", "Mit dieser Mobilnummer gibt es bereits die größtmögliche Zahl an Reservierungen."
)
ParkPaused = refusal(
    409,
    "park_paused",
    "In diesem Park nehmen wir gerade keine Reservierungen an. Bitte versuchen Sie es später noch einmal.",
)
ParkNotBuilt = refusal(
    409, "park_cancelled", "Dieser Park wird nicht gebaut. Hier nehmen wir keine Reservierungen mehr an."
)


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


SecondPersonNeeded = refusal(
    409, "second_person_needed", "Das betrifft so viele Haushalte endgültig, dass eine zweite Person es freigeben muss."
)
UnknownOperation = refusal(404, "not_found", "Diese Aktion gibt es nicht.")


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


TooFast = refusal(
    422,
    "too_fast",
    "Das ging sehr schnell. Bitte prüfen Sie Ihre Angaben und senden Sie sie noch einmal.",
    abuse=Abuse.TRAP,
)
PersonalSearch = refusal(
    403, "personal_search", "Nach persönlichen Angaben kann Ihre Rolle nicht suchen, filtern oder sortieren."
)
UnknownReservation = refusal(404, "not_found", "Diese Reservierung gibt es nicht.")
TooDeep = refusal(
    422, "too_deep", "So weit lässt sich nicht blättern. Bitte grenzen Sie die Liste mit Suche oder Filtern ein."
)
UnknownNote = refusal(404, "not_found", "Diese Notiz gibt es nicht.")
NoteOfOther = refusal(
    409,
    "note_of_other",
    "Zurückziehen kann eine Notiz nur, wer sie geschrieben hat. Schreiben Sie bitte eine neue dazu.",
)
NoteTooOld = refusal(
    409, "note_too_old", "Eine Notiz lässt sich zehn Minuten lang zurückziehen. Schreiben Sie bitte eine neue dazu."
)
ErasedReservation = refusal(
    409, "erased", "Die Daten dieses Haushalts sind gelöscht. Hier lässt sich nichts mehr notieren."
)


class FollowUpMoved(Problem):
    """409: a colleague has set another day since; `follow_up_on` is the one stored now."""

    status = 409
    code = "follow_up_moved"

    def __init__(self, in_words: str | None, stored: date | None) -> None:
        now = f"liegt jetzt auf dem {in_words}" if in_words else "ist schon erledigt"
        self.detail = f"Jemand war schneller: Die Wiedervorlage {now}."
        super().__init__(follow_up_on=stored.isoformat() if stored else None)


# The view does not exist, or is another account's private view
UnknownView = refusal(404, "not_found", "Diese Ansicht gibt es nicht.")
# A team view can be changed only by its creator or an admin
OthersView = refusal(403, "not_owner", "Diese Ansicht kann nur ändern, wer sie angelegt hat, oder die Administration.")
TooManyViews = refusal(
    409,
    "too_many",
    f"Mehr als {MOST_VIEWS} eigene Ansichten lassen sich nicht speichern. Bitte löschen Sie zuerst eine.",
)
UnknownRequest = refusal(404, "not_found", "Diesen Vorgang zur Freigabe gibt es nicht.")
RequestDecided = refusal(409, "decided", "Darüber hat schon jemand entschieden. Die Seite zeigt jetzt, wie.")
RequestOver = refusal(
    409, "request_over", "Diese Freigabe ist nach 24 Stunden verfallen. Bitte legen Sie den Vorgang neu vor."
)
OwnRequest = refusal(
    409, "own_request", "Diesen Vorgang haben Sie selbst vorgelegt. Freigeben kann ihn nur eine zweite Person."
)
NoSecondPerson = refusal(
    409,
    "no_second_person",
    "Außer Ihnen arbeitet hier niemand mit einer Rolle, die das freigeben darf. Laden Sie zuerst jemanden ein: "
    "„Team“, „Einladen“.",
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


EntryPaused = refusal(
    409,
    "park_paused",
    "In diesem Park sind die Reservierungen angehalten. Fortsetzen lässt sich das auf der Seite „Park“.",
)
EntryNotBuilt = refusal(
    409, "park_cancelled", "Dieser Park wird nicht gebaut. Hier lässt sich nichts mehr reservieren."
)
EntryFull = refusal(
    409,
    "park_full",
    "In diesem Park ist kein Platz mehr zu vergeben. Der Haushalt kann sich auf die Warteliste eintragen; "
    "was frei wird, bekommt zuerst, wer dort steht.",
)
# The list would come out differently from what was seen. Nothing was entered.
PlanChanged = refusal(
    409,
    "plan_changed",
    "Seit der Prüfung hat sich etwas geändert, das Ergebnis wäre jetzt ein anderes. Es wurde nichts eingelesen. "
    "Bitte sehen Sie sich die Unterschiede an.",
)
NothingToEnter = refusal(409, "nothing_to_enter", "Keine Zeile der Datei lässt sich eintragen.")
UnknownImport = refusal(404, "not_found", "Diesen Import gibt es nicht.")
ImportNotRunning = refusal(409, "not_running", "Dieser Import ist schon abgeschlossen.")
ImportUndone = refusal(409, "already_undone", "Dieser Import ist schon rückgängig gemacht.")
ImportTooOld = refusal(
    409,
    "undo_over",
    "Das Einlesen ist länger als 24 Stunden her und lässt sich nicht mehr im Ganzen rückgängig machen.",
)
