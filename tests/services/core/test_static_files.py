"""The finished web app: the right bytes in the right encoding, with validators, and nothing beside its folder."""

import asyncio
import base64
import gzip
import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import brotli
import pytest
from starlette.responses import Response
from starlette.testclient import TestClient

from services.core.http.static_files import StaticSite, page_addresses

STYLE = "body{color:#12261a}"
PAGE = f"""<!doctype html><html><head><title>__VOLTIGO_COMPANY_NAME__</title><style>{STYLE}</style>
<link rel="canonical" href="__VOLTIGO_PUBLIC_URL__/"></head>
<body data-settings="__VOLTIGO_SETTINGS__"><h1>Größe</h1>{"<p>Sonne</p>" * 50}</body></html>"""
SCRIPT = "console.log('__VOLTIGO_COMPANY_NAME__');" * 40
TOKENS = {
    "COMPANY_NAME": 'Müller & Söhne <GmbH> "Sonne"',
    "PUBLIC_URL": "https://voltigo.example",
    "SETTINGS": '{"name": "O\'Neill"}',
}
FILLED = "Müller &amp; Söhne &lt;GmbH&gt; &quot;Sonne&quot;"
PICTURE = bytes(range(256)) * 8


def lay_out(folder: Path) -> Path:
    """A built site beside a file that is none of it."""
    site = folder / "client"
    (site / "assets").mkdir(parents=True)
    (site / "reservierung").mkdir()
    for name, content in {
        "index.html": PAGE,
        "404.html": "<h1>Seite nicht gefunden</h1>" * 20,
        "reservierung/index.html": "<h1>Reservierung</h1>" * 20,
        "reservierung/danke.html": "<h1>Danke</h1>" * 20,
        "robots.txt": "Sitemap: __VOLTIGO_PUBLIC_URL__/sitemap.xml\n",
        "favicon.svg": "<svg/>" * 40,
        "assets/app-1a2b.js": SCRIPT,
        "assets/app-1a2b.js.br": brotli.compress(b"from the build, br"),
        "assets/app-1a2b.js.gz": gzip.compress(b"from the build, gz"),
        "assets/plain-3c4d.css": "p{margin:0}" * 40,
        "assets/park-5e6f.avif": PICTURE,
        "assets/sans-7a8b.woff2": PICTURE,
    }.items():
        (site / name).write_bytes(content.encode() if isinstance(content, str) else content)
    (folder / "secret").write_text("outside the folder")
    return site


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return lay_out(tmp_path)


def test_json_ld_is_filled_as_json_and_cannot_end_its_element(tmp_path: Path) -> None:
    site = tmp_path / "client"
    site.mkdir()
    block = '<script type="application/ld+json">{"name": "__VOLTIGO_COMPANY_NAME__"}</script>'
    (site / "index.html").write_text(f"<title>__VOLTIGO_COMPANY_NAME__</title>{block}")
    name = 'Müller & Söhne "Sonne" </script><b>'
    page = TestClient(StaticSite(site, {"COMPANY_NAME": name})).get("/").text
    title, _, rest = page.partition("</title>")
    assert title == "<title>Müller &amp; Söhne &quot;Sonne&quot; &lt;/script&gt;&lt;b&gt;"
    opening, closing = '<script type="application/ld+json">', "</script>"
    assert rest.startswith(opening) and rest.endswith(closing) and rest.count(closing) == 1
    assert json.loads(rest.removeprefix(opening).removesuffix(closing)) == {"name": name}


def test_a_page_of_another_state_takes_the_place_of_the_page_and_has_no_address(folder: Path) -> None:
    (folder / "reservierung" / "danke.full.html").write_text("<h1>Voll, __VOLTIGO_COMPANY_NAME__</h1>")
    site = StaticSite(folder, TOKENS)
    client = TestClient(site)
    before = client.get("/reservierung/danke").text
    site.fill(TOKENS, "full")
    assert client.get("/reservierung/danke").text.startswith("<h1>Voll, ")
    assert client.get("/reservierung").text.startswith("<h1>Reservierung")
    assert client.get("/reservierung/danke.full").status_code == 404
    assert client.get("/reservierung/danke.full.html").status_code == 404
    assert "/reservierung/danke.full" not in page_addresses(folder)
    site.fill(TOKENS, "open")
    assert client.get("/reservierung/danke").text == before


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> StaticSite:
    """For tests that only read: to compress a site is most of what it costs."""
    return StaticSite(lay_out(tmp_path_factory.mktemp("site")), TOKENS)


