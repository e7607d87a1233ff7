"""Refusals of the staff API for messages."""

from services.core.http.errors import Problem


class UnknownConversation(Problem):
    status = 404
    code = "not_found"
    detail = "Diese Nachricht gibt es nicht."


class UnknownAttachment(Problem):
    status = 404
    code = "not_found"
    detail = "Diese Datei gibt es nicht. Vielleicht wurde sie gelöscht."


class AttachmentRefused(Problem):
    """404: a file that was refused when it came has no content."""

    status = 404
    code = "attachment_refused"
    detail = "Diese Datei wurde beim Empfang nicht angenommen. Ihr Inhalt liegt nicht vor."


class UnknownMailboxRefusal(Problem):
    status = 404
    code = "not_found"
    detail = "Diese unlesbare Mail gibt es nicht mehr."


class MailboxFailure(Problem):
    """The mailbox could not be read; `detail` says why. A run of the job ends with it."""

    status = 503
    code = "mailbox_unreadable"

    def __init__(self, detail: str) -> None:
        super().__init__()
        self.detail = detail


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


class NotForResending(Problem):
    status = 409
    code = "not_for_resending"
    detail = "Diese E-Mail enthält einen Link, der nur einmal gilt. Einen neuen senden Sie unter Konten."


class NotWaiting(Problem):
    status = 409
    code = "not_waiting"
    detail = "Diese E-Mail wartet nicht mehr oder wird gerade versandt. Bitte laden Sie die Seite neu."


class StillWaiting(Problem):
    status = 409
    code = "still_waiting"
    detail = "Diese E-Mail wartet noch auf den Versand. Ein zweites Mal ist sie erst danach nötig."


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
