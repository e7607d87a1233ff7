"""A household that left its name, address, number and reference wherever the product takes a text, and its traces."""

import base64
import csv
import email
import email.policy
import io
import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from urllib.parse import quote
from zipfile import ZipFile

import openpyxl
import pypdfium2 as pdfium
from pyarrow import parquet
from sqlalchemy import update
from starlette.testclient import TestClient

from services.reservations.models import Reservation
from services.visits.touches import TOUCH_FIELDS
from tests.analytics.visit_rows import add_visits, visit
from tests.factories import reservation_body
from tests.fixtures.staff import state_of
from tests.services.stored import stored

PERSON = {"first_name": "Kanarius", "last_name": "Vögelsang-Ng", "mobile_phone": "0172 5554433", "postcode": "98765"}
ADDRESS = "z.zwitscher@nest.example"
_CODED = base64.b64encode(ADDRESS.encode()).decode()
FORMS = (
    "Kanarius", "für-voegelsang", "zwitscher", "VÖGELSANG", ADDRESS, quote(ADDRESS), quote(quote(ADDRESS)),
    "%7a%2e%7a%77itscher", _CODED, quote(_CODED), "491725554433", "kunde_01725554433", "0172/5554433", "1725554433",
    "5554433", "plz 98765", "einladung/?mail=" + quote(quote(ADDRESS)),
)  # fmt: skip
_TRACES = ("kanarius", "vögelsang", "voegelsang", "vogelsang", "zwitscher", "witscher", "5554433", "555 44 33", "98765")


def settle_in(client: TestClient) -> None:
    """Reservations of the canary, one for each form, with visits before them; and of others who carry its reference."""
    state = state_of(client)
    for number, _ in enumerate(FORMS):
        reserve(client, number, _touch(number), **PERSON, email=ADDRESS.replace("@", f".{number}@"))
    reference = stored(state.db, Reservation)[0]["reference"]
    others = (reference, reference.lower(), reference.replace("-", ""), ADDRESS, _CODED)
    for number, form in enumerate(others):
        person = {"last_name": "Bach", "email": f"bach{number}@example.org", "mobile_phone": f"0170 400000{number}"}
        reserve(client, 100 + number, dict.fromkeys(TOUCH_FIELDS, form), **person)
    changes = {"notes": "Kanarius ruft an", "client_figures": {"deposit_status": "kanarius"}, "price_mismatch": True}
    state.db.write(lambda session: session.execute(update(Reservation).values(changes)) and None)
    at = state.clock() - timedelta(hours=1)
    add_visits(
        state.db, [visit(at, visitor=number, **_touch(number)) for number, _ in enumerate(FORMS)]
    )  # Others made the same links out of it.


def reserve(client: TestClient, number: int, touch: dict[str, str], **changes: Any) -> None:
    """One reservation through the public site."""
    at = (state_of(client).clock() - timedelta(minutes=9)).isoformat()
    body = reservation_body(**changes, touches=[{**touch, "at": at}])
    answer = client.post(
        "/functions/v1/reserve-spot", json=body, headers={"Idempotency-Key": f"canary-{number:03}" * 3}
    )
    assert answer.status_code == 200, answer.text


def traces(client: TestClient) -> tuple[str, ...]:
    """What nobody may read who may not know the canary, in small letters."""
    references = [row["reference"].lower() for row in stored(state_of(client).db, Reservation)]
    forms = [form.lower() for form in (quote(ADDRESS), quote(quote(ADDRESS)), _CODED, "nest.example", "bach")]
    return (*_TRACES, *forms, *references, *(reference.replace("-", "") for reference in references))


def _touch(number: int) -> dict[str, str]:
    """Every form comes in every field once."""
    return {name: FORMS[(number + place) % len(FORMS)] for place, name in enumerate(TOUCH_FIELDS)}


def text_of(content: bytes, form: str) -> str:
    """Whatever can be read in a file of this kind, in small letters."""
    read = {"csv": _csv, "xlsx": _xlsx, "parquet": _parquet, "pdf": _pdf, "eml": _mail, "zip": _zip}.get(form, _plain)
    return "\n".join(read(content)).lower()


def _zip(content: bytes) -> Iterator[str]:
    with ZipFile(io.BytesIO(content)) as archive:
        yield from (text_of(archive.read(name), name.rpartition(".")[2]) for name in archive.namelist())


def _plain(content: bytes) -> Iterator[str]:
    yield content.decode()


def _csv(content: bytes) -> Iterator[str]:
    yield from (cell for row in csv.reader(io.StringIO(content.decode("utf-8-sig")), delimiter=";") for cell in row)


def _xlsx(content: bytes) -> Iterator[str]:
    for sheet in openpyxl.load_workbook(io.BytesIO(content)):
        yield sheet.title
        yield from (str(cell) for row in sheet.iter_rows(values_only=True) for cell in row)


def _parquet(content: bytes) -> Iterator[str]:
    yield json.dumps(parquet.read_table(io.BytesIO(content)).to_pylist(), default=str, ensure_ascii=False)


def _pdf(content: bytes) -> Iterator[str]:
    for page in pdfium.PdfDocument(content):
        yield page.get_textpage().get_text_bounded()


def _mail(content: bytes) -> Iterator[str]:
    message = email.message_from_bytes(content, policy=email.policy.default)
    for part in message.walk():
        name = str(part.get_filename() or "")
        if name:
            yield text_of(part.get_payload(decode=True), name.rpartition(".")[2])  # type: ignore[arg-type]
        elif part.get_content_maintype() == "text":
            yield part.get_content()
