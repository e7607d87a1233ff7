"""Base classes of API refusals, and the one place that turns them into `application/problem+json` (RFC 9457).

A refusal carries a stable English `code` for programs and a German `detail` for people. Nothing that was typed is
ever repeated in it. The extra member `success: false` is what the functions client of the existing site reads.
"""

import errno
import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.routing import Match

from services.core.db.faults import Fault, fault_of
from services.core.fields import FieldError
from services.core.storage.storage import StorageFault
from services.core.telemetry.measures import REFUSED_CALLS

log = structlog.get_logger()

_NO_ROOM: Final = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


class Abuse(StrEnum):
    """What a refusal suggests about its caller; refusals are counted by kind."""

    RATE = "rate"
    """Too many calls."""
    SIGN_IN = "sign_in"
    """A wrong password, code or passkey of staff."""
    CROSS_SITE = "cross_site"
    HOST = "host"
    """For a name that is not ours."""
    TOO_LARGE = "too_large"
    SLOW = "slow"
    """A request that did not arrive in time."""
    TRAP = "trap"
    """A form filled in as programs do."""
    SHED = "shed"
    """Too many connections, or too many staff calls of a kind."""


class Problem(Exception):
    """A refusal with an HTTP status. Subclasses give `status`, `code` and `detail`."""

    status = 500
    code = "internal"
    detail = "Bei uns ist ein Fehler aufgetreten. Bitte versuchen Sie es später erneut."
    abuse: Abuse | None = None
    limit = ""
    """The name of the limit that was exceeded."""

    def __init__(self, *, headers: Mapping[str, str] | None = None, **members: object) -> None:
        super().__init__(self.code)
        self.headers = dict(headers or {})
        self.members = members

    def body(self) -> dict[str, Any]:
        """The members of the problem document."""
        return {
            "type": f"urn:voltigo:problem:{self.code}",
            "title": self.detail,
            "status": self.status,
            "code": self.code,
            "success": False,
            **self.members,
        }


def refusal(status: int, code: str, detail: str, abuse: Abuse | None = None) -> type[Problem]:
    """Declare a kind of refusal."""
    return type("Refusal", (Problem,), {"status": status, "code": code, "detail": detail, "abuse": abuse})


class BadRequest(Problem):
    status = 400
    code = "not_json"
    detail = "Die Anfrage ist kein gültiges JSON."


class PayloadTooLarge(Problem):
    status = 413
    code = "too_large"
    detail = "Die Anfrage ist zu groß."
    abuse = Abuse.TOO_LARGE


class ValidationProblem(Problem):
    """422: at least one field is wrong or missing."""

    status = 422
    code = "validation"
    detail = "Bitte prüfen Sie Ihre Angaben."

    def __init__(self, errors: Sequence[FieldError]) -> None:
        super().__init__(errors=list(errors))
        self.errors = list(errors)


class RateLimited(Problem):
    """429: too many calls; `Retry-After` says when the next one may succeed."""

    status = 429
    code = "rate_limited"
    detail = "Das waren zu viele Versuche. Bitte warten Sie einen Moment."
    abuse = Abuse.RATE

    def __init__(self, retry_after_seconds: int, limit: str = "other") -> None:
        self.limit = limit
        super().__init__(headers={"Retry-After": str(retry_after_seconds)})


class DatabaseUnavailable(Problem):
    """503: nothing was stored, or it could not be confirmed that anything was."""

    status = 503
    code = "unavailable"
    detail = "Der Dienst ist gerade nicht erreichbar. Bitte versuchen Sie es in einem Moment erneut."

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": "5"})


class NotSetUp(Problem):
    """503: this installation still lacks company data or a mail server; `checks/CHECKS.md`."""

    status = 503
    code = "not_set_up"
    detail = "Diese Website wird gerade eingerichtet. Bitte kommen Sie später wieder."


class NoConnectionLeft(DatabaseUnavailable):
    """503: this process has as many connections open as it can serve."""

    abuse = Abuse.SHED


