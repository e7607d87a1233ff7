"""Serves the built web apps from memory: precompressed, with validators, and with this installation's settings.

Hashed files under `assets/` never change and come with their `.br` and `.gz` siblings from the build. Pages contain
placeholders such as `__VOLTIGO_PUBLIC_URL__`; they are filled in and compressed when the server starts and when a
value changes, so neither needs a new build and a page costs no more than a file.
"""

import base64
import gzip
import hashlib
import html
import json
import mimetypes
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.utils import formatdate
from functools import lru_cache
from pathlib import Path

import brotli
from starlette.datastructures import Headers
from starlette.responses import RedirectResponse, Response
from starlette.routing import Match, Mount
from starlette.types import Receive, Scope, Send

from services.core.http.errors import HttpProblem, problem_response
from services.core.http.web import DYNAMIC_PREFIXES, console_content_policy, page_content_policy

_PACKAGE = Path(__file__).resolve().parents[2]
_BUILT = {"public-web": "dist/client", "admin-web": "dist"}


def web_app(name: str, package: Path = _PACKAGE) -> Path:
    """The folder of a built web app: inside the installed package, or in the repository."""
    packaged = package / "web_apps" / name
    return packaged if packaged.is_dir() else package.parent / name / _BUILT[name]


PUBLIC_SITE = web_app("public-web")
CONSOLE = web_app("admin-web")


def missing_builds(site: Path = PUBLIC_SITE, console: Path = CONSOLE) -> list[str]:
    """The web apps that have not been built, as `/readyz` reports them."""
    apps = {"site_missing": site, "console_missing": console}
    return [cause for cause, folder in apps.items() if not (folder / "index.html").is_file()]


_TEXT_SUFFIXES = {".html", ".xml", ".txt"}
_COMPRESSIBLE = {*_TEXT_SUFFIXES, ".js", ".css", ".svg", ".json", ".webmanifest"}
_NOT_FOUND = "/404"
_IMMUTABLE = "public, max-age=31536000, immutable"
_INLINE_STYLE = re.compile(r"<style[^>]*>(.*?)</style>", re.DOTALL)
_JSON_LD = re.compile(r"(<script type=\"application/ld\+json\">.*?</script>)", re.DOTALL)
_VARIANT = re.compile(r"\.[a-z]+\.html$")
"""A page in another state of the park: `pilot.full.html` for `pilot.html`."""
_TOKEN = re.compile(r"__VOLTIGO_([A-Z_]+?)__")
_Q_VALUE = re.compile(r"^q=([01](?:\.\d{0,3})?)$")

for _type, _suffix in (("image/avif", ".avif"), ("font/woff2", ".woff2"), ("text/javascript", ".js")):
    mimetypes.add_type(_type, _suffix)


@dataclass(frozen=True, slots=True)
class _File:
    """The file at one address: its bytes in each encoding, its headers, its validator."""

    encodings: Mapping[str, bytes]
    headers: Mapping[str, str]
    etag: str
    modified: str = field(default_factory=lambda: formatdate(usegmt=True))


