"""The next version of the product: a copy of this tree with one more migration and a mark by which to know it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from services.schema.migrate import newest_revision
from tests.fixtures.left_behind import CLEANER
from tests.fixtures.servers import ROOT

NEXT: Final = "9999"
_COMMAND: Final = (sys.executable, "-c", "from services.cli import app; app()")
_EXPANDS: Final = """
    op.add_column("visits", sa.Column("of_next_version", sa.String(20), nullable=True))
    op.create_table("of_next_version", sa.Column("id", sa.Integer, primary_key=True))
"""
_GOES_BACK: Final = """
    op.drop_table("of_next_version")
    op.drop_column("visits", "of_next_version")
"""
BREAKS: Final = '\n    op.alter_column("visits", "path", new_column_name="way")\n'
"""What a careless next version does: the present one cannot write a visit any more."""


def next_version(folder: Path, upgrade: str = _EXPANDS, downgrade: str = _GOES_BACK) -> Path:
    """The root of its tree. `upgrade`, `downgrade`: bodies of the additional migration."""
    for package in ("services", "analytics", "migrations"):
        shutil.copytree(ROOT / package, folder / package)  # byte code and all: else each start compiles it
    for app in ("public-web", "admin-web"):
        (folder / app).symlink_to(ROOT / app, target_is_directory=True)
    (folder / "migrations" / "versions" / f"{NEXT}_next_version.py").write_text(
        f'"""Next."""\n\nimport sqlalchemy as sa\nfrom alembic import op\n\nrevision = "{NEXT}"\n'
        f'down_revision = "{newest_revision()}"\nbranch_labels = None\ndepends_on = None\n\n\n'
        f"def upgrade() -> None:{upgrade}\n\ndef downgrade() -> None:{downgrade}"
    )
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
    """A command of the version in `tree`, to its end."""
    command = (*_COMMAND, *arguments)
    done = subprocess.run(command, cwd=tree, env=_environment(settings), capture_output=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr.decode()


def _environment(settings: Mapping[str, str]) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("VOLTIGO_", "PYTHONPATH"))}
    return inherited | {f"VOLTIGO_{name.upper()}": value for name, value in settings.items()}
