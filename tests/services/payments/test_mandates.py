"""Accounts and mandates: which numbers are taken, how they are kept, and when a mandate ends."""

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from services.core.db.db import Database
from services.core.http.errors import Unreadable, ValidationProblem
from services.core.sealed import Seal
from services.payments.bank_account import BankAccount, opened
from services.payments.mandates import active_of, end_of, open_mandate
from services.payments.models import Channel, Mandate, MandateEnd
from services.settings import Settings
from tests.services.payments.under_contract import NOW, add_contracts
from tests.services.stored import stored

IBAN, OTHER = "DE89370400440532013000", "AT611904300234573201"
WRONG = {
    "": "missing",
    "DE88370400440532013000": "iban_checksum",
    "DE8937040044053201300": "iban_invalid",
    "DE12": "iban_invalid",
    "4711": "iban_invalid",
    "SA0380000000608010167519": "iban_country",
    "x" * 61: "too_long",
}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(_env_file=None, data_dir=tmp_path)


def account(settings: Settings, iban: object = IBAN, holder: str = "Änne Groß", **changes: bool) -> BankAccount:
    return BankAccount.read(settings, iban, holder, **{"is_other": False, "has_agreed": False} | changes)


@pytest.mark.parametrize(
    "typed", [IBAN, "de89 3704 0044 0532 0130 00", f"\u200b{IBAN} ", "DE89-3704-0044-0532-0130-00"]
)
def test_a_number_is_taken_as_people_write_it(settings: Settings, typed: str) -> None:
    found = account(settings, typed)
    assert (found.last_four, opened(settings, found.sealed)) == ("3000", IBAN)
    assert IBAN not in repr(found)


@pytest.mark.parametrize("typed", [*WRONG, None, 5])
def test_what_is_no_number_of_a_sepa_country_is_refused(settings: Settings, typed: object) -> None:
    with pytest.raises(ValidationProblem) as refused:
        account(settings, typed)
    (error,) = refused.value.errors
    assert error["field"] == "iban"
    assert error["code"] == WRONG.get(str(typed), error["code"])
    assert str(typed) not in error["message"] or not typed


def test_all_that_is_wrong_is_named_at_once(settings: Settings) -> None:
    with pytest.raises(ValidationProblem) as refused:
        account(settings, "x", "", is_other=True)
    assert [error["field"] for error in refused.value.errors] == ["iban", "holder", "has_agreed"]
    assert account(settings, is_other=True, has_agreed=True).is_other_person


def test_another_secret_opens_nothing(settings: Settings, tmp_path: Path) -> None:
    found = account(settings)
    for secret in ("a" * 16 + "b" * 16, ""):
        other = Settings(_env_file=None, data_dir=tmp_path / "other", secret=secret)
        with pytest.raises(Unreadable):
            opened(other, found.sealed)
    with pytest.raises(Unreadable):
        Seal(settings, "something-else").open(found.sealed, "iban")
    assert account(settings).sealed != found.sealed, "the same number is sealed anew each time"
    assert account(settings).mark == found.mark != account(settings, OTHER).mark


CHANGES = {
    "the same again": ({}, 1),
    "another number": ({"iban": OTHER}, 2),
    "another holder": ({"holder": "Ben Groß"}, 2),
    "another person's": ({"is_other": True, "has_agreed": True}, 2),
}


@pytest.mark.parametrize("name", CHANGES)
def test_another_account_or_holder_ends_the_mandate(db: Database, settings: Settings, name: str) -> None:
    changes, count = CHANGES[name]
    (id_,) = add_contracts(db)
    later = NOW + timedelta(days=9)

    def unit(session):
        first = open_mandate(session, id_, f"V-{id_}", account(settings), Channel.ONLINE, NOW)
        second = open_mandate(session, id_, f"V-{id_}", account(settings, **changes), Channel.LETTER, later)
        assert active_of(session, id_) is second
        return first.reference, second.reference

    references = db.write(unit)
    rows = stored(db, Mandate)
    assert references == (f"V-{id_}-1", f"V-{id_}-{count}")
    assert [(row["version"], row["cause"], row["ended_at"]) for row in rows] == (
        [(1, "", None)] if count == 1 else [(1, "changed", later), (2, "", None)]
    )
    assert IBAN not in str(rows)


def test_a_mandate_that_has_ended_is_never_used_again(db: Database, settings: Settings) -> None:
    (id_,) = add_contracts(db)

    def unit(session):
        open_mandate(session, id_, f"V-{id_}", account(settings), Channel.ONLINE, NOW)
        end_of(session, id_, MandateEnd.REVOKED, NOW)
        assert active_of(session, id_) is None
        end_of(session, id_, MandateEnd.CONTRACT_OVER, NOW)
        return open_mandate(session, id_, f"V-{id_}", account(settings), Channel.TELEPHONE, NOW).version

    assert db.write(unit) == 2
    assert [row["cause"] for row in stored(db, Mandate)] == ["revoked", ""]


@pytest.mark.both_databases
def test_a_contract_has_one_active_mandate(db: Database, settings: Settings) -> None:
    (id_,) = add_contracts(db)

    def unit(session):
        open_mandate(session, id_, f"V-{id_}", account(settings), Channel.ONLINE, NOW)
        values = {name: value for name, value in vars(active_of(session, id_)).items() if not name.startswith("_")}
        session.add(Mandate(**values | {"id": None, "version": 2, "reference": "x"}))
        session.flush()

    with pytest.raises(IntegrityError):
        db.write(unit)