_HTTP_PROBLEMS = {
    400: ("bad_request", "Die Anfrage ist nicht verständlich."),
    404: ("not_found", "Diese Adresse gibt es nicht."),
    405: ("method_not_allowed", "Diese Methode ist hier nicht erlaubt."),
    413: (PayloadTooLarge.code, PayloadTooLarge.detail),
}


class FilesUnavailable(Problem):
    """503: storage is unreachable, denies access, or is full."""

    status = 503
    code = "files_unavailable"
    detail = (
        "Der Speicher der Dateien antwortet nicht. Es ist nichts verloren; bitte versuchen Sie es in einigen Minuten "
        "noch einmal."
    )


class HttpProblem(Problem):
    """A refusal of the framework itself (unknown path, wrong method) as a problem document."""

    def __init__(self, status: int, headers: Mapping[str, str] | None = None) -> None:
        self.status = status
        self.code, self.detail = _HTTP_PROBLEMS.get(status, ("http_error", "Die Anfrage wurde abgelehnt."))
        super().__init__(headers=headers)


class UnknownHost(HttpProblem):
    """400: a call for a name that is not ours. Its body is that of any bad request."""

    abuse = Abuse.HOST

    def __init__(self) -> None:
        super().__init__(400)


def count_refusal(problem: Problem) -> None:
    """Count a refusal, if it says anything about the caller."""
    if problem.abuse is not None:
        REFUSED_CALLS.labels(problem.abuse.value, problem.limit).inc()


def problem_response(problem: Problem) -> Response:
    """The HTTP response for a refusal, which is counted."""
    count_refusal(problem)
    return Response(
        json.dumps(problem.body(), ensure_ascii=False),
        status_code=problem.status,
        headers=problem.headers,
        media_type="application/problem+json",
    )


def as_problem(error: Exception) -> Problem:
    """Map any exception to the refusal the caller may see; unexpected ones are logged with their traceback."""
    match error:
        case Problem():
            return error
        case StorageFault() | RequestValidationError():
            return _refused(error)
        case HTTPException():
            return HttpProblem(error.status_code, error.headers)
        case ClientDisconnect():
            # The caller disconnected in the middle of its body: nobody reads the answer, and the fault is not ours.
            return HttpProblem(400)
        case DBAPIError() | PoolTimeout() | OSError() if _is_passing(error):
            return DatabaseUnavailable()
        case _:
            log.error("unhandled_error", error=type(error).__name__, exc_info=_without_values(error))
            return Problem()


def _refused(error: StorageFault | RequestValidationError) -> Problem:
    if isinstance(error, RequestValidationError):
        # What the framework refuses before the route runs: broken JSON as a whole, else each field
        faults = error.errors()
        if any(fault["type"] == "json_invalid" for fault in faults):
            return BadRequest()
        return ValidationProblem([field_error({**fault, "loc": fault["loc"][1:]}) for fault in faults])
    log.error("files_unavailable", reason=str(error))
    return FilesUnavailable()


def _is_passing(error: DBAPIError | PoolTimeout | OSError) -> bool:
    """Whether the trouble, which is logged then, is not the call's and may be over at the next one."""
    match error:
        case DBAPIError() | PoolTimeout():
            _log_database(error)
        case ConnectionError():
            # Reports read the database over connections of their own.
            log.error("connection_failed", error=type(error).__name__)
        case OSError(errno=number) if number in _NO_ROOM:
            log.error("disk_full", error=errno.errorcode[number])
        case _:
            return False
    return True


def _log_database(error: DBAPIError | PoolTimeout) -> None:
    """Without str(error): SQLAlchemy writes statement and parameters into it, and those are personal."""
    name = type(error).__name__
    if isinstance(error, IntegrityError | DataError):
        # The database is there and refused a row: of two calls at once, so another try may succeed, or by a fault of
        # ours, which nobody finds without its place.
        log.error("database_refused_row", error=name, exc_info=_without_values(error))
        return
    fault = fault_of(error)
    log.error(f"database_{fault}" if fault is not Fault.AWAY else "database_unavailable", error=name)


