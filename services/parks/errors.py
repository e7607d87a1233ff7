"""Refusals of the staff API for parks."""

from services.core.http.errors import Problem


class UnknownPark(Problem):
    status = 404
    code = "not_found"
    detail = "Diesen Solarpark gibt es nicht."


class UnknownSpot(Problem):
    status = 404
    code = "not_found"
    detail = "Diesen Platz gibt es in diesem Park nicht."


class ParkIsCancelled(Problem):
    """409: the park is cancelled, and its spots can no longer be reserved or blocked."""

    status = 409
    code = "park_cancelled"
    detail = "Dieser Park ist abgesagt. Daran lässt sich nichts mehr ändern."


class AlreadyConfirmed(Problem):
    status = 409
    code = "already_confirmed"
    detail = "Dieser Park ist schon bestätigt. Bitte laden Sie die Seite neu."


class NotConfirmed(Problem):
    status = 409
    code = "not_confirmed"
    detail = "Dieser Park ist nicht bestätigt. Bitte laden Sie die Seite neu."


class ConfirmationIsSent(Problem):
    """409: a household has been told, so the confirmation can no longer be taken back."""

    status = 409
    code = "mail_sent"
    detail = "Die ersten Mails sind schon hinausgegangen. Die Bestätigung lässt sich nicht mehr zurücknehmen."


class BelowTaken(Problem):
    """409: a limit below what is taken. Members: `field`, `taken` (highest number or kWh), `limit` as asked."""

    status = 409
    code = "below_taken"
    detail = (
        "Es ist schon mehr vergeben, als diese Grenze zulässt. Erlauben Sie die Überbuchung und nennen Sie einen "
        "Grund, oder wählen Sie eine höhere Grenze."
    )
