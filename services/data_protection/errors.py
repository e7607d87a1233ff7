"""Refusals of data protection."""

from services.core.http.errors import Problem


class AlreadyErased(Problem):
    """409: nothing of this reservation leads to a person any more."""

    status = 409
    code = "already_erased"
    detail = "Diese Daten sind schon gelöscht."


class PreviewChanged(Problem):
    """409: what the preview showed is no longer so; nothing is erased."""

    status = 409
    code = "changed_meanwhile"
    detail = "Inzwischen hat sich etwas geändert. Bitte sehen Sie sich noch einmal an, was gelöscht wird."
