"""Problem responses of staff actions on alerts and rules."""

from services.core.http.errors import Problem


class UnknownAlert(Problem):
    """404: the alert does not exist, or does not concern the caller's role."""

    status = 404
    code = "not_found"
    detail = "Diesen Hinweis gibt es nicht mehr."


class UnknownRule(Problem):
    """404: it does not exist, or is not the caller's role's to change."""

    status = 404
    code = "not_found"
    detail = "Diese Regel gibt es nicht."


class BuiltInRule(Problem):
    status = 409
    code = "built_in"
    detail = "Diese Regel gehört zu Voltigo und lässt sich nicht löschen. Schalten Sie sie aus."
