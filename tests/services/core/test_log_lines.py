"""A line of the log is one event, whatever stands in its values."""

import json
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest

from tests.fixtures.servers import ROOT

_WRITES = """
import logging, structlog
from services.core.logs import configure_logging
configure_logging(pretty=False)
text = 'kept\\n{"event":"forged","level":"info"}\\r\\n\\u2028\\x1b[31m'
structlog.get_logger().warning("first", value=text)
logging.getLogger("library").warning("second %s", text)
try:
    raise RuntimeError(text)
except RuntimeError:
    structlog.get_logger().exception("third")
"""


@pytest.fixture(scope="module")
def done() -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-c", _WRITES], cwd=ROOT, capture_output=True, timeout=120, check=True)


def test_a_line_break_in_a_value_forges_no_line(done: subprocess.CompletedProcess[bytes]) -> None:
    lines = done.stderr.split(b"\n")
    assert lines.pop() == b""
    events = [json.loads(line)["event"] for line in lines]
    assert [event.split()[0] for event in events] == ["first", "second", "third"]
    assert b"\x1b" not in done.stderr
    assert b"\r" not in done.stderr


def test_each_line_has_its_moment_in_utc_and_its_level(done: subprocess.CompletedProcess[bytes]) -> None:
    found = [json.loads(line) for line in done.stderr.splitlines()]
    assert [line["level"] for line in found] == ["warning", "warning", "error"]
    for line in found:
        moment = datetime.fromisoformat(line["at"])
        assert moment.utcoffset() == timedelta(0)
        assert abs(datetime.now(UTC) - moment) < timedelta(hours=1)