Get = Callable[..., Any]


@pytest.fixture
def get(app: StaticSite) -> Get:
    client = TestClient(app, follow_redirects=False)

    def ask(path: str, method: str = "GET", **headers: str) -> Any:
        wanted = {"accept-encoding": "identity"} | {name.replace("_", "-"): value for name, value in headers.items()}
        return client.request(method, path, headers=wanted)

    return ask


def answer_to(app: StaticSite, path: str, query: bytes = b"") -> Response:
    """The answer to a path exactly as given: no client tidies it up on the way."""
    scope = {"type": "http", "method": "GET", "path": path, "query_string": query, "headers": []}
    sent: list[dict[str, Any]] = []

    async def ask() -> None:
        async def receive() -> dict[str, Any]:
            return {"type": "http.request"}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await app(scope, receive, send)  # type: ignore[arg-type]

    asyncio.run(ask())
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return Response(b"".join(message.get("body", b"") for message in sent), sent[0]["status"], headers)


# Encodings


ACCEPTED = {
    "br, gzip": "br", "gzip, deflate, br, zstd": "br", "gzip": "gzip", "gzip, deflate": "gzip", "GZIP": "gzip",
    "br;q=0.5, gzip;q=0.8": "gzip", "br; q=0.8 , gzip; q=0.8": "br", "br;q=1.0, gzip;q=0.999": "br",
    "br;q=0, gzip": "gzip", "br;q=0, gzip;q=0.0": None, "br;q=0, gzip;q=0, identity": None, "identity": None,
    "identity;q=1, br;q=0.5": None, "identity;q=0.5, gzip;q=1.0, *;q=0": "gzip", "deflate": None, "": None,
    "br;q=kanarina": "br", ";;,,=": None,
}  # fmt: skip


def test_the_encoding_follows_the_weights_of_the_client(get: Get, subtests: pytest.Subtests) -> None:
    plain = get("/").content
    for accepted, encoding in ACCEPTED.items():
        with subtests.test(accepted):
            response = get("/", accept_encoding=accepted)
            assert (response.status_code, response.headers.get("content-encoding")) == (200, encoding)
            assert response.headers["vary"] == "Accept-Encoding"
            assert response.content == plain, "whatever the encoding, the page is the same"
            assert not encoding or int(response.headers["content-length"]) < len(plain)


def test_the_compression_of_the_build_is_taken_for_scripts(get: Get) -> None:
    assert get("/assets/app-1a2b.js", accept_encoding="br").text == "from the build, br"
    assert get("/assets/app-1a2b.js", accept_encoding="gzip").text == "from the build, gz"
    assert get("/assets/app-1a2b.js").text == SCRIPT


def test_without_neighbours_of_the_build_the_server_compresses_itself(get: Get) -> None:
    for encoding in ("br", "gzip"):
        response = get("/assets/plain-3c4d.css", accept_encoding=encoding)
        assert response.headers["content-encoding"] == encoding
        assert response.text == "p{margin:0}" * 40
    best = brotli.compress(b"p{margin:0}" * 40, quality=11)
    assert int(get("/assets/plain-3c4d.css", accept_encoding="br").headers["content-length"]) == len(best)


def test_pictures_and_fonts_are_sent_as_they_are(get: Get) -> None:
    for path, media_type in (("/assets/park-5e6f.avif", "image/avif"), ("/assets/sans-7a8b.woff2", "font/woff2")):
        response = get(path, accept_encoding="br, gzip")
        assert response.content == PICTURE
        assert response.headers["content-type"] == media_type
        assert "content-encoding" not in response.headers
        assert "vary" not in response.headers


