"""Every staff route × everybody who may knock. Generated from the app: a new route joins by itself."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from services.app import create_app
from services.settings import Settings
from services.staff.access import PREFIX, ROLELESS, AnyStaffOf, StaffRouter, refuse_undeclared, staff_routes
from services.staff.models import Role
from tests.fixtures.documents import ENDLESS
from tests.fixtures.staff import StaffClient, own_page_client, state_of
from tests.services.staff.steps import refusal

PARAMETERS = {"form": "xlsx"}
"""What stands for a path parameter that is no number."""

KNOCKERS = ("anonymous", *(role.value for role in Role))


def product() -> FastAPI:
    app: Any = create_app(Settings(_env_file=None, scheduler="off"))  # type: ignore[call-arg]
    while not isinstance(app, FastAPI):
        app = getattr(app, "_app", None) or app.app
    return app


ROUTES = staff_routes(product())
GUARDED = [(method, path, roles) for method, path, roles in ROUTES if roles is not None]


def address(path: str) -> str:
    """The path with something in each parameter's place; nothing that exists."""
    return re.sub(r"\{([^}:]+)[^}]*\}", lambda found: PARAMETERS.get(found[1], "987654321"), path)


@pytest.fixture
def knock(client: TestClient, staff_client: StaffClient) -> Callable[..., Any]:
    """One call of a role. After a change or a refused session another member signs in: what an earlier route did to
    them does not count.
    """
    signed_in: dict[str, TestClient] = {}

    def knock(who: str, method: str, path: str) -> Any:
        browser = signed_in.pop(who, None) or (own_page_client(client) if who == "anonymous" else staff_client(who))
        answer = browser.request(method, address(path), json=None if method == "GET" else {})
        if who == "anonymous" or answer.status_code == 403 or (method == "GET" and answer.status_code != 401):
            signed_in[who] = browser
        return answer

    return knock


@pytest.mark.parametrize("who", KNOCKERS)
def test_each_route_is_open_to_its_roles_only(who: str, knock: Callable[..., Any]) -> None:
    assert len(GUARDED) > 100
    wrong = [
        f"{method} {path}: {fault}"
        for method, path, roles in GUARDED
        if (method, path) not in ENDLESS or who not in roles
        if (fault := _fault(who, roles, knock(who, method, path)))
    ]
    assert wrong == []


def _fault(who: str, roles: frozenset[Role], answer: Any) -> str:
    """What is wrong with the answer; empty when nothing is."""
    if answer.headers["cache-control"] != "no-store":
        return "may be kept by caches"
    told = (answer.status_code, answer.json().get("code")) if answer.status_code in (401, 403) else answer.status_code
    if who == "anonymous":
        return "" if told == (401, "signed_out") else f"{told} for a stranger"
    if who not in {role.value for role in roles}:
        return "" if told == (403, "forbidden") else f"{told} although forbidden"
    if isinstance(told, tuple):
        return "" if told[1] in {"wrong_credentials", "wrong_code"} else f"{told} although allowed"
    return "" if told < 500 else f"{told}"


def test_admin_may_do_everything_and_each_route_names_somebody() -> None:
    assert GUARDED
    for method, path, roles in GUARDED:
        assert Role.ADMIN in roles, f"{method} {path}"


def test_only_the_steps_of_signing_in_name_no_role() -> None:
    assert {(method, path) for method, path, roles in ROUTES if roles is None} == ROLELESS
    assert len(ROLELESS) == 13, "each further one needs a reason"


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_signing_in_tells_anonymous_callers_nothing(method: str, client: TestClient) -> None:
    for declared, path in sorted(ROLELESS):
        if declared == method:
            answer = own_page_client(client).request(method, path, json=None if method == "GET" else {})
            if (declared, path) == ("GET", f"{PREFIX}/setup"):  # says only whether anybody has an account yet
                assert answer.json() == {"is_set_up": False, "passkeys_at": None}
            else:
                assert answer.status_code in (401, 404, 422), path


def test_the_app_does_not_start_with_a_route_that_names_no_role() -> None:
    app, router = FastAPI(), StaffRouter(tag="test")

    @router.get("/guarded")
    def guarded(_staff: AnyStaffOf) -> None: ...

    app.include_router(router)
    refuse_undeclared(app)

    @app.get(f"{PREFIX}/open")
    def forgotten() -> None: ...

    with pytest.raises(RuntimeError, match=r"GET /api/staff/open"):
        refuse_undeclared(app)


def test_a_half_finished_log_in_is_nobody(client: TestClient, staff_client: StaffClient) -> None:
    """A session whose account has lost its second factor, for one."""
    browser = staff_client("admin", totp_seed=None)
    for method, path, _ in GUARDED:
        assert refusal(browser.request(method, address(path), json=None if method == "GET" else {}))[0] == 401, path


def test_an_address_below_that_does_not_exist_is_404(client: TestClient, staff_client: StaffClient) -> None:
    assert state_of(client)
    for browser in (own_page_client(client), staff_client("admin")):
        assert browser.get("/api/staff/nothing").status_code == 404
