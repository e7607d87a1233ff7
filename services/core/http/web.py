"""Outermost ASGI middleware: request id, security headers, access log, and never a stack trace in a response."""

import asyncio
import re
import time
from collections.abc import Callable, Mapping, Sequence
from random import getrandbits  # a request id is no secret, and the system's randomness costs a thread switch

import structlog
from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from services.core.http.cross_site import is_cross_site
from services.core.http.errors import (
    CrossSite,
    DatabaseUnavailable,
    PayloadTooLarge,
    Problem,
    as_problem,
    problem_response,
)
from services.core.telemetry.meter import Meter

log = structlog.get_logger()

_REQUEST_ID = re.compile(rb"[0-9a-f]{16,32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""Hexadecimal digits, as of a trace, or a UUID: neither can spell a name."""

LARGEST_BODY = 64 * 1024
DYNAMIC_PREFIXES = ("/api/", "/functions/")
"""Where endpoints live and the site has nothing."""
COOKIE_PREFIXES = ("/api/staff", "/api/household", "/api/waiting-list")
"""Where a cookie says who calls, so that changes must come from our own pages."""
CALLER = "voltigo.account"
"""Where the scope of a request holds the number of the staff account that calls."""

REPORTS = "/api/reports/policy"
"""Where browsers report what a policy refused."""
_TO_REPORTS = f"report-uri {REPORTS}"
_NO_SINKS = "require-trusted-types-for 'script'"
"""No text becomes markup or a script's address, unless a policy that `trusted-types` names has made it."""
API_CONTENT_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"


def page_content_policy(style_hashes: Sequence[str], widget_origin: str = "") -> str:
    """The policy of public pages: everything from this host, no inline script but the rules that say which pages may be
    prepared, inline styles by their hash.

    A page with another party's widget may also take its scripts, frames, calls and pictures from `widget_origin`, and
    that party's script may make markup of texts: it knows nothing of our policies.
    """
    and_widget, frames = (f" {widget_origin}", f"frame-src {widget_origin}; ") if widget_origin else ("", "")
    styles = " ".join(("'self'", *(f"'sha256-{digest}'" for digest in style_hashes)))
    types = "" if widget_origin else f"; {_NO_SINKS}; trusted-types contact-form"
    return (
        f"default-src 'none'; script-src 'self' 'inline-speculation-rules'{and_widget}; "
        f"connect-src 'self'{and_widget}; img-src 'self' data:{and_widget}; font-src 'self'; {frames}"
        f"style-src {styles}; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        f"{types}; {_TO_REPORTS}"
    )


def console_content_policy(nonce: str) -> str:
    """The policy of the staff console, whose styles are made in the browser and carry the response's nonce."""
    return (
        f"default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; "
        f"style-src 'self' 'nonce-{nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
        f"{_NO_SINKS}; trusted-types mail-frame; {_TO_REPORTS}"
    )


FORGET_PAGES = {"Clear-Site-Data": '"cache"'}
"""Sent when a session ends, so that the next person cannot go back to cached pages. Keeps the browser's storage: it
holds colours, columns and half-filled forms of the public site, and the apps delete what is personal there themselves.
"""
COMMON_HEADERS = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "strict-origin-when-cross-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ("X-Frame-Options", "DENY"),
)
_ENDPOINTS = (b"reporting-endpoints", f'policy="{REPORTS}"'.encode())
_HSTS = (b"strict-transport-security", b"max-age=63072000; includeSubDomains")


