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


class StaleRule(Problem):
    """409: the rule was saved in the meantime. Member `version`."""

    status = 409
    code = "stale"
    detail = "Jemand hat diese Regel inzwischen geändert. Bitte laden Sie die Seite neu."