_SENTENCES: Mapping[str, str] = {
    "missing": "Diese Angabe fehlt.",
    "extra_forbidden": "Diese Angabe gibt es hier nicht.",
    "greater_than_equal": "Diese Zahl ist zu klein.",
    "less_than_equal": "Diese Zahl ist zu groß.",
    "string_too_long": "Dieser Text ist zu lang.",
    "literal_error": "Bitte wählen Sie eine der vorgesehenen Angaben.",
    "enum": "Bitte wählen Sie eine der vorgesehenen Angaben.",
}
"""For the checks of the framework; those of our own (`core/inputs.py`) bring their sentence."""


def field_error(fault: Mapping[str, Any]) -> FieldError:
    """An error of Pydantic, with its path and a German message."""
    own = fault["msg"] if fault.get("ctx", {}).get("in_german") else None
    message = own or _SENTENCES.get(fault["type"], "Diese Angabe ist ungültig.")
    return {"field": ".".join(map(str, fault["loc"])) or "body", "code": fault["type"], "message": message}


def _without_values(error: Exception) -> Exception:
    """The exception with its traceback but without its message, which may quote what a person typed."""
    nameless: Exception = type(type(error).__name__, (Exception,), {})()
    return nameless.with_traceback(error.__traceback__)


def install_error_handlers(app: FastAPI) -> None:
    """Route every exception of an endpoint through `as_problem`."""

    async def answer(_request: Request, error: Exception) -> Response:
        return problem_response(as_problem(error))

    async def answer_http(request: Request, error: Exception) -> Response:
        response = await answer(request, error)
        if response.status_code == 405:
            response.headers["Allow"] = ", ".join(_allowed_methods(request))
        return response

    for kind in (Problem, RequestValidationError, DBAPIError, PoolTimeout, Exception):
        app.add_exception_handler(kind, answer)
    app.add_exception_handler(HTTPException, answer_http)


def _allowed_methods(request: Request) -> list[str]:
    """Every method of the address. The framework names those of the first of its routes only."""
    found: set[str] = set()
    for route in request.app.routes:
        match, _ = route.matches(request.scope)
        if match is not Match.NONE:
            found |= getattr(route, "methods", None) or set()
    return sorted(found)


class CrossSite(Problem):
    """403: a change possibly triggered by another site."""

    status = 403
    code = "cross_site"
    detail = "Diese Anfrage kam nicht von unserer eigenen Seite und wurde deshalb abgelehnt."
    abuse = Abuse.CROSS_SITE


class IdempotencyMismatch(Problem):
    status = 422
    code = "idempotency_mismatch"
    detail = "Dieser Schlüssel gehört zu einer anderen Anfrage."


class InProgress(Problem):
    status = 409
    code = "in_progress"
    detail = "Ihre Anfrage wird gerade bearbeitet. Bitte warten Sie einen Moment."


class HeadTooLarge(Problem):
    status = 431
    code = "head_too_large"
    detail = "Die Kopfzeilen der Anfrage sind zu lang."
    abuse = Abuse.TOO_LARGE


class UrlTooLong(Problem):
    status = 414
    code = "url_too_long"
    detail = "Die Adresse der Anfrage ist zu lang."
    abuse = Abuse.TOO_LARGE


class RequestTimeout(Problem):
    status = 408
    code = "request_timeout"
    detail = "Die Anfrage ist nicht rechtzeitig vollständig angekommen."
    abuse = Abuse.SLOW


class Busy(Problem):
    """503: too many calls of this kind are running already. `Retry-After` says when it is worth trying again."""

    status = 503
    code = "busy"
    abuse = Abuse.SHED

    def __init__(self, sentence: str, retry_after_seconds: int) -> None:
        self.detail = sentence
        super().__init__(headers={"Retry-After": str(retry_after_seconds)})


class Unreadable(Problem):
    """409: sealed with another secret, or for something else."""

    status = 409
    code = "other_secret"
    detail = (
        "Diese Angaben sind mit einem anderen Geheimnis verschlüsselt als dem dieser Installation. Es steht in der "
        "Einstellung VOLTIGO_SECRET oder in der Datei „secret“ des Datenordners. Bitte setzen Sie dort das Geheimnis "
        "ein, mit dem sie verschlüsselt wurden."
    )
