"""The contact page with another provider's form: named first, loaded after a click, gone when the page is left."""

import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Page, expect
from pytest import Subtests

from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.axe import violations, violations_within
from tests.journeys.pages import ContactForm, visit

EMBED = """
const area = document.currentScript.parentElement
area.insertAdjacentHTML('beforeend', '<p>Fremdes Formular</p>')
const frame = document.createElement('iframe')
frame.title = 'Fremder Rahmen'
frame.src = new URL('/frame', document.currentScript.src)
area.append(frame)
"""


@dataclass
class Provider:
    """Another server with a form; notes what it was asked for."""

    url: str = ""
    asked: list[str] = field(default_factory=list)

    @property
    def host(self) -> str:
        return self.url.removeprefix("http://")


@pytest.fixture
def provider() -> Iterator[Provider]:
    provider = Provider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            provider.asked.append(self.path)
            is_script = self.path.startswith("/embed.js")
            body = (EMBED if is_script else "<!doctype html><title>x</title><p>Im Rahmen</p>").encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/javascript" if is_script else "text/html")
            # Other providers mean their scripts for other sites.
            self.send_header("Cross-Origin-Resource-Policy", "cross-origin")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Quietly."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    provider.url = f"http://127.0.0.1:{server.server_port}"
    yield provider
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def server_settings(provider: Provider) -> dict[str, object]:
    return {"contact_widget_url": f"{provider.url}/embed.js?form=7"}


def load(page: Page) -> None:
    page.get_by_role("button", name="Formular laden").click()
    expect(page.get_by_text("Fremdes Formular")).to_be_visible()


@pytest.mark.own_tab
def test_it_is_asked_for_nothing_before_the_click(
    server: Server, page: Page, provider: Provider, watch: Watch, subtests: Subtests
) -> None:
    visit(page, "/kontakt")
    area = ContactForm(page).area
    expect(area).to_contain_text(f"Das Formular kommt von {provider.host}.")
    expect(area).to_contain_text("erhält dieser Anbieter Ihre IP-Adresse")
    expect(area.get_by_role("link", name="kontakt@voltigo.invalid")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert provider.asked == []
    with subtests.test("our own form stays away"):
        expect(page.get_by_role("button", name="Formular laden")).to_be_visible()
        expect(page.locator("voltigo-kontakt, script[src*='/widgets/']")).to_have_count(0)
        assert [url for url in watch.requests if "/widgets/" in url] == []
    with subtests.test("axe finds nothing in the notice"):
        assert violations(page) == []
    load(page)
    expect(page.frame_locator("iframe").get_by_text("Im Rahmen")).to_be_visible()
    assert provider.asked == ["/embed.js?form=7", "/frame"]
    with subtests.test("axe finds nothing in the loaded form"):
        assert violations_within(page, "main") == []
    with subtests.test("only the contact page allows the provider"):
        _expect_one_page_for(page, provider)
    with subtests.test("a visitor by a link gets the page's own document, and its area stays 500 px high"):
        visit(page, "/")
        with page.expect_event("load"):
            page.get_by_role("banner").get_by_role("link", name="Kontakt").click()
        expect(page.get_by_role("button", name="Formular laden")).to_be_visible()
        before = area.bounding_box()
        load(page)
        after = area.bounding_box()
        assert [box and box["height"] for box in (before, after)] == [500, 500]
    with subtests.test("leaving the page takes script and form away"):
        page.get_by_role("banner").get_by_role("link", name="Über uns").click()
        expect(page).to_have_url(re.compile("/ueber-uns$"))
        expect(page.locator(f"script[src^='{provider.url}'], iframe")).to_have_count(0)
        page.go_back()
        expect(page.get_by_role("button", name="Formular laden")).to_be_visible()
        expect(page.get_by_text("Fremdes Formular")).to_have_count(0)
    with subtests.test("a script that does not come is told"):
        watch.expect("ERR_FAILED")
        page.route("**/embed.js*", lambda route: route.abort())
        visit(page, "/kontakt")
        page.get_by_role("button", name="Formular laden").click()
        expect(page.get_by_role("main").get_by_role("alert")).to_contain_text("Das Formular ließ sich nicht laden.")


def _expect_one_page_for(page: Page, provider: Provider) -> None:
    policies = {path: page.request.get(path).headers["content-security-policy"] for path in ("/", "/kontakt", "/faqs")}
    assert {path for path, policy in policies.items() if provider.url in policy} == {"/kontakt"}
