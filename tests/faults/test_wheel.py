"""The wheel: everything the product needs is in it, and it runs from a fresh environment without Node or repository."""

import json
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from services.core.db.db import Database
from services.deployment.parts import licences_of, locked, normalised
from services.reservations.models import Reservation
from tests.factories import reservation_body
from tests.fixtures.installed import Installation, built_wheel, install
from tests.fixtures.servers import ROOT
from tests.fixtures.staff import COOKIE, OWN_PAGE, add_member
from tests.services.stored import stored, wait_for

pytestmark = pytest.mark.xdist_group("wheel")

PACKAGES = ("services", "analytics", "migrations")
WEB_APPS = {"services/web_apps/public-web": "public-web/dist/client", "services/web_apps/admin-web": "admin-web/dist"}
ALLOWED = {"0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "CC0-1.0", "ISC", "MIT", "MIT-0"}
ALLOWED |= {"MIT-CMU", "MPL-2.0", "PSF-2.0", "Python-2.0", "Unlicense", "Zlib"}
BY_CLASSIFIER = frozenset(
    {
        "License :: OSI Approved :: Apache Software License",
        "License :: OSI Approved :: BSD License",
        *("License :: OSI Approved :: Mozilla Public License 2.0", "MPL 2.0"),
    }
)
"""Older packages state their licence by these words alone."""
EXCEPTIONS = {
    "psycopg": "LGPL-3.0-only",
    "psycopg-binary": "LGPL-3.0-only",
    "pycountry": "LGPL-2.1-only",
    "text-unidecode": "GPL-2.0-or-later AND License :: OSI Approved :: Artistic License AND "
    "License :: OSI Approved :: GNU General Public License (GPL)",
}
"""Libraries used unchanged and replaceable by the reader, which is what their licence asks of us; text-unidecode is
offered under either licence, and used under the Artistic one.
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installation(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    folder = tmp_path_factory.mktemp("installed")
    yield install(wheel, folder)
    shutil.rmtree(folder)


def contents(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_every_file_of_the_repository_that_the_product_needs_is_in_the_wheel(wheel: Path) -> None:
    listed = subprocess.run(("git", "ls-files", "-z", *PACKAGES), cwd=ROOT, capture_output=True, check=True).stdout
    wanted = {name for name in listed.decode().split("\0") if name and (ROOT / name).is_file()}
    assert len(wanted) > 1000
    for target, folder in WEB_APPS.items():
        built = [path for path in (ROOT / folder).rglob("*") if path.is_file() and path.name != ".built"]
        assert len(built) > 20
        wanted |= {f"{target}/{path.relative_to(ROOT / folder).as_posix()}" for path in built}
    assert sorted(wanted - contents(wheel)) == []


def test_nothing_else_is_in_it(wheel: Path) -> None:
    roots = {name.partition("/")[0] for name in contents(wheel)}
    assert roots == {*PACKAGES, "voltigo-0.1.0.dist-info"}
    strange = [name for name in contents(wheel) if re.search(r"__pycache__|node_modules|\.env|sqlite3|/tests/", name)]
    assert strange == []


@pytest.mark.sample(0)
def test_the_same_source_gives_the_same_bytes(wheel: Path, tmp_path: Path) -> None:
    assert built_wheel(tmp_path).read_bytes() == wheel.read_bytes()


@pytest.mark.sample(0)
def test_it_serves_site_console_reservation_mail_and_reports(installation: Installation) -> None:
    assert shutil.which("node", path=installation.variables["PATH"]) is None
    assert installation.voltigo("--version").stdout == "voltigo 0.1.0\n"
    assert installation.voltigo("init", "--yes").returncode == 0
    with installation.serving() as server, httpx2.Client(base_url=server.url, timeout=60) as client:
        page = client.get("/")
        assert (page.status_code, "Voltigo" in page.text) == (200, True)
        console = client.get("/admin/")
        (script,) = re.findall(r'<script type="module"[^>]*src="([^"]+)"', console.text)
        assert client.get(script).status_code == 200
        ready = client.get("/readyz")
        assert (ready.status_code, ready.json()["causes"]) in [(200, []), (200, ["no_jobs"])]
        answer = client.post("/functions/v1/reserve-spot", json=reservation_body())
        assert answer.json()["spot_number"] == 1
        wait_for(lambda: list(server.mail_dir.glob("*.eml")))
        db = Database(f"sqlite:///{server.data_dir / 'voltigo.sqlite3'}")
        member = add_member(db, "admin")
        (reservation,) = stored(db, Reservation)
        db.close()
        client.cookies.set(COOKIE, member.token)
        client.headers.update(OWN_PAGE)
        answers = report_files(client)
        evidence = client.get(f"/api/staff/reservations/{reservation['id']}/evidence.pdf").content
    assert answers["xlsx"][:2] == b"PK"
    assert answers["csv"].startswith(b"\xef\xbb\xbf")
    assert evidence.startswith(b"%PDF-")


def report_files(client: httpx2.Client) -> dict[str, bytes]:
    report = client.get("/api/staff/reports/capacity")
    assert report.status_code == 200, report.text
    table = next(iter(report.json()["tables"]))
    found = {form: client.get(f"/api/staff/reports/capacity/files/{table}.{form}") for form in ("xlsx", "csv")}
    assert {answer.status_code for answer in found.values()} == {200}, [answer.text[:200] for answer in found.values()]
    return {form: answer.content for form, answer in found.items()}


def documents(wheel: Path) -> dict[str, Any]:
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.endswith(".cdx.json")]
        return {Path(name).name.removesuffix(".cdx.json"): json.loads(archive.read(name)) for name in names}


def test_every_locked_package_of_this_platform_is_listed(wheel: Path) -> None:
    listed = {normalised(one["name"]): one["version"] for one in documents(wheel)["python"]["components"]}
    text = (ROOT / "requirements.lock").read_text()
    elsewhere = {normalised(name) for name in re.findall(r"^([\w.-]+)==\S+ ; .*(?:win32|Windows)", text, re.MULTILINE)}
    wanted = {(normalised(name), version) for name, version in locked(ROOT / "requirements.lock")}
    names = {name for name, _ in wanted}
    assert len(names) > 50
    assert set(listed.items()) - wanted == set()
    assert names - set(listed) <= elsewhere


@pytest.mark.parametrize("app", ["public-web", "admin-web"])
def test_every_locked_package_of_a_web_app_is_listed(app: str, wheel: Path) -> None:
    packages = json.loads((ROOT / app / "package-lock.json").read_text())["packages"]
    wanted = {
        (path.rpartition("node_modules/")[2], one["version"])
        for path, one in packages.items()
        if path and not (one.get("dev") or one.get("optional") or one.get("peer") or one.get("devOptional"))
    }
    listed = {(one["name"], one["version"]) for one in documents(wheel)[app]["components"]}
    assert len(wanted) > 5
    assert sorted(wanted - listed) == []


def test_every_licence_is_one_that_we_may_ship(wheel: Path) -> None:
    parts = [one for document in documents(wheel).values() for one in document["components"]]
    assert len(parts) > 150
    assert [found for one in parts if (found := refused(one))] == []


def refused(component: dict[str, Any]) -> str:
    """What is wrong with the licence of a part; empty if nothing is."""
    name, stated = component["name"], licences_of(component)
    if EXCEPTIONS.get(normalised(name)) == stated:
        return ""
    words = [word for word in re.split(r" (?:AND|OR) |[()]", stated) if word.strip()]
    return "" if words and all(word.strip() in ALLOWED | BY_CLASSIFIER for word in words) else f"{name}: {stated!r}"


@pytest.mark.parametrize("stated", ["", "GPL-3.0-only", "MIT AND AGPL-3.0-only"])
def test_a_part_with_another_licence_is_refused(stated: str) -> None:
    assert refused({"name": "planted", "licenses": [{"expression": stated}] if stated else []}) != ""
