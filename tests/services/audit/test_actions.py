"""Every action that is written has a German name, and the console a sentence for it."""

import re
from collections import Counter

import pytest

from services.audit.actions import AREAS, action_label, actions_in, area_of, as_part, written_as
from services.reservations.desk.undoable import undo_name
from services.reservations.transitions import EDIT, MERGE, OPERATIONS
from tests.fixtures.servers import ROOT

LABELS = {action: label for area in AREAS for action, label in area.actions.items()}
SENTENCES = ROOT / "admin-web/src/features/audit/words"
WRITTEN = re.compile(r'Event\((?:[\w.()]+|\S+), f?"([a-z_]+)\.([a-z_]+|\{)')


def test_each_operation_and_its_undo_has_a_name() -> None:
    names = [f"reservation.{operation.name}" for operation in (*OPERATIONS.values(), MERGE)]
    undos = [f"reservation.{undo_name(o.name)}" for o in (*OPERATIONS.values(), MERGE, EDIT) if o.undo_hours]
    assert [name for name in names + undos if name not in LABELS] == []


def test_each_action_that_the_code_writes_has_a_name() -> None:
    """Where the second half is put together at run time, the first must be known."""
    kinds = {action.partition(".")[0] for action in LABELS} | {"operation"}
    found = [
        (kind, rest)
        for path in (ROOT / "services").rglob("*.py")
        for kind, rest in WRITTEN.findall(path.read_text(encoding="utf-8"))
    ]
    assert len(found) > 40
    missing = {f"{kind}.{rest}" for kind, rest in found if rest != "{" and as_part(f"{kind}.{rest}") not in LABELS}
    assert missing == set()
    assert {kind for kind, _ in found} <= kinds


def test_each_name_is_given_once() -> None:
    twice = [label for label, count in Counter(LABELS.values()).items() if count > 1]
    assert twice == []
    assert len(LABELS) == sum(len(area.actions) for area in AREAS)


def test_the_console_has_a_sentence_for_each_and_the_other_way_round() -> None:
    written = "".join(path.read_text(encoding="utf-8") for path in SENTENCES.glob("*.ts"))
    told = set(re.findall(r"^  '([a-z_]+\.[a-z_]+)':", written, re.MULTILINE))
    undos = {action for action in LABELS if ".undo_" in action}
    assert told == set(LABELS) - undos


@pytest.mark.parametrize("action", ["reservation.cancel", "operation.cancel"])
def test_both_names_of_an_operation_are_one_to_people(action: str) -> None:
    assert (area_of(action), action_label(action)) == ("reservations", "Stornierung")
    assert written_as([action]) == ["operation.cancel", "reservation.cancel"]
    assert action in actions_in("reservations")


def test_an_action_nobody_knows_any_more_is_called_as_it_is_written() -> None:
    assert (area_of("kite.flown"), action_label("kite.flown")) == (None, "kite.flown")


def test_each_change_that_the_code_notes_has_words_in_the_console() -> None:
    """Its history would show the bare name."""
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "services").rglob("*.py")]
    noted = {name for source in sources for name in re.findall(r'\bNote\([^()]*?,\s*"([a-z_]+)"', source)}
    words = (ROOT / "admin-web/src/lib/operationWords.ts").read_text(encoding="utf-8")
    assert {"order_contract", "change_contact"} <= noted
    assert noted | set(OPERATIONS) <= set(re.findall(r"^  ([a-z_]+):", words, re.MULTILINE))
