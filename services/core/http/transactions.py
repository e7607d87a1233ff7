"""The transaction of a route, as a parameter: `session: Reads` or `session: Writes`.

    @router.post("/links/{link_id:int}/disable")
    def disable_link(link_id: RowId, session: Writes, call: CallOf, staff: MarketerOf) -> ShortLinkOut:

The whole function is one transaction, committed before its answer is made: a commit that fails is a 503, a refusal
rolls back. The other parameters come first: a caller without a session or with a wrong body never waits for the writer.

The route does this, not a FastAPI dependency: on SQLite writes are serialised, and a dependency that has its turn would
need a thread of the pool for the function and its answer, while waiting calls may hold all of them. Here the writer
runs the function itself. It may run it twice (`Database.write`), so a route that takes long or has outside effects
calls `Database.write` itself.
"""

import inspect
from collections.abc import Callable
from contextvars import copy_context
from functools import wraps
from typing import Annotated, Any, Final, get_type_hints

from fastapi.routing import APIRoute
from sqlalchemy.orm import Session

from services.core.db.db import Database
from services.core.http.dependencies import DatabaseOf

_READS: Final = "a snapshot that cannot be written"
_WRITES: Final = "a transaction"

Reads = Annotated[Session, _READS]
Writes = Annotated[Session, _WRITES]


class TransactionRoute(APIRoute):
    """The `route_class` of routers whose functions take `Reads` or `Writes`."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().__init__(path, _in_transaction(endpoint), **options)


def _in_transaction(endpoint: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps the function so that its session comes from the app's database."""
    hints = get_type_hints(endpoint, include_extras=True)
    name = next((name for name, hint in hints.items() if hint in (Reads, Writes)), None)
    if name is None:
        return endpoint
    assert not inspect.iscoroutinefunction(endpoint), f"{endpoint.__name__} would hold up the event loop"
    is_writing = hints[name] == Writes

    @wraps(endpoint)
    def committed(*, _transactions: Database, **values: Any) -> Any:
        def unit(session: Session) -> Any:
            return endpoint(**{name: session}, **values)

        if is_writing:
            # The writer runs it in another thread; log lines there still name the request.
            context = copy_context()
            return _transactions.write(lambda session: context.run(unit, session))
        with _transactions.read() as session:
            return unit(session)

    signature = inspect.signature(endpoint)
    others = [parameter for parameter in signature.parameters.values() if parameter.name != name]
    database = inspect.Parameter("_transactions", inspect.Parameter.KEYWORD_ONLY, annotation=DatabaseOf)
    committed.__signature__ = signature.replace(parameters=[*others, database])  # type: ignore[attr-defined]
    return committed
