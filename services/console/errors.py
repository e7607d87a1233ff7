"""Problem responses of saved views, mails, exports and the audit log in the console."""

from services.core.http.errors import Problem


class UnknownOperationEntry(Problem):
    status = 404
    code = "not_found"
    detail = "Diesen Vorgang gibt es im Protokoll nicht."


class ExportGone(Problem):
    """404: already fetched, expired, from another session, or never existed."""

    status = 404
    code = "export_gone"
    detail = "Dieser Download wurde schon abgeholt oder ist abgelaufen. Bitte starten Sie den Export noch einmal."


class UnknownMail(Problem):
    status = 404
    code = "not_found"
    detail = "Diese E-Mail gibt es nicht mehr."


class UnknownTemplate(Problem):
    status = 404
    code = "not_found"
    detail = "Diese Art von E-Mail gibt es nicht."


class NotFailed(Problem):
    status = 409
    code = "not_failed"
    detail = "Diese E-Mail ist nicht fehlgeschlagen. Bitte laden Sie die Seite neu."


class NotHeld(Problem):
    status = 409
    code = "not_held"
    detail = "Diese E-Mail ist nicht angehalten. Bitte laden Sie die Seite neu."


class NoLetter(Problem):
    """409: it is no letter, or not one that can be printed."""

    status = 409
    code = "no_letter"

    def __init__(self, detail: str = "Das ist kein Brief, sondern eine E-Mail.") -> None:
        self.detail = detail
        super().__init__()


class NotToPrint(Problem):
    status = 409
    code = "not_to_print"
    detail = "Dieser Brief wartet nicht mehr darauf, gedruckt zu werden. Bitte laden Sie die Seite neu."


class NotWaiting(Problem):
    status = 409
    code = "not_waiting"
    detail = "Diese E-Mail wartet nicht mehr oder wird gerade versandt. Bitte laden Sie die Seite neu."


class StillWaiting(Problem):
    status = 409
    code = "still_waiting"
    detail = "Diese E-Mail wartet noch auf den Versand. Ein zweites Mal ist sie erst danach nötig."


class NotForResending(Problem):
    status = 409
    code = "not_for_resending"
    detail = "Diese E-Mail enthält einen Link, der nur einmal gilt. Einen neuen senden Sie unter Konten."


MOST_VIEWS = 100


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
