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
