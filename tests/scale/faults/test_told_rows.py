"""The table of promises: rows of all workers come together, and what is lost or failed is seen."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.fixtures.servers import ROOT

TESTS = """
from tests.fixtures.told_rows import Row

def test_kept(told):
    told(Row("b promise", "7 calls", remarks="a | b"))

def test_lost(told):
    told(Row("a promise", "5 calls"), Row("c promise", "6 calls", lost=2, doubled=1))

def test_failed_before(told):
    assert [] == [1]

def test_failed_after(told):
    told(Row("d promise", "8 calls"))
    raise ValueError
"""
HEADER = "| promise | tried | lost | doubled | remarks |\n|---|---|---|---|---|\n"


def run(folder: Path, prove: str) -> subprocess.CompletedProcess[str]:
    """These tests by two workers."""
    (folder / "test_rows.py").write_text(TESTS)
    plugins = ("-p", "tests.fixtures.told_rows", "-p", "xdist", "-p", "no:schemathesis")
    command = (sys.executable, "-m", "pytest", "-n", "2", *plugins, "--rootdir", str(folder), str(folder))
    environment = {"PATH": "", "PYTHONPATH": str(ROOT), "VOLTIGO_TEST_PROVE": prove}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_rows_of_all_workers_are_one_table_and_a_red_one_fails(tmp_path: Path) -> None:
    found = run(tmp_path, "on")
    assert found.returncode == 1, found.stderr
    assert "3 failed, 1 passed" in found.stdout
    table = found.stdout.partition(HEADER)[2].splitlines()
    assert table[:4] == [
        "| a promise | 5 calls | 0 | 0 |  |",
        "| b promise | 7 calls | 0 | 0 | a / b |",
        "| c promise | 6 calls | **2** | **1** |  |",
        "| d promise | 8 calls | 0 | 0 |  |",
    ]
    assert sorted(line.split("::")[1] for line in table[4:6]) == [
        "test_failed_after | **failed** | ? | ? | |",
        "test_failed_before | **failed** | ? | ? | |",
    ]


@pytest.mark.sample(0)
def test_a_sample_prints_no_table(tmp_path: Path) -> None:
    found = run(tmp_path, "off")
    assert "3 failed, 1 passed" in found.stdout, "a row that lost something fails its test all the same"
    assert HEADER not in found.stdout
