"""No number and no day that a caller may write is an error of ours.

Numbers beyond 32 bit, in which many are kept, and days at the ends of the calendar, where nothing can be added or taken
off; on PostgreSQL, which refuses what no column holds.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from services.core.fields import LARGEST
from services.core.inputs import EARLIEST, LATEST
from tests.contract.operations import Operation
from tests.contract.world import KNOWN, Answer, World
from tests.fixtures.documents import DOCUMENTS
from tests.fixtures.proved import proved

TOO_LARGE = proved((2**31,), (10**30, 2**31))
OUTERMOST = ("0001-01-01", EARLIEST.isoformat(), LATEST.isoformat(), "9999-12-31")
ENDS_THE_WALK = "/api/staff/session"
Attempt = tuple[dict[str, Any], dict[str, Any], Any]
"""The parts of a call: path, query, and body."""


@pytest.fixture(scope="module")
def failed(
    world_on: Callable[[str], World], staff: list[Operation], public: list[Operation]
) -> Callable[[Callable[[Operation], Iterator[Attempt]]], list[str]]:
    """Sends the attempts at each operation; answers which failed by a fault of ours."""
    world = world_on("postgresql")

    def walk(attempts: Callable[[Operation], Iterator[Attempt]]) -> list[str]:
        told, tried = [], 0
        for operations, caller in ((staff, world.member("admin")), (public, world.household())):
            for one in operations:
                for values, query, body in attempts(one):
                    tried += 1
                    answer = caller.send(one.method, one.address(KNOWN | values), query, body)
                    if _is_ours(answer):
                        told.append(f"{one} {values} {query} {body}: {answer.status} {answer.content[-80:]!r}")
        assert tried > 60
        return told

    return walk


def _is_ours(answer: Answer) -> bool:
    return (answer.status >= 500 and answer.status != 503) or b"problem:internal" in answer.content


@pytest.mark.parametrize("number", TOO_LARGE)
def test_no_number_of_a_caller_is_an_error_of_ours(number: int, failed: Any) -> None:
    """In the address, in all parameters, in all members of a body, and in each that may be a number or a list."""

    def attempts(one: Operation) -> Iterator[Attempt]:
        if one.path == ENDS_THE_WALK:
            return
        members = {name: member for body in one.bodies for name, member in body["properties"].items()}
        if one.path_schemas:
            yield dict.fromkeys(one.path_schemas, number), {}, {} if members else None
        for names in proved([list(one.query)] if one.query else [], [[name] for name in one.query]):
            yield {}, dict.fromkeys(names, number), None
        if members:
            yield {}, {}, dict.fromkeys(members, number)
        for name, member in members.items():
            kinds = one.schemas.kinds(member) or {"integer", "array"}
            if proved(bool(kinds & {"integer", "number"}), True):
                yield {}, {}, {name: number}
            if proved("array" in kinds, True):
                yield {}, {}, {name: [number]}

    assert failed(attempts) == []


@pytest.mark.parametrize("day", proved((OUTERMOST[0], OUTERMOST[-1]), OUTERMOST))
def test_no_day_of_a_caller_is_an_error_of_ours(day: str, failed: Any) -> None:
    """A file takes the days of its report, whose own call `make test` tries one by one."""

    def attempts(one: Operation) -> Iterator[Attempt]:
        days = [name for name, schema in one.query.items() if _is_day(schema)]
        if "day" in one.path_schemas:
            yield {"day": day}, {}, {}
        own = {"compare": "own"} if "compare_from" in days else {}
        if proved("/files/" not in one.path, True):
            yield from (({}, {name: day, **own}, None) for name in days)
        if len(days) > 1:
            yield {}, dict.fromkeys(days, day) | own, None

    assert failed(attempts) == []


def _is_day(schema: dict[str, Any]) -> bool:
    return any(one.get("format") == "date" for one in (schema, *schema.get("anyOf", ())))


@pytest.mark.parametrize("which", DOCUMENTS)
def test_every_number_that_comes_in_has_bounds_within_which_json_is_exact(which: str) -> None:
    found = list(_inputs(DOCUMENTS[which]()))
    assert found
    assert [where for where, schema in found if not _is_bounded(schema)] == []


def _is_bounded(schema: dict[str, Any]) -> bool:
    least = schema.get("minimum", schema.get("exclusiveMinimum"))
    most = schema.get("maximum", schema.get("exclusiveMaximum"))
    return least is not None and most is not None and least >= -LARGEST and most <= LARGEST


def _inputs(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every integer schema below a parameter or a body, each with its path."""
    schemas = document["components"]["schemas"]
    for path, item in document["paths"].items():
        for method, operation in item.items():
            where = f"{method} {path}"
            for parameter in operation.get("parameters", ()):
                yield from _numbers(parameter["schema"], schemas, f"{where} {parameter['name']}", frozenset())
            yield from _numbers(operation.get("requestBody", {}), schemas, f"{where} body", frozenset())


def _numbers(
    schema: Any, schemas: dict[str, Any], where: str, above: frozenset[str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(schema, list):
        for one in schema:
            yield from _numbers(one, schemas, where, above)
    if not isinstance(schema, dict):
        return
    if (name := schema.get("$ref", "").rpartition("/")[2]) and name not in above:
        yield from _numbers(schemas[name], schemas, f"{where} {name}", above | {name})
    if schema.get("type") == "integer" and not {"const", "enum"} & schema.keys():
        yield where, schema
    for key, one in schema.items():
        yield from _numbers(one, schemas, f"{where}.{key}", above)


def test_no_view_of_a_team_holds_such_a_number(world_on: Callable[[str], World]) -> None:
    clerk = world_on("postgresql").member("staff")
    for filters in ({"ids": [10**30]}, {"annual_kwh": [10**30]}, {"spot_number": 10**30}):
        body = {"resource": "reservations", "name": "Alle", "is_team": True, "definition": {"filters": filters}}
        answer = clerk.send("POST", "/api/staff/views", body=body)
        assert (answer.status, answer.json["code"]) == (422, "validation"), filters
