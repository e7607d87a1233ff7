"""What the README promises is what there is, and what is said of dependencies is said where they are listed."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_it_stays_a_page_that_is_read_in_minutes() -> None:
    assert len(README.split()) <= 700


def test_its_pictures_are_there_and_small() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    assert len(pictures) == 2
    assert all(0 < (ROOT / picture).stat().st_size < 120_000 for picture in pictures)


def test_every_make_target_is_listed() -> None:
    targets = re.findall(r"^([a-z]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert [target for target in targets if target != "help" and f"make {target}" not in README] == []


def test_every_python_dependency_has_a_word_on_why() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8").split("[project.scripts]")[0]
    wanted = re.findall(r'^  "\w.*$', project, re.MULTILINE)
    assert len(wanted) > 60
    assert [line for line in wanted if "voltigo[" not in line and not re.search(r", # \S", line)] == []


@pytest.mark.parametrize("app", ["public-web", "admin-web"])
def test_every_package_of_a_web_app_has_a_word_on_why(app: str) -> None:
    package = json.loads((ROOT / app / "package.json").read_text(encoding="utf-8"))
    section = (ROOT / app / "README.md").read_text(encoding="utf-8").split("\n## Dependencies\n")[1]
    wanted = [*package["dependencies"], *package["devDependencies"]]
    assert [name for name in wanted if f"`{name}`" not in section] == []


def test_the_map_names_files_that_exist() -> None:
    """Rules and ways through the code, in the map of the backend."""
    text = (ROOT / "services" / "README.md").read_text(encoding="utf-8").split("## Where a rule stands")[1]
    named = set(re.findall(r"`((?:[\w-]+/)+[\w-]+\.(?:py|md|json|sql))`", text))
    assert len(named) > 20
    assert sorted(name for name in named if not any((ROOT / base / name).is_file() for base in ("", "services"))) == []
