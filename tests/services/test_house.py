"""The order of the rooms holds, and each breach of it would be seen."""

from pathlib import Path
from subprocess import run

import pytest

from tests.fixtures.servers import ROOT
from tests.house import circles, fields, links, named_files, promises, prose
from tests.house.rooms import faults, strangers
from tests.house.secrets import unknown

_TABLE = '"""Rows."""\n\n\nclass Row(Base):\n    __tablename__ = "rows"\n'
_REFUSAL = '"""Refuses."""\n\n\nclass NoRow(Problem):\n    status = 404\n'


def test_documents_refer_to_what_is_there(tmp_path: Path) -> None:
    assert named_files.faults(ROOT) == []
    page = tmp_path / "services" / "parks" / "PARKS.md"
    page.parent.mkdir(parents=True)
    page.with_name("allocation.py").touch()
    page.write_text(
        "`parks/allocation.py::take` and `test_*.py`,\nbut `parks/gone.py`.\n"
        "[Here](PARKS.md#why), [there](../SPOTS.md); decisions 3\nand 4, `decisions/0009-*`.\n",
        encoding="utf-8",
    )
    decisions = tmp_path / "services" / "decisions"
    decisions.mkdir()
    (decisions / "0003-locks.md").touch()
    assert named_files.faults(tmp_path) == [
        "services/parks/PARKS.md:1: test_*.py: there is no such file",
        "services/parks/PARKS.md:2: parks/gone.py: there is no such file",
        "services/parks/PARKS.md:3: there is no decision 4",
        "services/parks/PARKS.md:4: there is no decision 9",
    ]


def test_links_between_documents_lead_somewhere(tmp_path: Path) -> None:
    assert links.faults(ROOT) == []
    (tmp_path / "OTHER.md").write_text("# One, two\n", encoding="utf-8")
    (tmp_path / "PAGE.md").write_text(
        "[a](OTHER.md) [b](OTHER.md#one-two) [c](#here) [d](https://example.org/x)\n"
        "`[e](code.md)`\n"
        "[f](GONE.md) [g](OTHER.md#three)\n"
        "## Here\n",
        encoding="utf-8",
    )
    run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    run(["git", "add", "."], cwd=tmp_path, check=True)
    assert links.faults(tmp_path) == [
        "PAGE.md:3: GONE.md: leads nowhere",
        "PAGE.md:3: OTHER.md#three: leads nowhere",
    ]


