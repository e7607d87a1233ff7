"""A household leaves everything it can, is erased, and is looked for in every row, file and line of the log."""

import pytest

from services.data_protection.erasure.cleanup import empty_log, remove_files
from services.data_protection.erasure.naming import ERASED
from services.data_protection.models import Erasure
from services.mail.models import Mail
from services.reservations.desk.models import ReservationNote
from services.reservations.models import Reservation, ReservationTag
from tests.services.data_protection.canary import (
    EMAIL,
    NUMBER,
    Product,
    be_counted,
    settle_in,
    traces_in,
    traces_in_database,
    traces_in_files,
    words_in_index,
)
from tests.services.data_protection.named_elsewhere import NO_TRACE, be_named_elsewhere, empty_columns
from tests.services.data_protection.own_traces import deal_with_others
from tests.services.stored import execute, stored

KEPT_BY_LAW = {"declarations", "mails"}
"""Declarations with what was mailed about them: DATA_PROTECTION.md, "What the law keeps"."""


NAMED_IN = {
    *(
        "Reservierungen",
        "Verlauf der Reservierungen",
        "Merkmale",
        "Notizen",
        "Mails",
        "Verlauf der Warteliste",
        "Nachrichten",
    ),
    *("Vorgänge des Teams", "Bearbeitung der Erklärungen", "Kampagnen", "Plätze", "Gespeicherte Ansichten"),
}
"""Where the preview finds it in the records of others."""


def take_what_the_law_keeps(product: Product) -> None:
    """So that files, and the pages of SQLite's own, may hold nothing at all. No part of the product could."""
    kept = [row["message_id"] for row in stored(product.db, Mail) if row["subject_ref"].startswith("declaration:")]
    remove_files(product.settings.data_dir, kept)
    if product.db.is_sqlite:
        tables = ("declaration_changes", "declaration_cases", "declarations", "mails WHERE recipient = :email")
        execute(
            product.db.engine,
            "DROP TRIGGER declarations_no_delete",
            *(f"DELETE FROM {table}".replace(":email", f"'{EMAIL}'") for table in tables),
        )
        assert empty_log(product.db)


def test_nothing_of_an_erased_household_is_left_anywhere(product: Product, capfd: pytest.CaptureFixture[str]) -> None:
    own = settle_in(product)
    deal_with_others(product, own["reference"])
    be_counted(product)
    be_named_elsewhere(product)
    assert empty_columns(product) ^ NO_TRACE.keys() == set(), "else finding nothing afterwards proves nothing"
    files = traces_in_files(product)
    assert NUMBER not in set().union(*traces_in_database(product.db).values(), *files.values())
    assert any(name.endswith(".eml") for name in files)
    assert any(name.endswith(".parquet") for name in files)
    if product.db.is_sqlite:
        assert words_in_index(product.db)

    shown = product.client.get("/api/household/reservation/data/erasure").json()
    assert {row["label"] for row in shown["redacted"]} >= NAMED_IN
    erased = product.page.call("reservation/data/erasure", version=product.page.row().version)
    assert erased.status_code == 200, erased.text
    assert erased.json()["is_whole"] is True
    assert [mail.recipient for mail in product.page.mails("data_erased")] == [EMAIL]
    for job in ("deliver-mail", "finish-erasures"):
        product.job(job)
    product.clock.advance(days=2)  # until no reader can have a retired file of the store open
    product.job("carry-visits")

    left = traces_in_database(product.db)
    assert {place.partition(".")[0] for place in left} == KEPT_BY_LAW
    about = {row["subject_ref"].partition(":")[0] for row in stored(product.db, Mail) if traces_in(str(row))}
    assert about == {"declaration"}
    assert ERASED in stored(product.db, Reservation)[0]["notes"]
    assert [ERASED in row["text"] for row in stored(product.db, ReservationNote)] == [True]
    assert {row["tag"] for row in stored(product.db, ReservationTag)} == {f"Zu {ERASED}"}
    assert words_in_index(product.db) == set()
    take_what_the_law_keeps(product)
    assert traces_in_files(product) == {}
    written = capfd.readouterr()
    assert traces_in(written.out + written.err) == set()
    assert [row["finished_at"] is not None for row in stored(product.db, Erasure)] == [True]
    assert stored(product.db, Reservation)[1]["state"] == "cancelled"
