"""Every answer says what it is, and texts in which character set."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.factories import reservation_body
from tests.fixtures.documents import DOCUMENTS
from tests.fixtures.servers import MakeClient

JSON = ("application/json", "application/problem+json")


@pytest.fixture
def client(make_client: MakeClient, tmp_path: Path) -> TestClient:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("<h1>Voltigo</h1>")
    (tmp_path / "site" / "404.html").write_text("<h1>Nicht gefunden</h1>")
    return make_client(site=tmp_path / "site", rate_limits="off")


def test_every_answer_with_a_body_names_its_type_and_texts_their_character_set(client: TestClient) -> None:
    asked = [
        (method.upper(), path.replace("{", "").replace("}", ""))
        for path, item in DOCUMENTS["public"]()["paths"].items()
        for method in item
    ]
    asked += [("GET", path) for path in ("/", "/nothing", "/api/nothing", "/healthz", "/.well-known/security.txt")]
    answers = [client.request(method, path, json=None if method == "GET" else {}) for method, path in asked]
    answers.append(client.post("/functions/v1/reserve-spot", json=reservation_body()))
    assert len(answers) > 20
    for answer in answers:
        said = answer.headers.get("content-type", "")
        assert not answer.content or said in JSON or said.endswith("; charset=utf-8"), (str(answer.url), said)
        if said in JSON:
            answer.json()
