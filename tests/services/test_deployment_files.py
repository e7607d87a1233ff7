"""Units, Containerfile and proxies as files: what they name exists, and they give away no more than they need."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from services.cli.server import DRAIN_SECONDS, JOB_SECONDS, REQUEST_SECONDS
from tests.fixtures.proxies import DEPLOYMENT
from tests.fixtures.servers import ROOT

UNITS = ("voltigo@.service", "voltigo-worker.service")
MOST_EXPOSED = 1.3
"""Of systemd's scale of 10: a server needs addresses of the network and a place to write."""
SYSTEMD = shutil.which("systemd-analyze")


@pytest.fixture(params=UNITS)
def unit(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A unit as it is started, with a program that exists here."""
    text = (DEPLOYMENT / request.param).read_text(encoding="utf-8")
    path = tmp_path / request.param.replace("@.", "@8000.")
    path.write_text(re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", text, flags=re.MULTILINE))
    return path


@pytest.mark.skipif(SYSTEMD is None, reason="systemd is not installed on this machine")
def test_a_unit_is_valid_and_hardened(unit: Path) -> None:
    command = (str(SYSTEMD), "security", "--offline=true", str(unit))
    said = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stdout
    (exposed,) = re.findall(r"exposure level for \S+: ([\d.]+)", said)
    assert float(exposed) <= MOST_EXPOSED
    verified = subprocess.run(
        (str(SYSTEMD), "verify", str(unit)), capture_output=True, text=True, timeout=60, check=False
    )
    assert (verified.returncode, verified.stderr) == (0, "")


@pytest.mark.parametrize("name", UNITS)
def test_systemd_waits_longer_than_a_stop_takes(name: str) -> None:
    (seconds,) = re.findall(r"^TimeoutStopSec=(\d+)$", (DEPLOYMENT / name).read_text(), re.MULTILINE)
    assert int(seconds) > DRAIN_SECONDS + REQUEST_SECONDS + JOB_SECONDS


CONTAINER = (DEPLOYMENT / "Containerfile").read_text(encoding="utf-8")
STAGES = re.split(r"^FROM ", CONTAINER.replace("\\\n", " "), flags=re.MULTILINE)[1:]


def test_what_the_image_copies_exists_and_is_let_in() -> None:
    sources = []
    for line in re.findall(r"^COPY (?!--from)(.+)$", CONTAINER, re.MULTILINE):
        sources += line.split()[:-1]
    built = {"dist/sbom"}
    assert len(sources) > 10
    assert [source for source in sources if source not in built and not (ROOT / source).exists()] == []
    let_in = (ROOT / ".containerignore").read_text().splitlines()
    assert "*" in let_in
    for source in sources:
        roots = {f"!{source}", f"!{source.split('/')[0]}", "!requirements*.lock" if source.endswith(".lock") else ""}
        assert roots & set(let_in), source


def test_the_image_runs_as_a_user_without_rights_and_without_what_built_it() -> None:
    *_, last = STAGES
    assert "npm" not in last
    assert "pip install" not in last
    user = last.index("\nUSER voltigo\n")
    assert user < last.index("ENTRYPOINT")
    assert "HEALTHCHECK" in last
    assert "/readyz" in last
    assert {stage.split()[0] for stage in STAGES} == {
        "node:22-bookworm-slim",
        "python:3.12-slim-bookworm",
    }


def test_the_image_holds_the_versions_that_the_wheel_is_tested_with() -> None:
    version = re.findall(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert re.findall(r'image\.version="(.+?)"', CONTAINER) == version
    assert "--require-hashes -r requirements.lock" in CONTAINER
