"""Refusals of what households tell and of how their texts are mapped."""

from services.core.http.errors import Problem


class NotAsked(Problem):
    """409: this answer was not among those shown, as the decoy after a campaign of its medium."""

    status = 409
    code = "not_asked"
    detail = "Diese Antwort gibt es nicht mehr. Bitte wählen Sie eine andere."


class UnknownText(Problem):
    """404: no such text is waiting; it was mapped meanwhile, or its household took it back."""

    status = 404
    code = "not_found"
    detail = "Dieser Text wartet nicht mehr. Vielleicht wurde er inzwischen zugeordnet oder zurückgenommen."


class UnknownMapping(Problem):
    status = 404
    code = "not_found"
    detail = "Diese Zuordnung gibt es nicht."


class MappingUndone(Problem):
    status = 409
    code = "already_undone"
    detail = "Diese Zuordnung ist schon rückgängig gemacht."