class StaticSite:
    """An ASGI app over one built folder.

    `/a/b` answers `a/b.html` or `a/b/index.html`, `/a/b/` redirects to it with 308, and what does not exist is the
    site's own `404.html` with status 404.
    """

    def __init__(
        self, folder: Path, tokens: Mapping[str, str] | None, widget_origins: Mapping[str, str] | None = None
    ) -> None:
        """`widget_origins`: address of a page to the other host whose widget it may load. Without tokens the pages
        are missing until `fill` is called.
        """
        self._folder = folder
        self._origins = widget_origins or {}
        self._files: Mapping[str, _File] = self._loaded({}, lambda path: path.suffix not in _TEXT_SUFFIXES)
        if tokens is not None:
            self.fill(tokens)

    def fill(self, tokens: Mapping[str, str], variant: str = "") -> None:
        """Replace the values in the pages, each as it was built for this state where it was. Readers see the old pages
        until all new ones are ready.
        """
        pages = self._loaded(tokens, lambda path: path.suffix in _TEXT_SUFFIXES, variant)
        self._files = {**self._files, **pages}

    def _loaded(
        self, tokens: Mapping[str, str], is_wanted: Callable[[Path], bool], variant: str = ""
    ) -> dict[str, _File]:
        paths = (path for path in sorted(self._folder.rglob("*")) if path.is_file() and is_wanted(path))
        loaded = (_load(self._folder, path, tokens, self._origins, variant=variant) for path in paths)
        return {address: file for files in loaded for address, file in files}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one GET or HEAD request."""
        await self._answer(scope)(scope, receive, send)

    def _answer(self, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            return problem_response(HttpProblem(405, {"Allow": "GET, HEAD"}))
        path: str = scope["path"]
        if path != "/" and path.endswith("/") and path.rstrip("/") in self._files:
            query = scope["query_string"].decode("latin-1")
            return RedirectResponse(path.rstrip("/") + (f"?{query}" if query else ""), status_code=308)
        file = self._files.get(path)
        if file is not None:
            return _respond(file, Headers(scope=scope), 200)
        return self.not_found(Headers(scope=scope))

    def page(self, address: str) -> tuple[str, Mapping[str, str]] | None:
        """A page's filled text and headers, for a route that adds to it."""
        file = self._files.get(address)
        return (file.encodings["identity"].decode(), file.headers) if file else None

    def not_found(self, request: Headers) -> Response:
        """The 404 page."""
        page = self._files.get(_NOT_FOUND)
        return _respond(page, request, 404) if page else problem_response(HttpProblem(404))


class ConsoleSite(Mount):
    """The staff console, a single-page app, below one prefix.

    Serves files of the build, and `index.html` with a fresh nonce for every other address. A missing asset is a 404:
    the page in its place would be read as a script.
    """

    def __init__(self, prefix: str, folder: Path) -> None:
        """`prefix`: without the last slash; an address without it is redirected."""
        super().__init__(prefix, app=self._serve)
        files = {address: file for path in sorted(folder.rglob("*")) if path.is_file()
                 for address, file in _load(folder, path, {}, {})}  # fmt: skip
        self._page = (folder / "index.html").read_text(encoding="utf-8")
        self._files = {f"{prefix}{address}": file for address, file in files.items() if address != "/"}

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Everything below the prefix, and the prefix itself."""
        if scope["type"] == "http" and scope["path"] == self.path:
            return Match.FULL, {"endpoint": self.app}
        return super().matches(scope)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._answer(scope)(scope, receive, send)

    def _answer(self, scope: Scope) -> Response:
        path: str = scope["path"]
        if scope["method"] not in ("GET", "HEAD"):
            return problem_response(HttpProblem(405, {"Allow": "GET, HEAD"}))
        if path == self.path:
            return RedirectResponse(f"{path}/", status_code=308)
        if file := self._files.get(path):
            return _respond(file, Headers(scope=scope), 200)
        if path.startswith(f"{self.path}/assets/"):
            return problem_response(HttpProblem(404))
        return self._page_with_nonce()

    def _page_with_nonce(self) -> Response:
        nonce = secrets.token_urlsafe(18)
        headers = {"Content-Security-Policy": console_content_policy(nonce), "Cache-Control": "no-store"}
        return Response(_fill(self._page, {"NONCE": nonce}), headers=headers, media_type="text/html")


def page_addresses(folder: Path) -> frozenset[str]:
    """The addresses of the pages in a built site, without the one that says "not found"."""
    pages = (path.relative_to(folder).as_posix() for path in folder.rglob("*.html") if not _VARIANT.search(path.name))
    return frozenset(_address(page) for page in pages) - {_NOT_FOUND}


class SiteMount(Mount):
    """A site at `/` that excludes the API's paths: there an unknown path or method gets a problem document."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Every address but those of endpoints."""
        if scope["path"].startswith(DYNAMIC_PREFIXES):
            return Match.NONE, {}
        return super().matches(scope)


