"""A migration that takes something away in the release that stops using it is refused."""

from pathlib import Path

import pytest

from services.schema.migrate import RELEASES
from tests.fixtures.servers import ROOT
from tests.house.migrations import FOLDER, faults

RELEASED = {"1.0": "0002"}


def planted(folder: Path, upgrade: str, **declared: str) -> list[str]:
    """What is said of a migration after two that are released and one that is not."""
    versions = folder / FOLDER
    versions.mkdir(parents=True)
    bodies = {"0001": "pass", "0002": 'op.drop_table("grandfathered")', "0003": "pass", "0004": upgrade}
    for revision, body in bodies.items():
        more = "".join(f"{name} = {value!r}\n" for name, value in declared.items()) if revision == "0004" else ""
        functions = f'def upgrade():\n    {body}\n\n\ndef downgrade():\n    op.drop_table("a")\n'
        text = f'revision = "{revision}"\n{more}\n\n{functions}'
        (versions / f"{revision}_planted.py").write_text(text)
    return faults(folder, RELEASED)


@pytest.mark.parametrize(
    "upgrade",
    [
        'op.create_table("a", sa.Column("b", sa.Integer(), nullable=False))',
        'op.add_column("a", sa.Column("b", sa.Integer(), nullable=True))',
        'op.add_column("a", sa.Column("b", sa.Integer(), server_default="0", nullable=False))',
        'op.create_index("ix", "a", ["b"])',
        'op.drop_index("ix", "a")',
        'op.execute("UPDATE a SET b = 1")',
    ],
)
def test_what_only_adds_is_taken(upgrade: str, tmp_path: Path) -> None:
    assert planted(tmp_path, upgrade) == []


TAKING = [
    'op.drop_table("a")',
    'op.drop_column("a", "b")',
    'op.alter_column("a", "b", new_column_name="c")',
    'op.rename_table("a", "b")',
    'op.drop_constraint("c", "a")',
    'op.add_column("a", sa.Column("b", sa.Integer(), nullable=False))',
    'op.execute("ALTER TABLE a DROP COLUMN b")',
    'op.execute("alter table a rename to b")',
    'op.execute(sa.text("DROP TABLE a"))',
]


@pytest.mark.parametrize("upgrade", TAKING)
def test_what_takes_away_in_the_same_release_is_refused(upgrade: str, tmp_path: Path) -> None:
    (fault,) = planted(tmp_path, upgrade)
    assert "name the released revision it contracts" in fault


def test_it_may_be_taken_away_once_a_release_has_the_code_without_it(tmp_path: Path) -> None:
    assert planted(tmp_path, 'op.drop_column("a", "b")', contracts="0002") == []


@pytest.mark.parametrize(("contracts", "said"), [("0003", "no release has yet"), ("0999", "no revision")])
def test_a_revision_that_no_release_has_is_none_to_contract(contracts: str, said: str, tmp_path: Path) -> None:
    (fault,) = planted(tmp_path, 'op.drop_column("a", "b")', contracts=contracts)
    assert said in fault


def test_the_migrations_of_this_repository_keep_the_rule() -> None:
    assert faults(ROOT) == []


def test_the_table_of_releases_names_revisions_that_exist() -> None:
    assert next(iter(RELEASES)) == "0.1.0"
    (fault, *_) = faults(ROOT, {"9.9": "9998"})
    assert "there is no revision 9998" in fault
