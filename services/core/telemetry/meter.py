"""Measures requests for `measures.py`, by route template: an address may hold what a person typed."""

from collections.abc import Mapping
from typing import Final

from prometheus_client import Counter, Histogram
from starlette.types import Scope

from services.core.telemetry.measures import HTTP_IN_FLIGHT, HTTP_REQUESTS, HTTP_SECONDS

UNMATCHED: Final = "unmatched"
_SITE: Final = "site"
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_OTHER: Final = "other"


class Meter:
    """The measurements of one application; remembers its instruments, since finding one costs more than using it."""

    def __init__(self, plain: Mapping[object, str]) -> None:
        """`plain`: the templates of routes that the framework does not name in the scope, by their endpoints."""
        self._plain = plain
        self._known: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def begin(self) -> None:
        """Count a request."""
        HTTP_IN_FLIGHT.inc()

    def end(self, scope: Scope, status: int, seconds: float) -> None:
        """It was answered; `status` is 0 when nobody was there to be answered."""
        HTTP_IN_FLIGHT.dec()
        key = (self.route_of(scope), scope["method"], status // 100)
        if (found := self._known.get(key)) is None:
            found = self._instruments(*key)
        found[0].inc()
        found[1].observe(seconds)

    def _instruments(self, route: str, method: str, kind: int) -> tuple[Counter, Histogram]:
        named = method if method in _METHODS else _OTHER
        status = f"{kind}xx" if kind else ""
        found = HTTP_REQUESTS.labels(route, named, status), HTTP_SECONDS.labels(route, named)
        if named != _OTHER:  # what callers invent is not remembered
            self._known[route, method, kind] = found
        return found

    def route_of(self, scope: Scope) -> str:
        """The template of the route that answered, `/api/parks/{park_id}`; the pages of the site are one."""
        path: str | None = getattr(scope.get("route"), "path", None)
        if path is not None:
            return path or _SITE
        if "endpoint" not in scope:
            return UNMATCHED
        below: str = scope.get("root_path", "")  # a mount: the console has one, the site is all the rest
        return self._plain.get(scope["endpoint"]) or below or _SITE
