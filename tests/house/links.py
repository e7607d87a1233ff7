"""Links between documents: the file of each is there, and so is the heading that it leads to."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import unquote

_LINK: Final = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_CODE: Final = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
_HEADING: Final = re.compile(r"^#+ (.+)$", re.MULTILINE)


def faults(root: Path) -> list[str]:
    """Each link of a tracked page that leads nowhere, as `path:line: target`. Addresses outside are not looked up."""
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=root, capture_output=True, text=True, check=True).stdout
    pages = [root / name for name in listed.split("\n") if name and (root / name).is_file()]
    return [
        f"{page.relative_to(root)}:{line}: {target}: leads nowhere"
        for page in pages
        for line, target in _links(page)
        if not _leads_somewhere(page, target)
    ]


def _links(page: Path) -> Iterator[tuple[int, str]]:
    # What is code keeps its lines, so that those of the links stay.
    text = _CODE.sub(lambda found: "\n" * found[0].count("\n"), page.read_text(encoding="utf-8"))
    for number, line in enumerate(text.splitlines(), 1):
        yield from ((number, found[1]) for found in _LINK.finditer(line) if "://" not in found[1])


def _leads_somewhere(page: Path, target: str) -> bool:
    name, _, heading = unquote(target).partition("#")
    file = page.parent / name if name else page
    if not heading:
        return file.exists()
    return file.is_file() and heading in {
        _anchor(found) for found in _HEADING.findall(file.read_text(encoding="utf-8"))
    }


def _anchor(heading: str) -> str:
    """As Git hosts make it: lower case, hyphens for spaces, no other marks."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
