"""Every operation of both documents keeps the promises that all of them make: without a session 401, for a role that
may not 403, from another site 403, an unknown id 404, an unknown, wrong or missing member 422 at its name, a stale
version 409 with the document as it is now; each in German, and as its document says.

Operations come from the documents that the web apps are made of, and they are those of the app: a new route joins by
itself. `EXCEPTIONS` says where an answer is another one, and why.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from pydantic import ConfigDict

from services.core.inputs import Body, Version
from services.staff.access import PREFIX, AnyStaffOf, StaffRouter, refuse_undeclared, staff_routes
from services.staff.models import Role
from tests.contract.operations import Operation, operations_of
from tests.contract.roles import ANYBODY, may_call
from tests.contract.walk import Walk
from tests.contract.world import SCHEDULE, World
from tests.fixtures.documents import ENDLESS

_OPEN = "needs no session: a secret in its body, or nothing, says what may be seen"
_STEP = "a step of signing in, before there is a session"
_EMPTY = "says that nobody is here, which is no error of a page that asks"
_OTHERS = "called from sites of others, or by browsers themselves, and reads no cookie"
_SIGNED = "404 not_found: no provider is set up; else its signature counts: test_with_stripe"
_TOLERANT = "what the existing site sends besides is ignored"
_LINE = "409 work_changed: the page loads the list again; nobody compares two lines"
_SETTLED = "409 not_refused: for the page, one that is settled is not there either"
_BY_COLUMN = "only a member that somebody else has changed is stale: test_two_clerks, test_edit, test_corrections"

EXCEPTIONS = {
    "no session": {
        "POST /api/staff/session": _STEP,
        "POST /api/staff/session/passkey": _STEP,
        "POST /api/staff/session/passkey/options": _STEP,
        "GET /api/staff/setup": _STEP,
        "POST /api/staff/setup": _STEP,
        "POST /api/staff/setup/check": _STEP,
        "POST /api/contact": _OPEN,
        "POST /api/household/contract/take-over": _OPEN,
        "POST /api/household/contract/take-over/look": _OPEN,
        "POST /api/household/hand-over/accept": _OPEN,
        "POST /api/household/hand-over/again": _OPEN,
        "POST /api/household/hand-over/decline": _OPEN,
        "POST /api/household/hand-over/look": _OPEN,
        "POST /api/household/just-reserved": _OPEN,
        "POST /api/household/just-reserved/email": _OPEN,
        "POST /api/household/just-reserved/told": _OPEN,
        "POST /api/household/just-reserved/told/answer": _OPEN,
        "POST /api/household/just-reserved/told/withdraw": _OPEN,
        "POST /api/household/links": _OPEN,
        "POST /api/household/links/again": _OPEN,
        "POST /api/household/links/look": _OPEN,
        "POST /api/household/links/press": _OPEN,
        "GET /api/household/reservation": _EMPTY,
        "DELETE /api/household/session": _EMPTY,
        "GET /api/parks": _OPEN,
        "GET /api/parks/{park}": _OPEN,
        "GET /api/parks/{park}/spots": _OPEN,
        "POST /api/payments/stripe": _SIGNED,
        "POST /api/reports/policy": _OPEN,
        "GET /api/reports/{id}/runs/latest.parquet": "401 token_refused: machines have tokens",
        "POST /api/reservations/outcome": _OPEN,
        "POST /api/visits": _OPEN,
        "POST /api/waiting-list/entries": _OPEN,
        "GET /api/waiting-list/entry": _EMPTY,
        "POST /api/waiting-list/links": _OPEN,
        "POST /api/waiting-list/links/again": _OPEN,
        "POST /api/waiting-list/links/look": _OPEN,
        "POST /api/waiting-list/links/press": _OPEN,
        "GET /api/waiting-list/parks/{park}": _OPEN,
        "POST /functions/v1/reserve-spot": _OPEN,
    },
    "foreign": {
        "POST /api/contact": _OTHERS,
        "POST /api/payments/stripe": _SIGNED,
        "POST /api/reports/policy": _OTHERS,
        "POST /api/reservations/outcome": _OTHERS,
        "POST /api/visits": _OTHERS,
        "POST /functions/v1/reserve-spot": _OTHERS,
    },
    "unknown id": {
        "GET /api/staff/parks/{park}/spots/{number}": "422 validation: a number that no park can have",
        "POST /api/staff/refused-mails/{mail}/correct": _SETTLED,
        "POST /api/staff/refused-mails/{mail}/settle": _SETTLED,
    },
    "unknown member": {
        "POST /api/contact": _TOLERANT,
        "POST /api/reservations/outcome": _TOLERANT,
        "POST /api/visits": _TOLERANT,
        "POST /api/waiting-list/entry/accept": _TOLERANT,
        "POST /functions/v1/reserve-spot": _TOLERANT,
    },
    "wrong type": {
        "POST /api/waiting-list/entry/accept": "a reservation is not lost for how it came about: test_touches",
        "POST /functions/v1/reserve-spot": "a reservation is not lost for how it came about: test_touches",
    },
    "stale": {
        "POST /api/staff/conversations/{conversation_id}/answers": "409 overtaken: the clerk reads what came in",
        "POST /api/staff/operation-requests/{name}": "422 validation: needs its count and reason: test_approvals",
        "POST /api/staff/reservations/operations/{name}": "422 validation: needs a reason: test_operations",
        "POST /api/staff/refused-mails/{mail}/correct": _BY_COLUMN,
        "PATCH /api/staff/reservations/{reservation_id}": _BY_COLUMN,
        "POST /api/staff/reservations/{reservation_id}/erasure": "409 changed_meanwhile: the preview is shown again",
        "POST /api/staff/reservations/{reservation_id}/reopen": "409 wrong_state: its state comes first",
        "POST /api/staff/reservations/{reservation_id}/share": _BY_COLUMN,
        "POST /api/staff/reservations/{reservation_id}/spot": _BY_COLUMN,
        "POST /api/staff/reservations/{reservation_id}/spot/swap": _BY_COLUMN,
        "POST /api/staff/work-lines/{kind}/{subject_id}/assign": _LINE,
        "POST /api/staff/work-lines/{kind}/{subject_id}/done": _LINE,
        "POST /api/staff/work-lines/{kind}/{subject_id}/snooze": _LINE,
        "POST /api/staff/work-lines/{kind}/{subject_id}/undo": "404 not_found: nobody has done anything with this one",
    },
}
"""By kind of question and operation: why the answer is another one."""

MEMBERS: dict[str, dict[str, Any]] = {
    "PUT /api/staff/alert-rules/{rule}": {"threshold": 3},
    "POST /api/staff/report-segments": {"filters": {"only_utm_source": ["zeitung"]}},
    "PUT /api/staff/report-schedules/{schedule_id}": SCHEDULE,
    "POST /api/staff/reservations": {"monthly_abschlag": "85,50"},
    "POST /api/staff/declarations/{declaration_id}/match": {"reference": None},
    "POST /api/staff/contracts/{contract_id}/transfer": {
        **{"cause": "transferred", "gives": True, "takes_over": True, "gives_mandate": True},
        **{"monthly_abschlag": "85,50", "street": "Am Stein 3", "town": "Ingolstadt"},
    },
}
"""By operation: members of a body that fits, where its schema does not tell all."""

FLOORS = {
    "no session": 350,
    "admin": 300,
    "staff": 300,
    "marketing": 300,
    "half signed in": 290,
    "unconfirmed": 170,
    "unknown id": 190,
    "unknown member": 150,
    "wrong type": 300,
    "missing member": 120,
    "wrong query": 45,
    "missing query": 4,
    "stale": 30,
    "foreign": 210,
}
"""How many calls of each kind there are at least."""


def product(world: World) -> FastAPI:
    app: Any = world.client.app
    while not isinstance(app, FastAPI):
        app = getattr(app, "_app", None) or app.app
    return app


@pytest.fixture
def walk() -> Walk:
    return Walk(EXCEPTIONS, MEMBERS)


def test_every_operation_keeps_what_all_of_them_promise(
    world: World, walk: Walk, staff: list[Operation], public: list[Operation]
) -> None:
    faults = [*_everything(world, walk, staff, public), *sorted(walk.undocumented)]
    if faults:
        pytest.fail("\n".join(faults), pytrace=False)
    assert {kind: walk.asked[kind] for kind in FLOORS if walk.asked[kind] < FLOORS[kind]} == {}
    assert walk.unused_exceptions() == []


def _everything(world: World, walk: Walk, staff: list[Operation], public: list[Operation]) -> Iterator[str]:
    for operations, caller in ((staff, world.member("admin")), (public, world.household())):
        yield from walk.stale(operations, caller)
        yield from walk.foreign(operations, caller)
        yield from walk.unknown_ids(operations, caller)
        yield from walk.unknown_members(operations, caller)
        yield from walk.wrong_types(operations, caller)
        yield from walk.missing_members(operations, caller)
        yield from walk.wrong_queries(operations, caller)
    yield from walk.without_session((*staff, *public), world.caller())
    yield from walk.half_signed_in(staff, world.member("admin", totp_seed=None))
    yield from walk.unconfirmed(staff, world.unconfirmed)
    for role in Role:
        yield from walk.of_role(staff, role.value, lambda role=role: world.member(role.value))


def test_the_documents_know_every_route_of_the_app_and_its_table_of_roles_every_guard(
    world: World, staff: list[Operation], public: list[Operation]
) -> None:
    app = product(world)
    guards = {(method, path.replace(":int", "")): roles for method, path, roles in staff_routes(app)}
    assert guards.keys() - ENDLESS == {(one.method, one.path) for one in staff}, "make types"
    told = {key: _words(roles) for key, roles in guards.items()}
    assert told == {(method, path): may_call(method, path) for method, path in guards}
    api = {
        (method, route.path)
        for route in iter_route_contexts(app.routes)
        for method in set(route.methods or ()) - {"HEAD"}
        if (route.path or "").startswith(("/api/", "/functions/")) and not (route.path or "").startswith("/api/staff")
    }
    assert api - {("GET", "/api/openapi.json")} == {(one.method, one.path) for one in public}, "make types"


def _words(roles: frozenset[Role] | None) -> str:
    return " ".join(role.value for role in Role if role in roles) if roles is not None else ANYBODY


class LooseIn(Body):
    """Takes what it does not know, and any version."""

    model_config = ConfigDict(extra="ignore")
    version: Version
    name: Any


def build_wrong_routes() -> StaffRouter:
    """Routes that break one promise each."""
    router = StaffRouter(tag="wrong")

    @router.post("/wrong/open/{id}")
    def is_open(id: int) -> int:
        return id

    @router.get("/accounts/wrong")
    def is_for_marketing_too(_staff: AnyStaffOf) -> None: ...

    @router.put("/wrong/{id}")
    def takes_everything(id: int, body: LooseIn, _staff: AnyStaffOf) -> LooseIn:
        return body

    return router


@pytest.fixture
def wrong(world: World, staff: list[Operation]) -> Iterator[dict[str, Operation]]:
    """The operations of routes that are wrong, in the same app and a document that promises what all of them do."""
    router, app = build_wrong_routes(), product(world)
    document = FastAPI()
    document.include_router(router)
    described = document.openapi()
    loose = described["components"]["schemas"]["LooseIn"]
    loose |= {"additionalProperties": False, "required": ["version", "name"]}
    loose["properties"]["name"] = {"type": "string"}
    before = list(app.router.routes)
    app.router.routes[:] = [*router.routes, *before]
    yield {one.path.removeprefix(PREFIX): one for one in operations_of(described)}
    app.router.routes[:] = before


def test_a_broken_promise_is_noticed(world: World, wrong: dict[str, Operation]) -> None:
    """The walk itself can fail: each kind of question finds the route that gets it wrong."""
    walk, admin = Walk(), world.member("admin")
    is_open, loose = wrong["/wrong/open/{id}"], wrong["/wrong/{id}"]
    assert list(walk.without_session([is_open], world.caller()))
    assert list(walk.half_signed_in([is_open], world.caller()))
    assert list(walk.of_role([wrong["/accounts/wrong"]], "marketing", lambda: world.member("marketing")))
    assert list(walk.unknown_ids([is_open], admin))
    assert list(walk.unknown_members([loose], admin))
    assert list(walk.wrong_types([loose], admin)), "a name that is no text"
    assert list(walk.stale([loose], admin))
    assert not list(walk.missing_members([loose], admin)), "this one is right"
    assert walk.undocumented == set()
    assert list(walk.without_session([replace(is_open, statuses=frozenset({204}))], world.caller()))
    assert walk.undocumented == {f"{is_open}: 200 application/json"}
    excepted = Walk({"stale": {str(loose): "400 else: for a reason"}, "foreign": {str(loose): "for no reason"}})
    assert list(excepted.stale([loose], admin)), "the answer is not the one of the exception"
    assert list(excepted.foreign([loose], admin)) == []
    assert excepted.unused_exceptions() == [f"foreign: {loose}"]


def test_the_app_does_not_start_with_a_route_that_names_no_role() -> None:
    app = FastAPI()
    app.include_router(build_wrong_routes())
    with pytest.raises(RuntimeError, match=r"POST /api/staff/wrong/open/\{id\}$"):
        refuse_undeclared(app)


def test_an_address_below_that_does_not_exist_is_404(world: World) -> None:
    for caller in (world.caller(), world.member("admin")):
        assert caller.send("GET", "/api/staff/nothing").status == 404
