"""The next version of the product: a copy of this tree with one more migration and a mark by which to know it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.fixtures.left_behind import CLEANER
from tests.fixtures.next_migration import EXPANDS, GOES_BACK, write_migration
from tests.fixtures.servers import ROOT

_COMMAND: Final = (sys.executable, "-c", "from services.cli import app; app()")
BREAKS: Final = '\n    op.alter_column("visits", "path", new_column_name="way")\n'
"""What a careless next version does: the present one cannot write a visit any more."""


def next_version(folder: Path, upgrade: str = EXPANDS, downgrade: str = GOES_BACK) -> Path:
    """The root of its tree. `upgrade`, `downgrade`: bodies of the additional migration."""
    for package in ("services", "analytics", "migrations"):
        shutil.copytree(ROOT / package, folder / package)  # byte code and all: else each start compiles it
    for app in ("public-web", "admin-web"):
        (folder / app).symlink_to(ROOT / app, target_is_directory=True)
    write_migration(folder / "migrations", upgrade, downgrade)
    health = folder / "services" / "checks" / "public_api.py"
    text = health.read_text()
    assert 'HealthOut(status="ok")' in text
    health.write_text(text.replace('HealthOut(status="ok")', 'HealthOut(status="next")'))
    return folder


def started(tree: Path, settings: Mapping[str, str], log: Path) -> "subprocess.Popen[bytes]":
    """`voltigo serve` of the version in `tree`, its own process; it may not be ready yet."""
    with log.open("a") as output:
        process = subprocess.Popen(
            (*_COMMAND, "serve"), cwd=tree, env=_environment(settings), stdout=output, stderr=output
        )
    CLEANER.note("process", process.pid)
    return process


def run(tree: Path, settings: Mapping[str, str], *arguments: str) -> None:
    """A command of the version in `tree` that succeeds."""
    done = ended(tree, settings, *arguments)
    assert done.returncode == 0, done.stderr


def ended(tree: Path, settings: Mapping[str, str], *arguments: str) -> "subprocess.CompletedProcess[str]":
    """A command of the version in `tree`, to its end."""
    command = (*_COMMAND, *arguments)
    return subprocess.run(
        command, cwd=tree, env=_environment(settings), capture_output=True, text=True, timeout=300, check=False
    )


def _environment(settings: Mapping[str, str]) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("VOLTIGO_", "PYTHONPATH"))}
    return inherited | {f"VOLTIGO_{name.upper()}": value for name, value in settings.items()}