class Edge:
    """The outermost layer. Plain ASGI: Starlette's middleware class costs a task per request."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        public_url: Callable[[], str],
        large_bodies: Mapping[str, int] | None = None,
        look: Callable[[Scope], None] = lambda _scope: None,
        refusal_of: Callable[[Scope], Problem | None] = lambda _scope: None,
        meter: Meter | None = None,
    ) -> None:
        """`public_url` may change while the process runs. `large_bodies`: path prefixes with the allowed body size in
        bytes instead of `LARGEST_BODY`. `look` is shown every request; `refusal_of` says why one is not for us to
        answer; `meter` measures, if given.
        """
        self._meter = meter
        self._refusal_of = refusal_of
        self._app = app
        self._look = look
        self._large_bodies = large_bodies or {}
        self._public_url = public_url
        self._headers = [(name.lower().encode(), value.encode()) for name, value in COMMON_HEADERS]
        self._headers_of_https = [*self._headers, _HSTS]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; an unhandled exception becomes a 500 problem with all headers."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        if self._meter is not None:
            self._meter.begin()
        request_id = _request_id(scope)
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request_id)
        is_dynamic = scope["path"].startswith(DYNAMIC_PREFIXES)
        status = 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._add_headers(message, request_id, is_dynamic)
            await send(message)

        try:
            self._look(scope)
            largest = self._largest_body(scope["path"])
            if (refusal := self._refusal(scope, largest)) is not None:
                await _refuse(refusal, scope, send_with_headers)
            else:
                await self._app(scope, _limited(receive, largest), send_with_headers)
        except asyncio.CancelledError:
            # The server stops and waits no longer: whether anything was stored cannot be said any more.
            if not status:
                await _refuse(DatabaseUnavailable(), scope, send_with_headers)
        except Exception as error:
            # An answer that has begun cannot be changed. Nothing is raised further: the server would log the
            # exception with its message, which may quote what a person typed.
            problem = as_problem(error) if status < 500 else None
            if not status and problem:
                await _refuse(problem, scope, send_with_headers)
        finally:
            if self._meter is not None:
                self._meter.end(scope, status, time.perf_counter() - started)
            if is_dynamic:
                _log_request(scope, status, started)

    def _refusal(self, scope: Scope, largest: int) -> Problem | None:
        """Why a call is refused before routing."""
        if (refusal := self._refusal_of(scope)) is not None:
            return refusal
        value = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        declared_length = int(value) if value.isdigit() else 0
        if declared_length > largest:
            return PayloadTooLarge()
        return CrossSite() if self._is_foreign(scope) else None

    def _largest_body(self, path: str) -> int:
        larger = (bytes_ for prefix, bytes_ in self._large_bodies.items() if path.startswith(prefix))
        return next(larger, LARGEST_BODY)

    def _is_foreign(self, scope: Scope) -> bool:
        is_ours_to_check = scope["path"].startswith(COOKIE_PREFIXES)
        return is_ours_to_check and is_cross_site(scope["method"], Headers(scope=scope), self._public_url())

    def _add_headers(self, message: Message, request_id: str, is_dynamic: bool) -> None:
        headers = message["headers"] = list(message["headers"])
        is_https = self._public_url().startswith("https://")
        if is_https and not is_dynamic:
            _name_endpoint(headers)
        present = {name for name, _ in headers}
        # An answer may be stricter: of two policies in one answer, browsers take the last.
        ours = self._headers_of_https if is_https else self._headers
        headers.extend(header for header in ours if header[0] not in present)
        headers.append((b"x-request-id", request_id.encode()))
        if b"content-security-policy" not in present:
            headers.append((b"content-security-policy", API_CONTENT_POLICY.encode()))
        if is_dynamic and b"cache-control" not in present:
            headers.append((b"cache-control", b"no-store"))


def _name_endpoint(headers: list[tuple[bytes, bytes]]) -> None:
    """A policy that wants reports also names the endpoint of newer browsers. They take endpoints by HTTPS only, and
    where a policy names one, they no longer look at `report-uri`.
    """
    for index, (name, value) in enumerate(headers):
        if name == b"content-security-policy" and value.endswith(_TO_REPORTS.encode()):
            headers[index] = name, value + b"; report-to policy"
            headers.append(_ENDPOINTS)
            return


class HotRoutes:
    """ASGI app in front of the application: calls the endpoints of its routes itself and passes on everything else.

    What FastAPI puts around each of them (layers of middleware, an exit stack, the search through all routes) does
    nothing for these: their errors become responses at the edge. For a crowd that reserves at once it is work saved.
    """

    def __init__(self, app: FastAPI, routes: Sequence[Route]) -> None:
        """`routes` take one method each; the application has them too, for calls by another method."""
        self._app = app
        self._endpoints = {(method, route.path): route.endpoint for route in routes for method in route.methods or ()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        endpoint = self._endpoints.get((scope["method"], scope["path"])) if scope["type"] == "http" else None
        if endpoint is None:
            await self._app(scope, receive, send)
            return
        scope["app"], scope["endpoint"] = self._app, endpoint
        response = await endpoint(Request(scope, receive, send))
        await response(scope, receive, send)


async def _refuse(problem: Problem, scope: Scope, send: Send) -> None:
    """Respond with a problem outside of the app's handlers."""
    await problem_response(problem)(scope, _nothing_more, send)


async def _nothing_more() -> Message:
    return {"type": "http.disconnect"}


def _request_id(scope: Scope) -> str:
    """The id that a proxy gave, if it looks like one of the usual kinds; else our own. Anything else could be text that
    a caller wants in our logs.
    """
    given = next((value for name, value in scope["headers"] if name == b"x-request-id"), b"")
    return given.decode("ascii") if _REQUEST_ID.fullmatch(given) else f"{getrandbits(64):016x}"


def _limited(receive: Receive, largest: int) -> Receive:
    """`receive` that refuses a body growing past the limit, for callers that declare no length."""
    received = 0

    async def limited_receive() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > largest:
            raise PayloadTooLarge
        return message

    return limited_receive


def _log_request(scope: Scope, status: int, started: float) -> None:
    """Log the endpoint's name, not the address: that may hold what a person typed. For staff also the account
    number, to trace a refused call.
    """
    endpoint = getattr(scope.get("endpoint"), "__name__", None)
    milliseconds = round((time.perf_counter() - started) * 1000, 1)
    who = {"account": scope[CALLER]} if CALLER in scope else {}
    log.info("request", method=scope["method"], endpoint=endpoint, status=status, ms=milliseconds, **who)
