"""Every column of the product is described by its room: a new one asks for a decision."""

import re
from collections.abc import Mapping

from sqlalchemy import Column, MetaData, String, Table

from services.core.personal_data.description import Description, Effect, Hold
from services.data_protection.erasure.naming import _spelling
from services.data_protection.erasure.rows import empty, pseudonym
from services.data_protection.registry import OF_HOUSEHOLDS, PERSONAL, REGISTRY
from services.data_protection.retention.rules import RULES
from services.jobs.registry import all_jobs
from services.models import metadata
from tests.services.data_protection.canary import Product


def undecided(tables: MetaData, registry: Mapping[str, Description]) -> set[str]:
    """Columns that nobody has described, or that are described twice or no longer there."""
    found = set()
    for table in tables.sorted_tables:
        described = registry.get(table.name)
        named = [*described.personal, *described.other.split()] if described else []
        columns = {column.name for column in table.columns}
        found |= {f"{table.name}.{name}" for name in columns ^ set(named)}
        found |= {f"{table.name}.{name}" for name in named if named.count(name) > 1}
    return found


def test_every_column_is_personal_or_said_not_to_be() -> None:
    assert undecided(metadata, REGISTRY) == set()
    assert REGISTRY.keys() == {table.name for table in metadata.sorted_tables}


def test_a_new_column_and_a_new_table_are_noticed() -> None:
    grown = MetaData()
    for table in metadata.sorted_tables:
        table.to_metadata(grown)
    grown.tables["reservations"].append_column(Column("birth_name", String))
    Table("letters", grown, Column("body", String))
    assert undecided(grown, REGISTRY) == {"reservations.birth_name", "letters.body"}


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
