"""What the README lists is what there is."""

import re
import tomllib
from itertools import chain
from pathlib import Path

from services.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_setting_is_listed() -> None:
    section = README.split("## Settings")[1].split("\n## ")[0]
    named = set(re.findall(r"`([A-Z_]+)`", section))
    company = {f"COMPANY{name}" for name in named if name.startswith("_")}
    listed = {name for name in named if not name.startswith("_")} | company
    assert {name.upper() for name in Settings.model_fields} <= listed


def test_every_python_dependency_is_explained() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    names = {re.split(r"[\[<>=;~ ]", requirement)[0] for requirement in wanted} - {project["name"]}
    section = README.split("## Dependencies")[1]
    assert sorted(name for name in names if name not in section) == []


def test_every_make_target_is_listed() -> None:
    targets = re.findall(r"^([a-z]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert [target for target in targets if target != "help" and f"make {target}" not in README] == []


def test_the_map_names_files_that_exist() -> None:
    """Rules and ways through the code, in the map of the backend."""
    text = (ROOT / "services" / "README.md").read_text(encoding="utf-8").split("## Where a rule stands")[1]
    named = set(re.findall(r"`((?:[\w-]+/)+[\w-]+\.(?:py|md|json|sql))`", text))
    assert len(named) > 20
    assert sorted(name for name in named if not any((ROOT / base / name).is_file() for base in ("", "services"))) == []
