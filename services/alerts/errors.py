"""Problem responses of staff actions on alerts and rules."""

from services.core.http.errors import Problem


class UnknownAlert(Problem):
    """404: the alert does not exist, or does not concern the caller's role."""

    status = 404
    code = "not_found"
    detail = "Diesen Hinweis gibt es nicht mehr."


class UnknownRule(Problem):
    status = 404
    code = "not_found"
    detail = "Diese Regel gibt es nicht."
