"""The staff console: one page for every address, a nonce for every response, files that never change."""

import re
from pathlib import Path

import brotli
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from services.core.http.static_files import ConsoleSite, SiteMount, StaticSite

PAGE = '<!doctype html><meta property="csp-nonce" content="__VOLTIGO_NONCE__"><div id="root"></div>'
NONCE = re.compile(r'content="([\w-]{24,})"')


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    console, site = tmp_path / "console", tmp_path / "site"
    (console / "assets").mkdir(parents=True)
    site.mkdir()
    (console / "index.html").write_text(PAGE)
    (console / "favicon.svg").write_text("<svg/>")
    (console / "assets" / "index-1a2b.js").write_text("console.log('admin')")
    (console / "assets" / "index-1a2b.js.br").write_bytes(brotli.compress(b"from the build"))
    (console / "assets" / "index-1a2b.js.gz").write_bytes(b"gz")
    (site / "index.html").write_text("<h1>public</h1>")
    (site / "404.html").write_text("<h1>not found</h1>")
    app = Starlette(routes=[ConsoleSite("/admin", console), SiteMount("/", StaticSite(site, {}))])
    return TestClient(app, follow_redirects=False)


def test_the_address_without_a_slash_is_redirected_for_good(client: TestClient) -> None:
    answer = client.get("/admin")
    assert (answer.status_code, answer.headers["location"]) == (308, "/admin/")


@pytest.mark.parametrize("path", ["/admin/", "/admin/sign-in", "/admin/reservations/17/show", "/admin/index.html"])
def test_every_address_is_the_page_and_is_not_kept(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    assert '<div id="root">' in answer.text


def test_each_response_has_its_own_nonce_in_page_and_policy(client: TestClient) -> None:
    seen = set()
    for _ in range(3):
        answer = client.get("/admin/")
        found = NONCE.search(answer.text)
        assert found
        seen.add(found.group(1))
        assert answer.headers["content-security-policy"] == (
            "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; "
            f"style-src 'self' 'nonce-{found.group(1)}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
            "require-trusted-types-for 'script'; trusted-types mail-frame; report-uri /api/reports/policy"
        )
    assert len(seen) == 3


def test_assets_are_precompressed_and_never_change(client: TestClient) -> None:
    answer = client.get("/admin/assets/index-1a2b.js", headers={"Accept-Encoding": "br"})
    assert answer.status_code == 200
    assert answer.headers["content-encoding"] == "br"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.text == "from the build"


def test_a_missing_asset_is_a_404_and_not_the_page(client: TestClient) -> None:
    answer = client.get("/admin/assets/index-old.js")
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


def test_a_file_beside_the_page_is_checked_again_each_time(client: TestClient) -> None:
    answer = client.get("/admin/favicon.svg")
    assert (answer.text, answer.headers["cache-control"]) == ("<svg/>", "no-cache")


def test_nothing_is_posted_to_a_page(client: TestClient) -> None:
    answer = client.post("/admin/sign-in")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize("path", ["/administration", "/admin-web", "/adm"])
def test_other_addresses_stay_the_public_sites(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.text) == (404, "<h1>not found</h1>")