def test_a_field_of_a_reservation_is_named_in_few_files(tmp_path: Path) -> None:
    assert fields.faults(ROOT) == []
    for name, text in (("a.py", "roof_size"), ("b.ts", "roofSize"), ("c.md", "roof"), ("openapi.json", "roof_size")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    run(["git", "add", "."], cwd=tmp_path, check=True)
    assert fields.faults(tmp_path, ("roof_size",), most=2) == []
    assert fields.faults(tmp_path, ("roof_size",), most=1) == ["roof_size: 2 files name it, at most 1"]


def test_no_module_imports_itself_over_others() -> None:
    assert circles.faults() == []


@pytest.mark.parametrize(
    ("back", "is_circle"),
    [
        ("", False),
        ("from circling.upper import x", True),
        ("from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from circling.upper import x", True),
        ("def late():\n    from circling import upper", True),
    ],
    ids=["none", "at the top", "for types", "inside a function"],
)
def test_a_circle_of_imports_is_seen_wherever_they_stand(
    back: str, is_circle: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "circling"
    package.mkdir()
    modules = {
        "__init__": "",
        "upper": "import circling.middle\nx = 1",
        "middle": "import circling.lower",
        "lower": back,
    }
    for name, text in modules.items():
        (package / f"{name}.py").write_text(f"{text}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    found = circles.faults(["circling"])
    assert [sorted(set(fault.split(": ")[1].split(" → "))) for fault in found] == (
        [["circling.lower", "circling.middle", "circling.upper"]] if is_circle else []
    )


def test_the_rooms_are_in_order() -> None:
    assert faults(ROOT) == []


def test_nothing_else_stands_at_the_top(tmp_path: Path) -> None:
    assert strangers(ROOT) == []
    for name in ("services/a.py", "scratch/b.py"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).touch()
    (tmp_path / "notes").symlink_to(tmp_path / "elsewhere")
    run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    run(["git", "add", "."], cwd=tmp_path, check=True)
    assert strangers(tmp_path) == ["notes: a symbolic link", "scratch: a folder of no use to the product"]


@pytest.mark.parametrize(
    ("path", "source", "fault"),
    [
        ("services/parks/rows.py", _TABLE, "the table Row belongs into models.py"),
        ("services/parks/rows.py", _REFUSAL, "the refusal NoRow belongs into errors.py"),
        ("services/parks/utils.py", '"""Words."""\n', "`utils` says nothing about what is in it"),
        ("services/parks/rows.py", "ROWS = 1\n", "no docstring says what the module is for"),
        ("analytics/rows.py", '"""Rows."""\n' + "ROW = 1\n" * 500, "501 lines, at most 500"),
    ],
)
def test_a_breach_is_seen(path: str, source: str, fault: str, tmp_path: Path) -> None:
    module = tmp_path / path
    module.parent.mkdir(parents=True)
    module.write_text(source, encoding="utf-8")
    assert faults(tmp_path) == [f"{path}: {fault}"]


@pytest.mark.parametrize(("path", "source"), [("services/parks/models.py", _TABLE), ("services/errors.py", _REFUSAL)])
def test_what_is_in_its_place_is_no_breach(path: str, source: str, tmp_path: Path) -> None:
    module = tmp_path / path
    module.parent.mkdir(parents=True)
    module.write_text(source, encoding="utf-8")
    assert faults(tmp_path) == []


def test_each_sentence_that_promises_a_time_has_its_test(tmp_path: Path) -> None:
    assert promises.faults(ROOT) == []
    (tmp_path / "services").mkdir()
    (tmp_path / "services" / "words.txt").write_text(
        "Der Link gilt 48 Stunden, die Mail ist unterwegs.\n# 3 Minuten\nIn zehn Minuten.\n", encoding="utf-8"
    )
    (tmp_path / "tests" / "house").mkdir(parents=True)
    (tmp_path / "tests" / "house" / "promises.toml").write_text(
        '[[promise]]\nwords = "gilt 48 Stunden"\nkept_by = "links.py::test_links"\n'
        '[[promise]]\nwords = "In zehn Minuten"\nkept_by = "links.py::test_gone"\n'
        '[[none]]\nwords = "zwei Stunden"\nwhy = "nobody"\n',
        encoding="utf-8",
    )
    (tmp_path / "tests" / "links.py").write_text("def test_links() -> None: ...\n", encoding="utf-8")
    run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    run(["git", "add", "."], cwd=tmp_path, check=True)
    assert promises.faults(tmp_path) == [
        "services/words.txt:1: 'unterwegs': no row of promises.toml says which test follows it",
        "tests/house/promises.toml: 'zwei Stunden': no such sentence",
        "tests/house/promises.toml: links.py::test_gone: there is no such test",
    ]


def test_the_prose_avoids_the_denied_words() -> None:
    assert prose.faults(ROOT) == []


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        ("services/rows.py", '"""Rows for whoever asks."""\n', [1]),
        ("services/rows.py", '"""Rows."""\n\nROWS = 1  # counted anew\n"""Shall be 1."""\n', [3, 4]),
        ("services/rows.py", '"""Rows."""\n\nWORD = "anew"\n', []),
        ("services/ROWS.md", "Rows.\n\nWhoever asks gets `anew`.\n", [3]),
        ("tests/tools/node_modules/rows/README.md", "Whoever asks.\n", []),
        ("README.md", "Nobody's rows, and „anew“ as people say.\n", [1]),
    ],
)
def test_denied_words_are_found_in_prose_alone(name: str, text: str, lines: list[int], tmp_path: Path) -> None:
    page = tmp_path / name
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(text, encoding="utf-8")
    assert [int(fault.split(":")[1]) for fault in prose.faults(tmp_path)] == lines


@pytest.mark.parametrize(("most", "lines"), [(3, []), (2, [1, 3, 4])])
def test_signs_of_a_translation_are_counted_against_their_budget(most: int, lines: list[int], tmp_path: Path) -> None:
    module = tmp_path / "services" / "rows.py"
    module.parent.mkdir()
    module.write_text(
        '"""Rows, with a key by\nwhich they are found."""\n# A clerk is told.\n"""`told` stands here."""\nA = "told"\n',
        encoding="utf-8",
    )
    assert sorted(int(fault.split(":")[1]) for fault in prose.translated(tmp_path, most)) == lines


PLANTED = (
    ("var.env", "AWS_ACCESS_KEY_ID=" + "AKIA" + "Q3EGRIEEXAMPLEQZ", "AWS Access Key"),
    ("key.pem", "-----BEGIN " + "PRIVATE KEY-----", "Private Key"),
    ("tests/mail.py", "URL = 'smtps://post:" + "wirklich@mail.voltigo.example'", "Basic Auth Credentials"),
    ("services/settings.py", "secret = " + "'c1b2a3d4-not-a-test'", "Secret Keyword"),
)


def test_a_secret_among_the_files_is_seen_and_not_repeated(tmp_path: Path) -> None:
    """Put together from parts here, or this file would be one of them."""
    for path, text, _ in PLANTED:
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(f"{text}\n", encoding="utf-8")
    run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    run(["git", "add", "."], cwd=tmp_path, check=True)
    assert sorted(unknown(tmp_path, known={})) == sorted(f"{path}:1: {kind}" for path, _, kind in PLANTED)
    gone = {path: (1, "an example") for path, _, _ in PLANTED} | {"key.pem": (2, "an example")}
    assert list(unknown(tmp_path, gone)) == ["key.pem: 2 findings are known (an example), and there are 1"]
