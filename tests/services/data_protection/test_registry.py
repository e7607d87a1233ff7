"""Every column of the product is described: a new one asks for a decision."""

import re
from contextlib import nullcontext

import pytest
from sqlalchemy import Column, Integer, MetaData, String, Table
from sqlalchemy.orm import mapped_column

from services.core.db.db import Base
from services.core.personal_data import Effect, Hold, about_nobody, describe, personal
from services.data_protection.erasure.naming import _spelling
from services.data_protection.erasure.rows import empty, pseudonym
from services.data_protection.registry import OF_HOUSEHOLDS, PERSONAL, REGISTRY
from services.data_protection.retention.rules import RULES
from services.jobs.registry import all_jobs
from services.models import metadata
from tests.services.data_protection.canary import Product


def test_every_table_is_described() -> None:
    assert REGISTRY.keys() == {table.name for table in metadata.sorted_tables}


@pytest.mark.parametrize(
    ("nobody", "named"),
    [("id", "body, name"), ("id name body", ""), ("id name body sent", "sent"), ("id name body id", "id")],
)
def test_a_column_without_a_decision_cannot_be_mapped(nobody: str, named: str) -> None:
    class Letters:
        __table__ = Table("letters", MetaData(), *(Column(name, String) for name in ("id", "name", "body")))
        __privacy__ = about_nobody(nobody)

    with pytest.raises(TypeError, match=f"letters: {named}: ") if named else nullcontext():
        describe(Letters)


def test_a_column_is_about_a_person_or_about_nobody_and_not_both() -> None:
    class Letters:
        __table__ = Table("letters", MetaData(), Column("name", String, info=personal("Name")))
        __privacy__ = about_nobody("name")

    with pytest.raises(TypeError, match="letters: name: "):
        describe(Letters)


def test_no_table_is_mapped_without_its_description() -> None:
    with pytest.raises(AttributeError, match="__privacy__"):
        type("Letters", (Base,), {"__tablename__": "letters", "id": mapped_column(Integer, primary_key=True)})
    metadata.remove(metadata.tables["letters"])


def test_a_description_is_whole() -> None:
    for described in PERSONAL:
        assert all((described.label, described.purpose, described.basis, described.rule in RULES)), described.name
        assert not described.dated_by or described.dated_by in described.table.c
        assert all(lead.column in described.table.c for lead in described.leads)
        assert all(column.what for column in described.personal.values())
        deleted = {column.effect is Effect.DELETE for column in described.personal.values()}
        assert len(deleted) == 1, "a row goes as a whole or stays as a whole"


def test_every_pseudonym_and_every_empty_value_fits_its_column() -> None:
    for described in OF_HOUSEHOLDS:
        for name, column in described.personal.items():
            if column.effect is Effect.PSEUDONYM:
                kind = described.table.c[name].type
                assert isinstance(kind, String)
                assert len(pseudonym(described.name, name, 10**12)) <= (kind.length or 10**6)
            if column.effect is Effect.EMPTY:
                assert empty(described.table.c[name]) in ("", 0, None, {})


def test_every_rule_has_a_job_or_says_that_it_has_none(product: Product) -> None:
    jobs = {job.name for job in all_jobs(product.settings, product.db, product.clock)}
    assert {rule.job for rule in RULES.values() if rule.job} <= jobs
    assert {hold.value for hold in Hold} <= RULES.keys()
    assert {described.rule for described in PERSONAL} <= RULES.keys()


def test_a_name_with_signs_of_patterns_is_taken_as_it_stands() -> None:
    for name in ("Müller.*", "O(Neill", "a+b@example.org", "[Klein]", "Groß|Klein", "Ring\\d+", "x{9}"):
        pattern = re.compile(_spelling(name), re.IGNORECASE)
        assert pattern.search(f"Anruf von {name} heute")
        for other in ("Müllerin", "O Neill", "aab@example.org", "Klein", "Groß", "Ring12", "xxxxxxxxx"):
            assert not pattern.search(f"Anruf von {other} heute"), other
