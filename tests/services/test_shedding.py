"""What is beyond a bound is refused in words, what fits goes through, and one kind never takes another's places."""

import asyncio
from typing import Any

import httpx2
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from services.core.http.shedding import Shedding, bounds_of_staff
from services.core.http.web import Edge


class Slow:
    """An app whose answers wait until they may."""

    def __init__(self) -> None:
        self.may_answer = asyncio.Event()
        self.at_work = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.at_work += 1
        await self.may_answer.wait()
        await PlainTextResponse("da")(scope, receive, send)


def answers(paths: list[str], settled: int) -> tuple[list[httpx2.Response], int]:
    """All answers of calls made at once, given once so many are refused; and how many were at work then."""

    async def drive() -> tuple[list[httpx2.Response], int]:
        slow = Slow()
        edge = Edge(Shedding(slow, bounds_of_staff()), public_url=lambda: "http://testserver")
        async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=edge), base_url="http://testserver") as http:
            calls = [asyncio.ensure_future(http.get(path)) for path in paths]
            while sum(call.done() for call in calls) < settled:
                await asyncio.sleep(0)
            at_work = slow.at_work
            slow.may_answer.set()
            return list(await asyncio.gather(*calls)), at_work

    return asyncio.run(drive())


@pytest.mark.parametrize(
    ("path", "most", "waiting", "said", "again"),
    [
        (
            "/api/staff/exports/abc",
            4,
            4,
            "Gerade werden schon 4 Exporte erstellt. Bitte in einer Minute noch einmal.",
            60,
        ),
        (
            "/api/staff/reports/marketing",
            12,
            24,
            "Gerade werden schon 12 Berichte gerechnet. Bitte in einer Minute noch einmal.",
            60,
        ),
        (
            "/api/staff/report-runs/7",
            12,
            24,
            "Gerade werden schon 12 Berichte gerechnet. Bitte in einer Minute noch einmal.",
            60,
        ),
        ("/api/staff/reservations", 16, 80, "Gerade werden sehr viele Seiten", 5),
    ],
    ids=["exports", "reports", "kept", "lists"],
)
def test_what_is_beyond_the_bound_is_refused_in_words(
    path: str, most: int, waiting: int, said: str, again: int
) -> None:
    beyond = 20
    found, at_work = answers([path] * (most + waiting + beyond), settled=beyond)
    assert at_work == most
    refused = [answer for answer in found if answer.status_code == 503]
    assert (len(refused), len(found) - len(refused)) == (beyond, most + waiting)
    body: dict[str, Any] = refused[0].json()
    assert body["code"] == "busy"
    assert body["title"].startswith(said)
    assert refused[0].headers["retry-after"] == str(again)
    assert refused[0].headers["x-content-type-options"] == "nosniff"


def test_full_exports_keep_nobody_from_a_list_and_nothing_bounds_the_public_site() -> None:
    others = ["/api/staff/reservations", "/api/parks", *["/"] * 200]
    found, at_work = answers([*["/api/staff/exports/abc"] * 9, *others], settled=1)
    assert at_work == 4 + len(others)
    assert [answer.status_code for answer in found[9:]] == [200] * len(others)


def test_whoever_waits_too_long_is_refused() -> None:
    bounds = bounds_of_staff()
    bounds[0].patience_seconds = 0.05

    async def drive() -> httpx2.Response:
        slow = Slow()
        edge = Edge(Shedding(slow, bounds), public_url=lambda: "http://testserver")
        async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=edge), base_url="http://testserver") as http:
            calls = [asyncio.ensure_future(http.get("/api/staff/exports/abc")) for _ in range(5)]
            done, _ = await asyncio.wait(calls, return_when=asyncio.FIRST_COMPLETED)
            slow.may_answer.set()
            await asyncio.gather(*calls)
            (first,) = done
            return first.result()

    assert asyncio.run(drive()).status_code == 503
