"""What somebody of the team has done before the journeys of a module begin."""

from typing import Any

import httpx2

from services.core.db.db import Database
from tests.fixtures.servers import Server
from tests.fixtures.staff import COOKIE, OWN_PAGE, add_member


def call_as(server: Server, db: Database, role: str, path: str, body: dict[str, Any]) -> Any:
    """A call that makes something, as the console sends it; its answer."""
    cookies = {COOKIE: add_member(db, role).token}
    answer = httpx2.post(f"{server.url}{path}", json=body, headers=OWN_PAGE, cookies=cookies, timeout=60)
    assert answer.status_code == 201, answer.text
    return answer.json()
