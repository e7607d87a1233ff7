"""Problem responses of the console's pages that look across rooms."""

from services.core.http.errors import Problem


class CannotTakeOver(Problem):
    """409: the account is not active, or it is the one whose things are handed over."""

    status = 409
    code = "cannot_take_over"
    detail = "Dieses Konto kann nichts übernehmen. Bitte wählen Sie ein anderes, das aktiv ist."


class NotRefused(Problem):
    status = 409
    code = "not_refused"
    detail = "Um diese E-Mail hat sich schon jemand gekümmert. Bitte laden Sie die Seite neu."
