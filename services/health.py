"""For the machines that watch: does the process answer, and can it do its work."""

from fastapi import APIRouter, Request
from pydantic import BaseModel
from sqlalchemy.exc import SQLAlchemyError

from services.core.access import DatabaseOf
from services.core.errors import DatabaseUnavailable, Problem
from services.core.openapi import problems
from services.migrate import current_revision, newest_revision

router = APIRouter(tags=["health"])


class Stopping(Problem):
    """This process is about to end; whoever sends requests sends them elsewhere."""

    status = 503
    code = "stopping"
    detail = "Dieser Server wird gerade beendet."


class HealthOut(BaseModel):
    """`ok` while the process answers."""

    status: str


@router.get("/healthz", operation_id="healthz")
async def healthz() -> HealthOut:
    """The process is alive. Touches nothing else, so it also serves as the measure of a bare answer."""
    return HealthOut(status="ok")


@router.get("/readyz", operation_id="readyz", responses=problems(503))
def readyz(request: Request, db: DatabaseOf) -> HealthOut:
    """The database answers, has the schema this code expects, and the process is not about to end."""
    if request.app.state.stopping.is_set():
        raise Stopping
    try:
        with db.read() as session:
            revision = current_revision(session.connection())
    except SQLAlchemyError as error:
        raise DatabaseUnavailable from error
    if revision != newest_revision():
        raise DatabaseUnavailable
    return HealthOut(status="ok")
