"""The tables of faults fit the product, and a fault takes effect in modules that are loaded."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.fixtures.servers import ROOT
from tests.mutants.in_memory import Loaded, RunsWhenLoaded, pairs
from tests.mutants.plugin import ordered
from tests.mutants.table import Fault, problems, read

_FAULT = Fault("parks", "a fault", "services/a.py", "x == 1", "x == 2", ("tests",))


def test_every_fault_fits_its_file() -> None:
    assert list(problems(read(), ROOT)) == []


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"file": "services/gone.py"}, "there is no services/gone.py"),
        ({"old": "x == 3"}, "`old` occurs 0 times in services/a.py"),
        ({"old": "x"}, "`old` occurs 2 times in services/a.py"),
        ({"new": "x == 1"}, "it changes nothing"),
        ({"new": "x =="}, "services/a.py would not compile"),
        ({"folders": ("gone",)}, "none of the folders is there: gone"),
    ],
)
def test_a_row_that_no_longer_fits_is_named(tmp_path: Path, changed: dict[str, str], problem: str) -> None:
    for folder in ("services", "tests"):
        (tmp_path / folder).mkdir()
    (tmp_path / "services" / "a.py").write_text("y = x == 1\nx = 0\n".replace("x = 0", "z = x"))
    assert list(problems([_FAULT], tmp_path)) == []
    (found,) = problems([replace(_FAULT, **changed)], tmp_path)  # type: ignore[arg-type]
    assert problem in found
    assert list(problems([_FAULT, _FAULT], tmp_path)) == ["'a fault' is there twice"]


_SOURCE = """
def plain(x):
    return x < 3

def outer(limit):
    def inner(x):
        return x < limit
    return inner

class Rule:
    def holds(self, x):
        return any(x < one for one in (1, 3))

closed = outer(3)
"""


@pytest.mark.parametrize(
    ("old", "new", "call"),
    [
        ("return x < 3", "return x <= 3", "plain(3)"),
        ("return x < limit", "return x <= limit", "closed(3)"),
        ("any(x < one", "any(x <= one", "Rule().holds(3)"),
    ],
)
def test_a_function_that_is_loaded_does_what_the_new_text_says(tmp_path: Path, old: str, new: str, call: str) -> None:
    file = str(tmp_path / "rules.py")
    module: dict[str, object] = {}
    exec(compile(_SOURCE, file, "exec"), module)
    assert eval(call, module) is False
    Loaded.of_process().exchange(file, _SOURCE, _SOURCE.replace(old, new))
    assert eval(call, module) is True


@pytest.mark.parametrize(("old", "new"), [("outer(3)", "outer(4)"), ("def holds(self, x)", "def holds(self, x=1)")])
def test_what_runs_when_a_module_is_loaded_cannot_be_exchanged(old: str, new: str) -> None:
    with pytest.raises(RunsWhenLoaded):
        pairs("rules.py", _SOURCE, _SOURCE.replace(old, new))


def test_tests_that_a_fault_names_come_first_and_then_those_of_its_module(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "tests/far.py": "",
        "tests/near.py": "from services.rules import x",
        "tests/test_rules.py": "",
        "other/named.py": "",
        "other/unasked.py": "",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    files = ["tests/far.py", "tests/near.py", "tests/test_rules.py", "other/named.py", "other/unasked.py"]
    fault = replace(_FAULT, file="services/rules.py", tests=("other/named.py", "other/gone.py"))
    assert ordered(fault, files) == ["other/named.py", "tests/test_rules.py", "tests/near.py", "tests/far.py"]
