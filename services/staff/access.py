"""Role checks for staff routes: each route declares its roles through one of these typed parameters.

`AdminOf`, `ClerkOf`, `MarketerOf`, `AnyStaffOf`; `ConfirmedAdminOf`, `ConfirmedClerkOf` and `ConfirmedStaffOf` where
password and code must have been asked for within ten minutes, `ExporterOf` where that is asked of those who see
households.
`refuse_undeclared` keeps the app from starting with a route below
/api/staff that names none.
"""

from collections.abc import Iterable
from typing import Annotated

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.dependencies.models import Dependant
from fastapi.routing import iter_route_contexts
from starlette.responses import Response

from services.core.http.callers.client_address import client_address
from services.core.http.dependencies import ClockOf, DatabaseOf, SettingsOf
from services.core.http.transactions import TransactionRoute
from services.core.http.web import CALLER
from services.settings import Settings
from services.staff.call import Call, Presence, Staff
from services.staff.errors import ConfirmationRequired, Forbidden, SignedOut
from services.staff.models import Role, Stage
from services.staff.sign_in import known_devices, sessions

PREFIX = "/api/staff"

ROLELESS = frozenset(
    {
        ("GET", f"{PREFIX}/session"),
        ("POST", f"{PREFIX}/session"),
        ("DELETE", f"{PREFIX}/session"),
        ("POST", f"{PREFIX}/session/code"),
        ("POST", f"{PREFIX}/session/passkey/options"),
        ("POST", f"{PREFIX}/session/passkey"),
        ("POST", f"{PREFIX}/session/own-passkeys/options"),
        ("POST", f"{PREFIX}/session/code/passkey"),
        ("POST", f"{PREFIX}/session/enrolment"),
        ("POST", f"{PREFIX}/session/enrolment/confirm"),
        ("POST", f"{PREFIX}/setup"),
        ("GET", f"{PREFIX}/setup"),
        ("POST", f"{PREFIX}/setup/check"),
    }
)
"""The steps of signing in, before a caller has a role."""


_UNATTENDED = "voltigo-unattended"
"""Header of the console's background refreshes: the page has had no input for a minute."""
_REPEATED = f"{PREFIX}/live/"
"""Reported repeatedly by an open page; every other change is made by a person."""


class StaffRouter(APIRouter):
    """A router for routes below /api/staff; paths are given without that."""

    def __init__(self, *, tag: str) -> None:
        super().__init__(prefix=PREFIX, tags=[tag], route_class=TransactionRoute)


def cookie_name(settings: Settings) -> str:
    """`__Host-` binds the cookie to this host and to HTTPS; left out only for plain HTTP on loopback."""
    return "__Host-voltigo-staff" if settings.has_secure_cookies else "voltigo-staff"


def put_cookie(response: Response, settings: Settings, token: str) -> None:
    """Set the session cookie until the browser is closed; the server ends the session earlier than that."""
    response.set_cookie(
        cookie_name(settings), token, path="/", secure=settings.has_secure_cookies, httponly=True, samesite="lax"
    )


def _device_cookie(settings: Settings) -> str:
    return "__Host-voltigo-device" if settings.has_secure_cookies else "voltigo-device"


def put_device_cookie(response: Response, settings: Settings, token: str) -> None:
    """Set the cookie that identifies the browser at its next log-in."""
    response.set_cookie(
        _device_cookie(settings),
        token,
        max_age=known_devices.LASTS_SECONDS,
        path="/",
        secure=settings.has_secure_cookies,
        httponly=True,
        samesite="strict",
    )


def drop_cookie(response: Response, settings: Settings) -> None:
    """Delete the session cookie."""
    response.delete_cookie(
        cookie_name(settings), path="/", secure=settings.has_secure_cookies, httponly=True, samesite="lax"
    )


async def _call(request: Request, db: DatabaseOf, clock: ClockOf, settings: SettingsOf) -> Call:
    return Call(
        db=db,
        settings=settings,
        now=clock(),
        address=client_address(request, settings.proxy_networks),
        device=known_devices.device_name(request.headers.get("user-agent", "")),
        token=request.cookies.get(cookie_name(settings), ""),
        known_device=request.cookies.get(_device_cookie(settings), ""),
    )