def _load(
    folder: Path,
    path: Path,
    tokens: Mapping[str, str],
    widget_origins: Mapping[str, str],
    variant: str = "",
) -> list[tuple[str, _File]]:
    """The addresses of a file with its content; none for compressed copies and pages in another state."""
    if path.suffix in (".br", ".gz") or _VARIANT.search(path.name):
        return []
    relative = path.relative_to(folder).as_posix()
    own = path.with_suffix(f".{variant}.html")
    content = (own if path.suffix == ".html" and own.is_file() else path).read_bytes()
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    headers = {"Content-Type": f"{media_type}; charset=utf-8" if path.suffix in _COMPRESSIBLE else media_type}
    headers["Cache-Control"] = _IMMUTABLE if relative.startswith("assets/") else "no-cache"
    if path.suffix in _TEXT_SUFFIXES:
        content = _fill(content.decode(), tokens).encode()
    if path.suffix == ".html":
        origin = widget_origins.get(_address(relative), "")
        headers["Content-Security-Policy"] = page_content_policy(_style_hashes(content.decode()), origin)
    if path.suffix in _COMPRESSIBLE:
        headers["Vary"] = "Accept-Encoding"
    etag = hashlib.sha256(content).hexdigest()[:20]
    return [(_address(relative), _File(_encode(path, content), headers, etag))]


def _address(relative: str) -> str:
    if not relative.endswith(".html"):
        return f"/{relative}"
    return "/" + relative.removesuffix(".html").removesuffix("index").rstrip("/")


def _fill(text: str, tokens: Mapping[str, str]) -> str:
    """Replaces the tokens, escaped as JSON in JSON-LD and as HTML elsewhere."""
    parts = _JSON_LD.split(text)
    json_ld, elsewhere = _filler(tokens, _json_escape), _filler(tokens, html.escape)
    return "".join(json_ld(part) if index % 2 else elsewhere(part) for index, part in enumerate(parts))


def _filler(tokens: Mapping[str, str], escape: Callable[[str], str]) -> Callable[[str], str]:
    values = {name: escape(value) for name, value in tokens.items()}
    return lambda text: _TOKEN.sub(lambda match: values.get(match.group(1), match.group()), text)


def _json_escape(value: str) -> str:
    """The inside of a JSON string that cannot end the script element around it."""
    return json.dumps(value, ensure_ascii=False)[1:-1].replace("<", "\\u003c")


def _style_hashes(page: str) -> list[str]:
    styles = {match.group(1) for match in _INLINE_STYLE.finditer(page)}
    return sorted(base64.b64encode(hashlib.sha256(style.encode()).digest()).decode() for style in styles)


def _encode(path: Path, content: bytes) -> dict[str, bytes]:
    """The content by encoding, best first. The build's own compression is taken where it made one."""
    if path.suffix not in _COMPRESSIBLE:
        return {"identity": content}
    prepared = {name: path.with_name(path.name + suffix) for name, suffix in (("br", ".br"), ("gzip", ".gz"))}
    if path.suffix not in _TEXT_SUFFIXES and all(neighbour.is_file() for neighbour in prepared.values()):
        return {name: neighbour.read_bytes() for name, neighbour in prepared.items()} | {"identity": content}
    return {**_compressed(content), "identity": content}


@lru_cache(maxsize=256)
def _compressed(content: bytes) -> Mapping[str, bytes]:
    """As small as it gets, which takes a while: a page that an edit left as it was is not compressed again."""
    return {"br": brotli.compress(content, quality=11), "gzip": gzip.compress(content, 9, mtime=0)}


def _accepted(header: str) -> dict[str, float]:
    """`Accept-Encoding` as encoding → weight."""
    weights = {}
    for part in header.split(","):
        name, *parameters = (piece.strip().lower() for piece in part.split(";"))
        found = [match for parameter in parameters if (match := _Q_VALUE.match(parameter))]
        weights[name] = float(found[0].group(1)) if found else 1.0
    return weights


def _respond(file: _File, request: Headers, status: int) -> Response:
    # The best encoding the client takes: the highest weight, and of equals the smallest
    header = request.get("accept-encoding", "")
    weights = _accepted(header)
    candidates = [name for name in file.encodings if weights.get(name, 0) > 0]
    encoding = max(candidates, key=lambda name: weights[name], default="identity")
    etag = f'"{file.etag}-{encoding}"'
    headers = {**file.headers, "ETag": etag, "Last-Modified": file.modified}
    if status == 200 and etag in {
        tag.strip().removeprefix("W/") for tag in request.get("if-none-match", "").split(",")
    }:
        return Response(status_code=304, headers={k: v for k, v in headers.items() if k != "Content-Type"})
    if encoding != "identity":
        headers["Content-Encoding"] = encoding
    return Response(file.encodings[encoding], status_code=status, headers=headers)
