"""Problem response of a process that is not ready."""

from services.core.http.errors import Problem


class NotReady(Problem):
    """This process cannot work, or is shutting down; load balancers send requests elsewhere. `causes` gives the
    reasons.
    """

    status = 503
    code = "not_ready"
    detail = "Dieser Server kann gerade nicht arbeiten."

    def __init__(self, causes: list[str]) -> None:
        super().__init__(causes=causes)
