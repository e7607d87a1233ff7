"""The refusal of a process that cannot work."""

from services.core.http.errors import Problem


class NotReady(Problem):
    """This process cannot work, or is about to end; whoever sends requests sends them elsewhere. `causes` says why."""

    status = 503
    code = "not_ready"
    detail = "Dieser Server kann gerade nicht arbeiten."

    def __init__(self, causes: list[str]) -> None:
        super().__init__(causes=causes)