def test_the_compressed_neighbours_have_no_address_of_their_own(get: Get) -> None:
    for suffix in (".br", ".gz"):
        assert get(f"/assets/app-1a2b.js{suffix}").status_code == 404


def test_texts_name_their_type_and_utf_8(get: Get) -> None:
    types = {
        "/": "text/html; charset=utf-8",
        "/assets/app-1a2b.js": "text/javascript; charset=utf-8",
        "/assets/plain-3c4d.css": "text/css; charset=utf-8",
        "/favicon.svg": "image/svg+xml; charset=utf-8",
        "/robots.txt": "text/plain; charset=utf-8",
    }
    assert {path: get(path).headers["content-type"] for path in types} == types


# Caching


def test_pages_are_revalidated_and_hashed_files_never_change(get: Get) -> None:
    for path in ("/", "/reservierung", "/robots.txt", "/favicon.svg"):
        assert get(path).headers["cache-control"] == "no-cache"
    for path in ("/assets/app-1a2b.js", "/assets/plain-3c4d.css", "/assets/park-5e6f.avif"):
        assert get(path).headers["cache-control"] == "public, max-age=31536000, immutable"


def test_a_known_etag_is_answered_with_304_and_no_body(get: Get) -> None:
    for encoding in ("br", "gzip", "identity"):
        etag = get("/", accept_encoding=encoding).headers["etag"]
        for known in (etag, f"W/{etag}", f'"other", {etag}'):
            response = get("/", accept_encoding=encoding, if_none_match=known)
            assert (response.status_code, response.content) == (304, b"")
            said = {name: response.headers.get(name) for name in ("etag", "vary", "cache-control", "content-type")}
            assert list(said.values()) == [etag, "Accept-Encoding", "no-cache", None]
        assert get("/", accept_encoding=encoding, if_none_match='"other"').status_code == 200


def test_each_encoding_has_a_validator_of_its_own(get: Get) -> None:
    tags = {encoding: get("/", accept_encoding=encoding).headers["etag"] for encoding in ("br", "gzip", "identity")}
    assert len(set(tags.values())) == 3
    assert get("/", accept_encoding="gzip", if_none_match=tags["br"]).status_code == 200


def test_the_validator_changes_with_the_settings(folder: Path) -> None:
    tags = {
        TestClient(StaticSite(folder, {**TOKENS, "COMPANY_NAME": name})).get("/").headers["etag"]
        for name in ("one", "two")
    }
    assert len(tags) == 2


# Addresses


PAGES = {"/": "Größe", "/reservierung": "Reservierung", "/reservierung/danke": "Danke"}
MOVED = {
    ("/reservierung/", b""): "/reservierung",
    ("/reservierung/danke/", b"spot=17"): "/reservierung/danke?spot=17",
    ("/reservierung/", b"utm_source=a%26b&utm_source=%C3%BC"): "/reservierung?utm_source=a%26b&utm_source=%C3%BC",
    ("/reservierung//", b""): "/reservierung",
}
NOTHING = ("/gibt-es-nicht", "/gibt-es-nicht/", "/index", "/index.html", "/reservierung.html", "//")
BESIDE = (
    "/../secret", "/assets/../../secret", "/assets/..%2f..%2fsecret", "/..\\secret", "//secret", "/./../secret",
    "/%2e%2e/secret", "/secret\x00.html", "/assets", "/assets/", "/reservierung/../../secret/", "//evil.example/",
)  # fmt: skip


def test_pages_have_addresses_without_suffix_and_nothing_else_can_be_read(app: StaticSite) -> None:
    for path, heading in PAGES.items():
        response = answer_to(app, path)
        assert response.status_code == 200 and f"<h1>{heading}</h1>".encode() in response.body, path
    for (path, query), target in MOVED.items():
        response = answer_to(app, path, query)
        assert (response.status_code, response.headers["location"]) == (308, target)
    for path in NOTHING:
        response = answer_to(app, path)
        assert response.status_code == 404 and b"Seite nicht gefunden" in response.body, path
        assert response.headers["content-type"] == "text/html; charset=utf-8"
    for path in BESIDE:
        response = answer_to(app, path)
        assert response.status_code == 404 and b"outside" not in response.body, path


