"""Refusals of the staff API for messages."""

from services.core.http.errors import Problem, refusal

UnknownConversation = refusal(404, "not_found", "Diese Nachricht gibt es nicht.")
UnknownAttachment = refusal(404, "not_found", "Diese Datei gibt es nicht. Vielleicht wurde sie gelöscht.")
# A file that was refused when it came has no content
AttachmentRefused = refusal(
    404, "attachment_refused", "Diese Datei wurde beim Empfang nicht angenommen. Ihr Inhalt liegt nicht vor."
)
UnknownMailboxRefusal = refusal(404, "not_found", "Diese unlesbare Mail gibt es nicht mehr.")


class MailboxFailure(Problem):
    """The mailbox could not be read; `detail` says why. A run of the job ends with it."""

    status = 503
    code = "mailbox_unreadable"

    def __init__(self, detail: str) -> None:
        super().__init__()
        self.detail = detail


UnknownMail = refusal(404, "not_found", "Diese E-Mail gibt es nicht mehr.")
UnknownTemplate = refusal(404, "not_found", "Diese Art von E-Mail gibt es nicht.")
NotFailed = refusal(409, "not_failed", "Diese E-Mail ist nicht fehlgeschlagen. Bitte laden Sie die Seite neu.")
NotHeld = refusal(409, "not_held", "Diese E-Mail ist nicht angehalten. Bitte laden Sie die Seite neu.")
NotForResending = refusal(
    409,
    "not_for_resending",
    "Diese E-Mail enthält einen Link, der nur einmal gilt. Einen neuen senden Sie unter Konten.",
)
NotWaiting = refusal(
    409, "not_waiting", "Diese E-Mail wartet nicht mehr oder wird gerade versandt. Bitte laden Sie die Seite neu."
)
StillWaiting = refusal(
    409, "still_waiting", "Diese E-Mail wartet noch auf den Versand. Ein zweites Mal ist sie erst danach nötig."
)


class NoLetter(Problem):
    """409: it is no letter, or not one that can be printed."""

    status = 409
    code = "no_letter"

    def __init__(self, detail: str = "Das ist kein Brief, sondern eine E-Mail.") -> None:
        self.detail = detail
        super().__init__()


NotToPrint = refusal(
    409, "not_to_print", "Dieser Brief wartet nicht mehr darauf, gedruckt zu werden. Bitte laden Sie die Seite neu."
)
