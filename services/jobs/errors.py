"""Problem responses of staff actions on jobs."""

from services.core.http.errors import Problem


class UnknownJob(Problem):
    status = 404
    code = "not_found"
    detail = "Diesen Ablauf gibt es nicht."


class RunsAllTheTime(Problem):
    """409: continuous work has no single runs to request."""

    status = 409
    code = "runs_all_the_time"
    detail = "Dieser Ablauf läuft fortlaufend und lässt sich nicht einzeln starten."