def test_the_404_page_is_never_304(get: Get) -> None:
    response = get("/gibt-es-nicht", if_none_match=get("/gibt-es-nicht").headers["etag"])
    assert response.status_code == 404
    assert "Seite nicht gefunden" in response.text


def test_without_a_404_page_the_answer_is_a_problem(folder: Path) -> None:
    (folder / "404.html").unlink()
    response = TestClient(StaticSite(folder, TOKENS)).get("/gibt-es-nicht")
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


def test_files_are_only_read(get: Get) -> None:
    for method in ("POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
        response = get("/", method)
        assert (response.status_code, response.headers["allow"]) == (405, "GET, HEAD")
        assert response.headers["content-type"] == "application/problem+json"


def test_head_has_the_headers_of_get(get: Get) -> None:
    head, full = get("/", "HEAD"), get("/")
    assert head.status_code == 200
    for name in ("etag", "content-length", "content-type", "cache-control", "content-security-policy"):
        assert head.headers[name] == full.headers[name]


# Settings and policy


def test_tokens_of_pages_are_replaced_and_escaped(get: Get) -> None:
    page = get("/").text
    assert f"<title>{FILLED}</title>" in page
    assert '<link rel="canonical" href="https://voltigo.example/">' in page
    assert 'data-settings="{&quot;name&quot;: &quot;O&#x27;Neill&quot;}"' in page
    assert "__VOLTIGO_" not in page
    assert get("/robots.txt").text == "Sitemap: https://voltigo.example/sitemap.xml\n"


def test_scripts_are_not_touched(get: Get) -> None:
    """Their names say their content: the settings reach them through the page."""
    assert "__VOLTIGO_COMPANY_NAME__" in get("/assets/app-1a2b.js").text


def test_the_policy_of_a_page_allows_its_own_styles_by_hash_and_nothing_inline(get: Get) -> None:
    response = get("/")
    policy = response.headers["content-security-policy"]
    directives = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    (style,) = re.findall(r"<style>(.*?)</style>", response.text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert directives["style-src"] == f"'self' 'sha256-{digest}'"
    assert directives["default-src"] == "'none'"
    assert directives["script-src"] == "'self' 'inline-speculation-rules'", "rules are no code"
    assert directives["frame-ancestors"] == "'none'"
    assert directives["require-trusted-types-for"] == "'script'"
    assert directives["trusted-types"] == "contact-form"
    assert "unsafe" not in policy
    assert "sha256" not in get("/reservierung").headers["content-security-policy"]


def test_the_hash_is_that_of_the_style_after_its_tokens(folder: Path) -> None:
    (folder / "index.html").write_text("<style>a{content:'__VOLTIGO_PUBLIC_URL__'}</style>", encoding="utf-8")
    response = TestClient(StaticSite(folder, TOKENS)).get("/")
    digest = base64.b64encode(hashlib.sha256(b"a{content:'https://voltigo.example'}").digest()).decode()
    assert f"'sha256-{digest}'" in response.headers["content-security-policy"]


def test_another_hosts_widget_is_allowed_on_its_own_page_only(folder: Path) -> None:
    client = TestClient(StaticSite(folder, TOKENS, {"/reservierung": "https://forms.example"}))
    policies = {path: client.get(path).headers["content-security-policy"] for path in ("/", "/reservierung")}
    assert "forms.example" not in policies["/"]
    assert "frame-src" not in policies["/"]
    directives = dict(part.strip().split(" ", 1) for part in policies["/reservierung"].split(";"))
    allowed = {name for name, sources in directives.items() if "https://forms.example" in sources.split()}
    assert allowed == {"script-src", "connect-src", "img-src", "frame-src"}
    # Its script knows nothing of our policies: that page alone does without.
    assert [path for path, policy in policies.items() if "trusted-types" in policy] == ["/"]
    assert directives["script-src"] == "'self' 'inline-speculation-rules' https://forms.example"
    assert directives["frame-src"] == "https://forms.example"
