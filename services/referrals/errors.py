"""Refusals of the staff API for referral codes."""

from services.core.http.errors import Problem


class UnknownCode(Problem):
    status = 404
    code = "not_found"
    detail = "Diesen Empfehlungscode gibt es nicht."


class CodeTaken(Problem):
    """409: also where the other code is disabled, since it may be printed somewhere."""

    status = 409
    code = "code_taken"
    detail = "Diesen Empfehlungscode gibt es schon. Bitte wählen Sie einen anderen."