CallOf = Annotated[Call, Depends(_call)]


def _presence(request: Request, call: CallOf) -> Presence:
    """The owner of the session cookie, at any stage of the log-in.

    Background refreshes of an unattended page do not count as use of the session, nor does a stream, which the browser
    opens again by itself.
    """
    if not call.token:
        raise SignedOut
    with call.db.read() as session:
        presence = sessions.find(session, call.token, call.settings, call.now)
    if presence is None:
        raise SignedOut
    request.scope[CALLER] = presence.account.id
    if not _is_unattended(request) and sessions.is_due_to_be_seen(presence, call.now):
        call.db.write(lambda session: sessions.note_seen(session, presence, call.now))
    return presence


def _is_unattended(request: Request) -> bool:
    if request.method == "GET" and request.headers.get("accept") == "text/event-stream":
        return True
    is_repeated = request.method == "GET" or request.url.path.startswith(_REPEATED)
    return is_repeated and _UNATTENDED in request.headers


PresenceOf = Annotated[Presence, Depends(_presence)]


class RoleGuard:
    """Admits a fully signed-in caller with one of the roles; those in `confirmed` only with a recent confirmation."""

    def __init__(self, roles: Iterable[Role], *, confirmed: Iterable[Role] = ()) -> None:
        self.roles = frozenset(roles)
        self._confirmed = frozenset(confirmed)

    async def __call__(self, call: CallOf, presence: PresenceOf) -> Staff:
        """The caller; raises SignedOut, Forbidden or ConfirmationRequired."""
        if presence.stage is not Stage.FULL:
            raise SignedOut
        account = presence.account
        role = Role(account.role)
        if role not in self.roles:
            raise Forbidden
        if role in self._confirmed and not presence.is_confirmed(call.now):
            raise ConfirmationRequired
        return Staff(account.id, account.name, account.email, role, presence.session.id)


AdminOf = Annotated[Staff, Depends(RoleGuard({Role.ADMIN}))]
ClerkOf = Annotated[Staff, Depends(RoleGuard({Role.ADMIN, Role.STAFF}))]
MarketerOf = Annotated[Staff, Depends(RoleGuard({Role.ADMIN, Role.MARKETING}))]
AnyStaffOf = Annotated[Staff, Depends(RoleGuard(Role))]
ConfirmedAdminOf = Annotated[Staff, Depends(RoleGuard({Role.ADMIN}, confirmed=Role))]
ConfirmedClerkOf = Annotated[Staff, Depends(RoleGuard({Role.ADMIN, Role.STAFF}, confirmed=Role))]
ConfirmedStaffOf = Annotated[Staff, Depends(RoleGuard(Role, confirmed=Role))]
ExporterOf = Annotated[Staff, Depends(RoleGuard(Role, confirmed={Role.ADMIN, Role.STAFF}))]
"""Who takes many households out of the house at once. Files of marketing hold none."""


def staff_routes(app: FastAPI) -> list[tuple[str, str, frozenset[Role] | None]]:
    """Every route below /api/staff: method, path, and the roles it names (None when it names none)."""
    found = []
    for route in iter_route_contexts(app.routes):
        if not (route.path or "").startswith(PREFIX):
            continue
        roles = _named_roles(getattr(route, "dependant", None))
        found += [(method, str(route.path), roles) for method in sorted(route.methods or {"*"})]
    return found


def _named_roles(dependant: Dependant | None) -> frozenset[Role] | None:
    if dependant is None:
        return None
    guards = [d.call for d in dependant.dependencies if isinstance(d.call, RoleGuard)]
    return frozenset.intersection(*(guard.roles for guard in guards)) if guards else None


def refuse_undeclared(app: FastAPI) -> None:
    """Deny by default: raises when a staff route names no role."""
    open_routes = [
        f"{method} {path}"
        for method, path, roles in staff_routes(app)
        if roles is None and (method, path) not in ROLELESS
    ]
    if open_routes:
        raise RuntimeError("routes without a role: " + ", ".join(open_routes))
