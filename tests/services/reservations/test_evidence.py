"""What a household was shown is kept, and prints the same years later."""

import hashlib
import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.household import share
from services.offer import OFFER, price_book
from services.privacy import kept_texts
from services.privacy.company import keep_company
from services.privacy.consent_texts import CURRENT_TERMS
from services.privacy.models import Consent, KeptText
from services.privacy.published import Published, TextKind, published_texts
from services.reservations.desk.change_share import Choice
from services.reservations.evidence import keep, paper
from services.reservations.evidence.models import Evidence
from services.reservations.evidence.show import evidence_of
from services.reservations.models import Reservation
from services.settings import Settings
from services.staff.models import AuditEntry
from tests.factories import reservation_body
from tests.fixtures import pdf
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import reserve_many
from tests.services.stored import execute, stored

HASHES = json.loads((Path(__file__).parents[2] / "golden" / "text_hashes.json").read_text(encoding="utf-8"))
FOOT = re.compile(r"Voltigo, Nachweis zur Reservierung \S+ Seite \d+ von \d+$")
"""What a page break puts into the middle of a text."""
SHOWN: dict[str, Any] = {"consent": True, "consent_version": CURRENT_TERMS}


def document(db: Database, id_: int) -> bytes:
    with db.read() as session:
        return paper.document_of(evidence_of(session, id_))


def words_of(content: bytes) -> str:
    assert pdf.is_accessible(content)
    return pdf.words_of(content)


def reserve(db: Database, clock: HeldClock, **changes: Any) -> int:
    return reserve_many(db, clock.now, [reservation_body(**SHOWN | changes)])[0]


def test_a_reservation_keeps_the_texts_the_price_book_and_both_sides_figures(db: Database) -> None:
    id_ = reserve(db, HeldClock(), expected_annual_credit=120, solar_share_amount=1298)
    [row] = stored(db, Evidence)
    assert (row["reservation_id"], row["moment"]) == (id_, "reserved")
    assert row["at_berlin"] == "Dienstag, 3. November 2026, 11:30 Uhr"
    assert (row["spot_number"], row["spots_total"], row["park_name"]) == (1, 500, "Ingolstadt")
    with db.read() as session:
        [moment] = evidence_of(session, id_).moments
    assert [(text.kind.value, text.version) for text in moment.texts] == [
        ("consent", "2026-12-01"), ("form", "2026-12-01"), ("terms", "2026-11-28"), ("privacy", "2026-12-01"),
    ]  # fmt: skip
    assert moment.price_book is not None
    assert (moment.price_book.sha256, moment.price_book.content) == (price_book().sha256, price_book().content)
    offer = moment.offer
    assert (offer["package"], offer["plan_total_cents"], offer["least_annual_cents"]) == ("Standard", 137_700, 10_000)
    assert (moment.client_figures["solar_share_amount"], offer["share_amount_cents"]) == (1298, 129_900)
    told = stored(db, AuditEntry)[0]
    assert told["details"]["evidence"] == row["sha256"], "the hash chain covers the evidence"
    # Without the fingerprints, in which four digits may follow each other by chance.
    readable = {name: value for name, value in row.items() if not name.endswith("sha256")}
    names = json.dumps(readable, ensure_ascii=False, default=str)
    assert not any(word in names for word in ("Müller", "aenne", "0170", "85049")), "no personal data"


def test_the_fingerprint_is_of_the_whole_row(db: Database) -> None:
    id_ = reserve(db, HeldClock())
    with db.read() as session:
        assert [moment.is_intact for moment in evidence_of(session, id_).moments] == [True]
    [row] = stored(db, Evidence)
    assert set(row) - set(keep.CONTENT) == {"id", "reservation_id", "sha256", *keep.TAKEN}
    content = {name: row[name] for name in keep.CONTENT}
    assert keep.fingerprint(content) == row["sha256"]
    for name in content:
        other = {"at": datetime(2027, 1, 1, tzinfo=UTC), "client_figures": {}}.get(name, "other")
        assert keep.fingerprint({**content, name: other}) != row["sha256"], name


# Years later


