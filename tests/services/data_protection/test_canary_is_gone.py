"""A household leaves everything it can, is erased, and is looked for in every row, file and line of the log."""

import pytest

from services.data_protection.models import Erasure
from services.reservations.models import Reservation
from tests.services.data_protection.canary import (
    Product,
    be_counted,
    settle_in,
    traces_in,
    traces_in_database,
    traces_in_files,
    words_in_index,
)
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases

LEFT_IN = {
    "reservations", "reservation_changes", "reservation_tags", "reservation_entries", "reservation_touches",
    "reservation_value_counts", "mails", "household_links", "waiting_entries", "contact_messages", "saved_views",
    "export_links", "chart_notes", "report_segments", "report_runs", "park_changes", "visits",
    "referral_uses",
}  # fmt: skip
"""Tables in which the household stands before it is erased: or finding nothing afterwards would prove nothing."""


def test_nothing_of_an_erased_household_is_left_anywhere(product: Product, capfd: pytest.CaptureFixture[str]) -> None:
    settle_in(product)
    be_counted(product)
    before = traces_in_database(product.db)
    assert {place.partition(".")[0] for place in before} >= LEFT_IN
    files = traces_in_files(product)
    assert any(name.endswith(".eml") for name in files)
    assert any(name.endswith(".parquet") for name in files)
    if product.db.is_sqlite:
        assert words_in_index(product.db)

    erased = product.page.call("reservation/data/erasure", version=product.page.row().version)
    assert erased.status_code == 200, erased.text
    assert erased.json()["is_whole"] is True
    product.clock.advance(days=2)  # until no reader can have a retired file of the store open
    product.job("carry-visits")

    assert traces_in_database(product.db) == {}
    assert words_in_index(product.db) == set()
    assert traces_in_files(product) == {}
    written = capfd.readouterr()
    assert traces_in(written.out + written.err) == set()
    assert [row["finished_at"] is not None for row in stored(product.db, Erasure)] == [True]
    assert stored(product.db, Reservation)[1]["state"] == "cancelled"
