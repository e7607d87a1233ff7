"""Both API documents against the running product: no call that they describe ends in an answer they do not know, none
that fits them is refused but by a rule they state, and no body that does not fit is accepted.

Calls are drawn from the documents, those they allow and those they do not: a few an operation here, and of the staff's
operations one of six; of all of them many more with VOLTIGO_TEST_PROVE=on. Every run draws the same ones.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from services.api_document import BEYOND_SCHEMAS, public_document, staff_document
from services.core.db.db import Database
from tests.factories import contact_body, reservation_body
from tests.fixtures.documents import DOCUMENTS, ENDLESS, fresh
from tests.fixtures.proved import proved
from tests.fixtures.servers import Server, StartServer
from tests.fixtures.staff import COOKIE, OWN_PAGE, add_member

EXAMPLES = proved(2, 100)
ONE_OF = proved(6, 1)
"""So many operations of the staff. What is wrong about a call, `tests/contract` asks each of them."""
MODES = tuple(GenerationMode)
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
SECONDS_AN_ANSWER = 60
Send = Callable[[Any], requests.Response]


@pytest.fixture
def server(sqlite_url: str, start_server: StartServer) -> Server:
    """With one of most things, so that calls with a number find something."""
    server = start_server(sqlite_url, rate_limits="off", scheduler="off")
    requests.post(f"{server.url}/functions/v1/reserve-spot", json=reservation_body(), timeout=SECONDS_AN_ANSWER)
    requests.post(f"{server.url}/api/contact", json=contact_body(), timeout=SECONDS_AN_ANSWER)
    return server


@pytest.fixture
def stored(sqlite_url: str) -> Iterator[Database]:
    """The server's database, beside it."""
    database = Database(sqlite_url)
    yield database
    database.close()


@pytest.mark.parametrize(("which", "made"), [("public", public_document), ("staff", staff_document)])
def test_the_web_apps_have_the_document_of_this_product(which: str, made: Callable[[], dict[str, Any]]) -> None:
    assert DOCUMENTS[which]() == json.loads(json.dumps(made())), "make types"


def test_the_public_document_tells_every_answer(server: Server) -> None:
    def send(case: Any) -> requests.Response:
        return case.call(base_url=server.url, headers=OWN_PAGE, timeout=SECONDS_AN_ANSWER)

    assert faults_of(fresh("public"), lambda: send) == {}


def test_the_staff_document_tells_every_answer(server: Server, stored: Database) -> None:
    def signed_in() -> Send:
        """A session for each operation: some end the one that calls them, others disable accounts."""
        member = add_member(stored)

        def send(case: Any) -> requests.Response:
            headers = {**OWN_PAGE, "Cookie": f"{COOKIE}={member.token}"}
            return case.call(base_url=server.url, headers=headers, timeout=SECONDS_AN_ANSWER)

        return send

    assert faults_of(fresh("staff"), signed_in, ONE_OF) == {}


@pytest.mark.parametrize("which", DOCUMENTS)
def test_a_refusal_has_the_one_content_type_that_is_sent(which: str) -> None:
    document = DOCUMENTS[which]()
    shared = document["components"]["responses"]["Refusal"]
    operations = [operation for item in document["paths"].values() for operation in item.values()]
    assert [
        one for one in operations if one["responses"]["default"] != {"$ref": "#/components/responses/Refusal"}
    ] == []
    special = [answer for one in operations for status, answer in one["responses"].items() if status.startswith("4")]
    assert [one for one in (shared, *special) if list(one["content"]) != ["application/problem+json"]] == []


def test_an_answer_that_the_document_does_not_know_is_a_fault(server: Server) -> None:
    """The check itself can fail: a document without its refusals is found out."""
    document = fresh("public")
    document["paths"] = {"/api/contact": document["paths"]["/api/contact"]}
    for operation in document["paths"]["/api/contact"].values():
        operation["responses"].pop("default")

    def send(case: Any) -> requests.Response:
        return case.call(base_url=server.url, timeout=SECONDS_AN_ANSWER)

    assert list(faults_of(document, lambda: send)) == ["POST /api/contact"]


def test_a_refusal_by_a_rule_that_no_document_states_is_a_fault(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.services.test_api_documents.BEYOND_SCHEMAS", {})
    document = fresh("public")
    document["paths"] = {"/api/contact": document["paths"]["/api/contact"]}

    def send(case: Any) -> requests.Response:
        return case.call(base_url=server.url, timeout=SECONDS_AN_ANSWER)

    (found,) = faults_of(document, lambda: send).values()
    assert any("refused by a rule that the document does not state" in one for one in found)


def faults_of(document: dict[str, Any], sender: Callable[[], Send], one_of: int = 1) -> dict[str, list[str]]:
    """What the checks found, by operation; `sender` is called again for each operation, of which one of so many is
    taken.
    """
    schema = schemathesis.openapi.from_dict(document)
    found: dict[str, list[str]] = {}
    for number, result in enumerate(islice(schema.get_all_operations(), 0, None, one_of)):
        operation = result.ok()
        if (operation.method.upper(), operation.path) in ENDLESS:
            continue
        send = sender()
        told = [fault for mode in _modes(number) for fault in _faults(operation, mode, send)]
        if told:
            found[operation.label] = told
    return found


def _modes(number: int) -> Sequence[GenerationMode]:
    """A sample draws right calls of one operation and wrong ones of the next."""
    return proved((MODES[number % len(MODES)],), MODES)


def _faults(operation: APIOperation, mode: GenerationMode, send: Send) -> list[str]:
    found: set[str] = set()
    fits = _body_validator(operation)

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def call(case: Any) -> None:
        response = send(case)
        found.update(_wrongly_judged(case, fits, response))
        try:
            case.validate_response(response, checks=CHECKS)
        except FailureGroup as group:
            found.update(_words(failure, response) for failure in group.exceptions)
        except Failure as failure:
            found.add(_words(failure, response))

    with suppress(Unsatisfiable):  # an operation without parameters and body has no wrong call
        call()
    return sorted(f"{mode.value}: {fault}" for fault in found)


def _body_validator(operation: APIOperation) -> Callable[[Any], bool]:
    """Tells whether a body fits the operation's schema. Without a body, every call does."""
    bodies = [body for body in operation.body if body.media_type == "application/json"]
    return bodies[0].is_valid if bodies else lambda _: True


def _wrongly_judged(case: Any, fits: Callable[[Any], bool], response: requests.Response) -> Iterator[str]:
    """What was refused although it fits, or accepted although its body does not."""
    mode = case.meta.generation.mode
    if mode is GenerationMode.POSITIVE and response.status_code == 422:
        answer = response.json()
        for fault in answer.get("errors", [{"field": "", "code": answer["code"]}]):
            if fault["code"] not in BEYOND_SCHEMAS:
                yield f"refused by a rule that the document does not state: {fault['field']} {fault['code']}"
    if mode is GenerationMode.NEGATIVE and response.status_code < 300 and not fits(case.body):
        yield f"accepted against the schema: {case.body!r:.160}"


def _words(failure: BaseException, response: requests.Response) -> str:
    return f"{type(failure).__name__} {response.status_code}: {str(failure).splitlines()[0]} {response.text[:160]}"
