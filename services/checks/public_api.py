"""Health probes for monitoring: liveness and readiness."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel

from services.checks.errors import NotReady
from services.checks.readiness import Readiness

router = APIRouter(tags=["health"])


class HealthOut(BaseModel):
    """`ok` while the process answers."""

    status: str


class ReadyOut(BaseModel):
    """`degraded`: it can answer, but something is missing for which no instance needs to be taken out of service."""

    status: Literal["ok", "degraded"]
    causes: list[str]


@router.get("/healthz")
async def healthz() -> HealthOut:
    """The process is alive. Touches nothing else, so it also serves as the measure of a bare answer."""
    return HealthOut(status="ok")


@router.get("/readyz")
async def readyz(
    request: Request, strict: Annotated[bool, Query(description="degraded is 503, too: for alarms")] = False
) -> ReadyOut:
    """This process can do its work: its pages are there, the database answers, takes writes and has a schema that
    serves, the place of shared files and the secret are the right ones, and it is not about to end. `no_jobs`, nobody
    sending mail, `mails_waiting`, a mail due for a quarter of an hour, `database_locked`, a lock that another process
    holds for longer than a write waits, `replica_unused`, reports reading the primary since the replica cannot be used,
    `engine_unused`, the distributed engine having failed, and `store_silent`, an object store that does not answer, are
    warnings: taking every server out of service would only add to them.
    """
    if request.app.state.stopping.is_set():
        raise NotReady(["stopping"])
    readiness: Readiness = request.app.state.readiness
    report = await readiness.report()
    if report.faults or (strict and report.warnings):
        raise NotReady([*report.faults, *report.warnings])
    return ReadyOut(status="degraded" if report.warnings else "ok", causes=list(report.warnings))
