"""The commit counter detects a call that commits twice."""

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.core.http.web import Edge
from tests.fixtures import commits


@pytest.mark.parametrize("times", [1, 2])
def test_a_call_that_commits_twice_is_told(times: int, db: Database) -> None:
    app = FastAPI()

    @app.post("/api/twice")
    def commit_again() -> None:
        for _ in range(times):
            db.write(lambda _session: None)

    with TestClient(Edge(app, public_url=lambda: "http://testserver")) as client:
        assert client.post("/api/twice").status_code == 200
    told, commits.found[:] = list(commits.found), []
    assert [one.split(":")[0] for one in told] == ["POST commit_again commits 2 times"] * (times - 1)
