"""Trouble that passes is answered with 503 and not as a fault of the product."""

import asyncio
import errno

import pytest
from starlette.types import Message, Receive, Scope, Send

from analytics.engine.snapshots import SourceAway
from services.core.http.errors import as_problem
from services.core.http.web import Edge


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (SourceAway("OperationalError"), 503),
        (OSError(errno.ENOSPC, "No space left on device"), 503),
        (OSError(errno.EFBIG, "File too large"), 503),
        (OSError(errno.EACCES, "Permission denied"), 500),
        (ValueError("of ours"), 500),
    ],
)
def test_a_source_that_is_away_and_a_full_disk_are_503(error: Exception, status: int) -> None:
    assert as_problem(error).status == status


async def _answered_when_cancelled() -> list[Message]:
    begun, sent = asyncio.Event(), []

    async def endless(_scope: Scope, _receive: Receive, _send: Send) -> None:
        begun.set()
        await asyncio.Event().wait()

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    scope = {"type": "http", "method": "GET", "path": "/api/parks", "headers": [(b"host", b"127.0.0.1")]}
    task = asyncio.create_task(Edge(endless, public_url=lambda: "http://127.0.0.1")(scope, receive, send))
    await begun.wait()
    task.cancel()
    await task
    return sent


def test_a_call_that_a_stop_cuts_off_is_503() -> None:
    start, body = asyncio.run(_answered_when_cancelled())
    assert start["status"] == 503
    assert b'"code": "unavailable"' in body["body"]
