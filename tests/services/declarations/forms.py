"""The two public forms as a browser sends them, and the page around them."""

import re
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from services.core.db.db import Database
from services.declarations.models import Declaration
from tests.services.stored import stored

WITHDRAWAL = "/widerruf"
NOTICE = "/kuendigen"
ONCE = "6e7b4a0c1f0e4f3c9a570c4f"
OWN = {"sec-fetch-site": "same-origin"}
WITHDRAWN = {
    "name": "Änne Müller",
    "contract": "VG-2222-2222",
    "email": "aenne@example.org",
    "remark": "",
}
NOTICED = {
    "notice_kind": "ordinary",
    "reason": "",
    "name": "Änne Müller",
    "contract": "Platz 17 in Ingolstadt",
    "end": "soonest",
    "wished_end": "",
    "email": "aenne@example.org",
}


def shell(folder: Path) -> Path:
    """A built site of two pages, as far as the server fills them."""
    folder.mkdir(parents=True, exist_ok=True)
    page = "<!doctype html><title>Seite</title><main><!--declaration--><h1>Leer</h1><!--/declaration--></main>"
    for name in ("index", "widerruf", "kuendigen"):
        (folder / f"{name}.html").write_text(page, encoding="utf-8")
    return folder


def press(client: TestClient, address: str, step: str, typed: Mapping[str, str], once: str = ONCE, **more: Any) -> Any:
    """Press the button of a step."""
    return client.post(address, data={**typed, "once": once, "step": step}, headers={**OWN, **more.get("headers", {})})


def declare(client: TestClient, address: str = WITHDRAWAL, once: str = ONCE, **changes: str) -> str:
    """The number of a declaration that was received."""
    typed = {**(WITHDRAWN if address == WITHDRAWAL else NOTICED), **changes}
    answer = press(client, address, "confirm", typed, once)
    assert answer.status_code == 200, answer.text
    return reference_in(answer.text)


def reference_in(page: str) -> str:
    found = re.search(r"ER-[2-9A-Z]{4}-[2-9A-Z]{4}", page)
    assert found, page
    return found[0]


def hidden(page: str) -> dict[str, str]:
    """The hidden fields of a form."""
    return {name: unescape(value) for name, value in re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page)}


def declared(db: Database) -> dict[str, Any]:
    """The one declaration there is."""
    (row,) = stored(db, Declaration)
    return row
