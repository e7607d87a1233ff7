"""Counts what the edge and the connections of this process refuse."""

from collections.abc import Callable
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import Scope

from services.attacks.kinds import Kind, kind_of
from services.attacks.tally import Tally
from services.core.http.callers.client_address import Networks, client_address
from services.core.http.errors import DatabaseUnavailable, Problem
from services.core.http.web import Observer

_WITHOUT_CALLER: Final = frozenset({Kind.SHED})
"""Refused because of what others do."""


class RefusalObserver(Observer):
    """Counts refusals, and calls of one address; passes every request on."""

    def __init__(self, tally: Tally, proxies: Networks, counted: str, look: Callable[[Scope], None]) -> None:
        """`counted`: the address whose calls are counted too. `look` is shown every request."""
        self._tally, self._proxies, self._counted, self._look = tally, proxies, counted, look

    def look(self, scope: Scope) -> None:
        """Count a call of the one address."""
        if scope["path"] == self._counted and scope["method"] == "POST":
            self._tally.count(Kind.RESERVE)
        self._look(scope)

    def refused(self, scope: Scope, problem: Problem) -> None:
        """Count a refusal, and whose call it was, if that says anything."""
        found = kind_of(problem)
        if found is None:
            return
        caller = None if found[0] in _WITHOUT_CALLER else client_address(HTTPConnection(scope), self._proxies)
        self._tally.count(*found, caller)


def connection_counter(tally: Tally) -> Callable[[Problem, str | None], None]:
    """What the connections of the process tell of their refusals."""

    def count(problem: Problem, caller: str | None) -> None:
        found = (Kind.SHED, "connections") if isinstance(problem, DatabaseUnavailable) else kind_of(problem)
        if found is not None:
            tally.count(*found, None if found[0] in _WITHOUT_CALLER else caller)

    return count