def test_old_evidence_prints_byte_for_byte_the_same_after_new_texts_and_prices(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = HeldClock()
    id_ = reserve(db, clock)
    before = document(db, id_)
    clock.now = datetime(2034, 5, 4, 9, tzinfo=UTC)
    changed = price_book().content.replace('"price_eur": 1299', '"price_eur": 1499')
    later = Published(TextKind.PRICE_BOOK, hashlib.sha256(changed.encode()).hexdigest()[:12], changed)
    terms = Published(TextKind.TERMS, "2034-05-04", "Allgemeine Geschäftsbedingungen\nAndere.\n")
    keep.offer_of.cache_clear()
    monkeypatch.setattr(keep, "price_book", lambda: later)
    with db.engine.begin() as connection:
        kept_texts.keep(connection, [later, terms, *published_texts(), *keep.everything_shown()], clock.now)
    new = reserve(db, clock, email="spaeter@example.org", mobile_phone="0170 7654321")
    keep.offer_of.cache_clear()
    db.write(lambda session: session.get_one(Reservation, id_).__setattr__("last_name", "Anders"))
    execute(db.engine, "UPDATE parks SET name = 'Ingolstadt-Nord', spot_limit = 400 WHERE id = 'ingolstadt'")
    assert document(db, id_) == before
    assert '"price_eur": 1499' in words_of(document(db, new)), "the later one has the later price book"
    assert '"price_eur": 1299' in words_of(before)


def test_evidence_shows_the_company_as_it_was_called_then(db: Database) -> None:
    """Also where it takes an old name again, and in a text that was shown with both."""
    clock = HeldClock()

    def keep(**company: str) -> None:
        settings = Settings(_env_file=None, **company)  # type: ignore[arg-type]
        db.write(lambda session: keep_company(session, settings, clock()))

    def reserve_with(name: str, number: int) -> int:
        keep(company_name=name, company_email=f"{number}@voltigo.example")
        id_ = reserve(db, clock, email=f"h{number}@example.org", mobile_phone=f"0170 555000{number}")
        clock.advance(hours=1)
        return id_

    before = reserve(db, clock)
    clock.advance(hours=1)
    names = ("Erste GmbH", "Zweite GmbH", "Erste GmbH")
    ids = [reserve_with(name, number) for number, name in enumerate(names, start=1)]
    printed = {id_: document(db, id_) for id_ in (before, *ids)}
    keep(company_name="Dritte GmbH")
    assert {id_: document(db, id_) for id_ in printed} == printed
    for number, (id_, name) in enumerate(zip(ids, names, strict=True), start=1):
        with db.read() as session:
            [moment] = evidence_of(session, id_).moments
        written = "".join(text.content or "" for text in moment.texts)
        assert (name in written, f"{number}@voltigo.example" in written, "__VOLTIGO_COMPANY" in written) == (
            True, True, False,
        )  # fmt: skip
        assert moment.company is not None
        assert hashlib.sha256((moment.company.content or "").encode()).hexdigest() == moment.company.sha256
        words = words_of(printed[id_])
        assert [one for one in ("Erste GmbH", "Zweite GmbH", "Dritte GmbH") if one in words] == [name]
    assert "__VOLTIGO_COMPANY_NAME__" in words_of(printed[before]), "nobody kept what it was called then"
    keep(company_name="Dritte GmbH")
    assert len([row for row in stored(db, KeptText) if row["kind"] == "company"]) == 4, "only what differs"


def test_the_document_has_every_text_in_full_and_the_figures_of_then(db: Database) -> None:
    content = document(db, reserve(db, HeldClock()))
    flat = words_of(content)
    for said in (
        "Dienstag, 3. November 2026, 11:30 Uhr", "2026-11-03 10:30:15.123456 UTC", "57,38 €, 24-mal",
        "effektiver", "5,82", "1.377,00 €", "57,26 €", "Kostenlos und unverbindlich. Heute 0 €",
        price_book().sha256, "2.000 € in 20 Jahren, bei 5 Cent",
    ):  # fmt: skip
        assert said.lower() in flat.lower(), said
    with db.read() as session:
        [moment] = evidence_of(session, stored(db, Reservation)[0]["id"]).moments
    letters = "".join(FOOT.sub("", page) for page in pdf.pages_of(content)).replace(" ", "").replace("-", "")
    for text in moment.texts:
        for line in filter(None, (text.content or "").split("\n")):
            assert "".join(line.split()).replace("-", "") in letters, line


def test_a_reservation_from_before_says_what_was_not_recorded(db: Database) -> None:
    clock = HeldClock()
    id_ = reserve(db, clock)
    db.write(lambda s: share.change_share(s, id_, Choice(2000, "24m"), Choice(1000, "one-off"), clock.now))
    execute(db.engine, *drop_triggers(db), "DELETE FROM evidence WHERE moment = 'reserved'")
    with db.read() as session:
        first, second = evidence_of(session, id_).moments
    assert (first.moment, first.price_book, first.sha256, first.is_intact) == ("not_recorded", None, None, None)
    assert (first.offer["annual_kwh"], first.offer["plan_total_cents"]) == (2000, 137_700), "as it was first"
    assert {text.kind.value for text in first.texts} == {"consent", "form", "terms", "privacy"}
    assert second.moment == "share_changed"
    assert "nicht aufgezeichnet" in words_of(document(db, id_))


def test_a_change_of_package_and_plan_is_kept_with_both_offers(db: Database) -> None:
    clock = HeldClock()
    id_ = reserve(db, clock)
    clock.advance(days=3)
    db.write(lambda s: share.change_share(s, id_, Choice(2000, "24m"), Choice(3000, "48m"), clock.now))
    _, row = stored(db, Evidence)
    assert (row["moment"], row["at"], row["client_figures"]) == ("share_changed", clock.now, {})
    with db.read() as session:
        moment = evidence_of(session, id_).moments[-1]
    assert moment.before is not None
    assert (moment.texts, moment.offer["annual_kwh"], moment.before["annual_kwh"]) == ([], 3000, 2000)
    assert stored(db, AuditEntry)[-1]["details"]["evidence"] == row["sha256"]
    assert "Bisheriges Angebot" in words_of(document(db, id_))


# Nothing of it can be changed


@pytest.mark.both_databases
def test_evidence_and_kept_texts_are_insert_only(db: Database) -> None:
    reserve(db, HeldClock())
    before = stored(db, Evidence), stored(db, KeptText)
    for statement in (
        "UPDATE evidence SET at_berlin = 'x'",
        "DELETE FROM evidence",
        "UPDATE kept_texts SET content = 'x' WHERE kind = 'terms'",
        "DELETE FROM kept_texts",
    ):
        with pytest.raises(DBAPIError, match=r"never changed|evidence stays"):
            execute(db.engine, statement)
    assert (stored(db, Evidence), stored(db, KeptText)) == before


def drop_triggers(db: Database) -> list[str]:
    if db.is_sqlite:
        return ["DROP TRIGGER evidence_no_delete", "DROP TRIGGER evidence_no_update"]
    return ["DROP TRIGGER evidence_no_delete ON evidence", "DROP TRIGGER evidence_no_update ON evidence"]


def test_every_published_text_is_kept_word_for_word(db: Database) -> None:
    kept = {(row["kind"], row["version"], row["sha256"]): row["content"] for row in stored(db, KeptText)}
    everything = (price_book(), *published_texts(), *keep.everything_shown())
    published = {(text.kind.value, text.version, text.sha256): text.content for text in everything}
    assert kept == published
    assert all(hashlib.sha256(text.encode()).hexdigest() == sha256 for (_, _, sha256), text in kept.items())


def test_no_published_version_was_edited() -> None:
    """A new version is added to `tests/golden/text_hashes.json`; one that is there never changes."""
    published = {f"{text.kind} {text.version}": text.sha256 for text in (price_book(), *published_texts())}
    edited = [name for name, sha256 in published.items() if name in HASHES and HASHES[name] != sha256]
    assert edited == []
    assert [name for name in published if name not in HASHES] == [], "add new versions to the golden file"
    gone = [name for name in HASHES if name not in published and not name.startswith("price_book")]
    assert gone == [], "a version that was ever shown is never removed"
    assert json.loads(price_book().content) == OFFER, "the price book is the file that the offer is read from"
    assert price_book().version == price_book().sha256[:12]


# Who may read it


def test_staff_read_it_as_data_and_as_a_document_and_that_is_written_down(
    client: TestClient, staff_client: StaffClient, db: Database, make_client: MakeClient
) -> None:
    assert client.post("/functions/v1/reserve-spot", json=reservation_body(**SHOWN)).status_code == 200
    path = f"/api/staff/reservations/{stored(db, Reservation)[0]['id']}/evidence"
    clerk = staff_client("staff")
    told = clerk.get(path).json()
    [moment] = told["moments"]
    assert [text["kind"] for text in moment["texts"]] == ["consent", "form", "terms", "privacy"]
    assert moment["texts"][0]["content"].endswith("kostenlos und unverbindlich.")
    printed = clerk.get(f"{path}.pdf")
    assert (printed.status_code, printed.headers["content-type"]) == (200, "application/pdf")
    assert (printed.headers["cache-control"], printed.content[:5]) == ("no-store", b"%PDF-")
    entries = [row for row in stored(db, AuditEntry) if row["action"] == "reservation.evidence_read"]
    assert [row["details"]["form"] for row in entries] == ["data", "document"]
    with db.read() as session:
        assert session.scalar(select(func.count()).select_from(Consent)) == 1
