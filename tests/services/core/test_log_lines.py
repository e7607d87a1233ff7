"""A line of the log is one event, whatever stands in its values."""

import json
import subprocess
import sys

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


def test_a_line_break_in_a_value_forges_no_line() -> None:
    done = subprocess.run([sys.executable, "-c", _WRITES], cwd=ROOT, capture_output=True, timeout=120, check=True)
    lines = done.stderr.split(b"\n")
    assert lines.pop() == b""
    events = [json.loads(line)["event"] for line in lines]
    assert [event.split()[0] for event in events] == ["first", "second", "third"]
    assert b"\x1b" not in done.stderr
    assert b"\r" not in done.stderr
