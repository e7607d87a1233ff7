"""The line to an engine on another machine: TLS whose certificate is checked, and a token that a proxy asks for."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.fixtures.engines import running_engine
from tests.fixtures.ports import free_port
from tests.fixtures.proxies import CADDY, Ports, caddy_with
from tests.fixtures.servers import ROOT

pytestmark = pytest.mark.sample(0)

_TOKEN = "made-up"
_CADDYFILE = """{{
	log default {{
		level WARN
	}}
}}

localhost {{
	@stranger not header Authorization "Bearer {token}"
	respond @stranger 401
	reverse_proxy h2c://{engine} {{
		flush_interval -1
	}}
}}
"""
_ASK = """
import sys
from analytics.distributed.engine import opened
from analytics.distributed.faults import EngineFault
try:
    with opened(sys.argv[1]) as engine:
        print(engine.rows("SELECT 1 AS one").to_pylist())
except EngineFault as fault:
    print("refused:", fault)
"""


@dataclass(frozen=True)
class Line:
    """A proxy before an engine."""

    port: int
    authority: Path

    def answer(self, options: str, *, is_trusted: bool = True) -> str:
        """What a new process is told, since the library reads the authority once."""
        authority = {"GRPC_DEFAULT_SSL_ROOTS_FILE_PATH": str(self.authority)} if is_trusted else {}
        environment = {**os.environ, "PYTHONPATH": str(ROOT), **authority}
        command = (sys.executable, "-c", _ASK, f"sc://localhost:{self.port}/;{options}")
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture(scope="module")
def line(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Line]:
    if CADDY is None:
        pytest.skip("caddy is not installed")
    ports = Ports(free_port(), free_port(), [])
    folder = tmp_path_factory.mktemp("line") / "proxy"
    with running_engine() as running:
        text = _CADDYFILE.format(token=_TOKEN, engine=running.url.removeprefix("sc://"))
        with caddy_with(text, folder, ports):
            yield Line(ports.https, folder / "caddy" / "pki" / "authorities" / "local" / "root.crt")


def test_an_engine_answers_by_tls_with_the_token(line: Line) -> None:
    assert line.answer(f"use_ssl=true;token={_TOKEN}") == "[{'one': 1}]"


@pytest.mark.parametrize("options", ["use_ssl=true;token=another", "use_ssl=true", f"use_ssl=false;x-token={_TOKEN}"])
def test_without_token_or_tls_it_refuses(line: Line, options: str) -> None:
    assert line.answer(options).startswith("refused: ")


def test_a_certificate_of_another_authority_is_refused(line: Line) -> None:
    assert line.answer(f"use_ssl=true;token={_TOKEN}", is_trusted=False).startswith("refused: ")
