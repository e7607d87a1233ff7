"""Refusals of answer templates."""

from services.core.http.errors import Problem


class UnknownAnswerTemplate(Problem):
    status = 404
    code = "not_found"
    detail = "Diese Vorlage gibt es nicht."
