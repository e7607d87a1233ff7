"""`tests.house.unused`: each kind of thing that can be left behind is found, and what is used is not."""

import json
from pathlib import Path
from typing import Final

import pytest

from tests.house import unused

_CODE: Final = {
    "pyproject.toml": "",
    "services/rules.py": """
from dataclasses import dataclass

@dataclass
class Rule:
    name: str

    @property
    def label(self) -> str:
        return render("rule.html", self.name)

RULES = [Rule("a").label]
""",
    "services/app.py": "from services.rules import RULES\n\ndef render(*parts): return parts\n\nprint(RULES)\n",
    "services/templates/rule.html": "",
    "admin-web/src/api/openapi.json": json.dumps({"paths": {"/api/staff/rules/{id}/pause": {}}}),
    "admin-web/src/list.ts": "export const pause = (id: number) => `/api/staff/rules/${id}/pause`\n",
    "admin-web/src/App.tsx": "pause(1); <p className={`mark-${state} list`} />\n",
    "admin-web/src/list.css": ".list { } .mark-new { }\n",
    "public-web/src/api/openapi.json": json.dumps({"paths": {}}),
    "public-web/src/content/de/home.ts": "const home = {\n  title: 'Start',\n}\n",
    "public-web/src/Home.tsx": "home.title\n",
}


def _tree(root: Path, **changed: str) -> Path:
    for name, text in {**_CODE, **changed}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def test_what_is_used_is_no_fault(tmp_path: Path) -> None:
    assert unused.faults(_tree(tmp_path)) == []


@pytest.mark.parametrize(
    ("file", "addition", "found"),
    [
        ("services/app.py", "def left(): ...\n", "left"),
        ("services/app.py", 'def left():\n    """left"""\n\n# left\n', "left"),
        ("services/app.py", "LEFT = 1\n", "LEFT"),
        ("services/app.py", "class Left: ...\n", "Left"),
        ("services/rules.py", "class Other(Rule):\n    left: int\n\nOther\n", "Other.left"),
        ("services/rules.py", "class Other:\n    def left(self): ...\n\nOther\n", "Other.left"),
        ("services/templates/left.txt", "", "left.txt"),
        ("admin-web/src/list.ts", "// left\nexport function left() {}\n", "left"),
        ("admin-web/src/list.css", "@media print {\n  .left { }\n}\n", ".left"),
        ("public-web/src/content/de/home.ts", "const more = {\n  left: 'Rest',\n}\n", "left"),
    ],
)
def test_what_nobody_uses_is_found(file: str, addition: str, found: str, tmp_path: Path) -> None:
    tree = _tree(tmp_path, **{file: _CODE.get(file, "") + addition})
    [fault] = unused.faults(tree)
    assert fault.startswith(f"{file}:") and fault.endswith(f": {found} has no user")


def test_an_address_that_no_page_calls_is_found(tmp_path: Path) -> None:
    paths = {"/api/staff/rules/{id}/pause": {}, "/api/staff/rules/{id}/resume": {}}
    tree = _tree(tmp_path, **{"admin-web/src/api/openapi.json": json.dumps({"paths": paths})})
    assert [fault.split(": ")[1] for fault in unused.faults(tree)] == ["/api/staff/rules/{id}/resume has no user"]
