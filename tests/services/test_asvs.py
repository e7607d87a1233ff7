"""The table of ASVS requirements is whole, and what it names exists."""

import re
from dataclasses import replace
from pathlib import PurePosixPath

import pytest

from tests.asvs.levels import wanted
from tests.asvs.table import ROOT, STATUSES, Requirement, exists, faults, ranked, read_table, summary, written_summary

NODE = "tests/services/test_asvs.py::test_every_requirement_has_one_row_and_what_it_names_exists"
TESTED = Requirement("1.1.1", 2, "asks", "tested", f"`{NODE}`")


def test_every_requirement_has_one_row_and_what_it_names_exists() -> None:
    rows = read_table()
    assert len(rows) == len(wanted()) == 253
    assert list(faults(rows)) == []


def test_the_summary_counts_what_the_pages_say() -> None:
    rows = read_table()
    assert written_summary() == summary(rows), "python -m tests.asvs renews it"
    assert {row.status for row in rows} <= set(STATUSES)


def test_each_missing_requirement_is_ranked_once() -> None:
    assert sorted(ranked()) == sorted(row.number for row in read_table() if row.status == "missing")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"status": "done"}, "1.1.1: 'done' is no status"),
        ({"level": 1}, "1.1.1 is no requirement of level 1"),
        ({"number": "1.1.9"}, "1.1.9 is no requirement of level 2"),
        ({"proof": "surely"}, "1.1.1: names no test"),
        ({"status": "documented", "proof": "surely"}, "1.1.1: names no file"),
        ({"status": "missing", "proof": f"`{NODE}`"}, "1.1.1: says nothing"),
        ({"proof": f"`{NODE}s`"}, f"1.1.1: there is no {NODE}s"),
        ({"proof": f"`{NODE}`, `services/NOTHING.md`"}, "1.1.1: there is no services/NOTHING.md"),
    ],
    ids=str,
)
def test_a_row_that_is_not_true_is_noticed(change: dict, fault: str) -> None:
    others = [row for row in read_table() if row.number != "1.1.1"]
    assert fault in list(faults([*others, replace(TESTED, **change)]))


def test_a_row_too_many_and_one_too_few_are_noticed() -> None:
    rows = read_table()
    assert list(faults(rows[1:])) == [f"{rows[0].number} is missing"]
    assert list(faults([*rows, rows[0]])) == [f"{rows[0].number} stands there 2 times"]


@pytest.mark.parametrize(
    ("node", "is_there"),
    [
        (NODE, True),
        ("tests/services/integrations/test_sending.py::TestTls::test_a_receiver_without_tls_is_refused", True),
        ("tests/services/integrations/test_sending.py::test_a_receiver_without_tls_is_refused", False),
        ("admin-web/tests/features/account/session.test.tsx::the confirmation can be left", True),
        ("admin-web/tests/features/account/session.test.tsx::the confirmation", False),
        ("tests/services/test_nothing.py::test_nothing", False),
    ],
)
def test_a_test_is_found_in_the_sources(node: str, is_there: bool) -> None:
    assert exists(node) is is_there


@pytest.mark.parametrize("page", ["services/THREATS.md", "services/SECURITY.md"])
def test_the_pages_on_security_name_what_exists(page: str) -> None:
    """Paths below services, tests or the root; a name alone stands for a neighbour of the one before it."""
    before, unknown = PurePosixPath(), []
    named = re.findall(r"`([\w/]+(?:\.py|\.md|/))`", (ROOT / page).read_text(encoding="utf-8"))
    assert len(named) > 5
    for name in named:
        bases = [PurePosixPath(base) for base in ("services", "tests", "")] + [before]
        found = next((base / name for base in bases if (ROOT / base / name).exists()), None)
        if found is None:
            unknown.append(name)
        else:
            before = found if (ROOT / found).is_dir() else found.parent
    assert unknown == []
