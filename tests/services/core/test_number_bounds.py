"""No whole number that a caller may write is larger than JSON keeps exact. Generated from both API documents."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.core.fields import LARGEST
from tests.fixtures.documents import DOCUMENTS, ENDLESS
from tests.fixtures.proved import proved
from tests.fixtures.staff import StaffClient, own_page_client

pytestmark = pytest.mark.both_databases(sample="postgresql")

TOO_LARGE = proved((2**31,), (10**30, 2**31))
"""Beyond 32 bit, in which many numbers are kept; and beyond every column, which the bounds of the document rule out."""
NOT_WALKED = {"/api/staff/session", "/api/staff/session/all"}
"""Signing out, which would end the walk."""


def inputs(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema of a whole number below a parameter or a body, with where it stands."""
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


@pytest.mark.parametrize("which", DOCUMENTS)
def test_every_number_that_comes_in_has_bounds_within_which_json_is_exact(which: str) -> None:
    found = list(inputs(DOCUMENTS[which]()))
    assert found
    assert [where for where, schema in found if not _is_bounded(schema)] == []


def _is_bounded(schema: dict[str, Any]) -> bool:
    least = schema.get("minimum", schema.get("exclusiveMinimum"))
    most = schema.get("maximum", schema.get("exclusiveMaximum"))
    return least is not None and most is not None and least >= -LARGEST and most <= LARGEST


def calls() -> Iterator[tuple[str, str, list[str], list[str], list[str]]]:
    """Method, path, names of parameters in the query, members of the body, those of them that may be a number."""
    for document in (made() for made in DOCUMENTS.values()):
        schemas = document["components"]["schemas"]
        for path, item in document["paths"].items():
            for method, operation in item.items():
                query = [one["name"] for one in operation.get("parameters", ()) if one["in"] == "query"]
                body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
                members = schemas.get(body.get("$ref", "").rpartition("/")[2], {}).get("properties", {})
                numbers = [name for name, one in members.items() if _may_be_a_number(one, schemas)]
                yield method, path, query, list(members), numbers


def _may_be_a_number(schema: dict[str, Any], schemas: dict[str, Any]) -> bool:
    says_nothing = not {"type", "anyOf", "allOf", "oneOf", "$ref", "const", "enum"} & schema.keys()
    return says_nothing or any(_numbers(schema, schemas, "", frozenset()))


def attempts(number: int) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Each call with the number in its path, in all its parameters, in all members of its body, and in each member that
    may be a number; in `make prove` in each parameter and each member."""
    for method, path, query, members, numbers in calls():
        if path in NOT_WALKED or (method.upper(), path) in ENDLESS:
            continue
        address, plain = (re.sub(r"\{[^}]+\}", text, path) for text in (str(number), "1"))
        yield method, address, {"json": {}} if members else {}
        for names in proved([query] if query else [], [[name] for name in query]):
            yield method, plain, {"params": dict.fromkeys(names, number)}
        if members:
            yield method, plain, {"json": dict.fromkeys(members, number)}
        for name in proved(numbers, members):
            yield method, plain, {"json": {name: number}}
            yield method, plain, {"json": {name: [number]}}


@pytest.mark.parametrize("number", TOO_LARGE)
def test_no_number_of_a_caller_is_an_error_of_ours(number: int, client: TestClient, staff_client: StaffClient) -> None:
    admin, anybody = staff_client("admin"), own_page_client(client)
    failed = []
    for method, path, sent in attempts(number):
        browser = admin if path.startswith("/api/staff") else anybody
        answer = browser.request(method, path, **sent)
        if answer.status_code >= 500 and answer.status_code != 503:
            failed.append(f"{method} {path} {sent} {answer.status_code}")
    assert failed == []


@pytest.mark.parametrize("filters", [{"ids": [10**30]}, {"annual_kwh": [10**30]}, {"spot_number": 10**30}], ids=str)
def test_no_view_of_a_team_holds_such_a_number(
    filters: dict[str, Any], client: TestClient, staff_client: StaffClient
) -> None:
    body = {"resource": "reservations", "name": "Alle", "is_team": True, "definition": {"filters": filters}}
    answer = staff_client("staff", client=client).post("/api/staff/views", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "validation")
