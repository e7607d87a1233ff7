"""No day that a caller may write is an error of ours, though the calendar ends. Generated from both API documents."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.core.inputs import EARLIEST, LATEST
from tests.fixtures.documents import DOCUMENTS
from tests.fixtures.proved import proved
from tests.fixtures.staff import StaffClient, own_page_client

pytestmark = pytest.mark.both_databases(sample="postgresql")

OUTERMOST = ("0001-01-01", EARLIEST.isoformat(), LATEST.isoformat(), "9999-12-31")
"""The first and the last day there is, to which nothing can be added or taken off, and the first and last taken."""


def _is_day(parameter: dict[str, Any]) -> bool:
    schema = parameter["schema"]
    return any(one.get("format") == "date" for one in (schema, *schema.get("anyOf", ())))


def attempts(day: str) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Each call that takes days, with this one for each of them and for all; numbers and names are any.

    A file takes the days of its report, whose own call `make test` tries one by one.
    """
    for document in (made() for made in DOCUMENTS.values()):
        for path, item in document["paths"].items():
            for method, operation in item.items():
                days = [one for one in operation.get("parameters", ()) if _is_day(one)]
                address = re.sub(r"\{[^}]+\}", "1", path.replace("{day}", day))
                query = [one["name"] for one in days if one["in"] == "query"]
                if days and not query:
                    yield method, address, {}
                if proved("/files/" not in path, True):
                    yield from ((method, address, {name: day}) for name in query)
                if len(query) > 1:
                    yield method, address, dict.fromkeys(query, day)


@pytest.mark.parametrize("day", proved((OUTERMOST[0], OUTERMOST[-1]), OUTERMOST))
def test_no_day_of_a_caller_is_an_error_of_ours(day: str, client: TestClient, staff_client: StaffClient) -> None:
    admin, anybody = staff_client("admin"), own_page_client(client)
    tried, failed = 0, []
    for method, path, query in attempts(day):
        tried += 1
        browser = admin if path.startswith("/api/staff") else anybody
        own = {"compare": "own"} if "compare_from" in query else {}
        answer = browser.request(method, path, params=query | own)
        if (answer.status_code >= 500 and answer.status_code != 503) or "problem:internal" in answer.text:
            failed.append(f"{method} {path} {query} {answer.status_code} {answer.text[-60:]}")
    assert tried
    assert failed == []
