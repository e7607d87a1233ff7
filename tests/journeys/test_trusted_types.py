"""No page makes markup, code or a script's address of a text: the browser refuses it to any script."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.fixtures.browser import Watch
from tests.fixtures.servers import Server
from tests.journeys.pages import visit
from tests.journeys.records import eventually

ATTEMPTS = {
    "markup of a text": "() => { document.createElement('p').innerHTML = '<img src=x onerror=alert(1)>' }",
    "markup beside an element": "() => document.body.insertAdjacentHTML('beforeend', '<b></b>')",
    "a document of a text": "() => document.write('<b></b>')",
    "the address of a script": "() => { document.createElement('script').src = '/widgets/kontakt.js' }",
    "a frame of a text": "() => { document.createElement('iframe').srcdoc = '<b></b>' }",
    "code of a text": "() => setTimeout('window.name = 1')",
    "a policy that lets everything pass": "() => trustedTypes.createPolicy('default', { createHTML: text => text })",
}
REFUSED = "(source) => { try { (0, window.attempts[source])() } catch (error) { return error.name } return 'done' }"


def refusals(page: Page) -> dict[str, str]:
    """What comes of each attempt: the name of the error, or `done`."""
    functions = ", ".join(f"{name!r}: {source}" for name, source in ATTEMPTS.items())
    page.evaluate(f"() => {{ window.attempts = {{{functions}}} }}")
    return {name: page.evaluate(REFUSED, name) for name in ATTEMPTS}


def expect_refused(page: Page, watch: Watch) -> None:
    """The browser refuses each, and says so in its console."""
    watch.expect("TrustedHTML", "TrustedScriptURL", "TrustedScript'", "trusted-types")
    found = refusals(page)
    assert {name: error for name, error in found.items() if error not in ("TypeError", "EvalError")} == {}


def test_a_script_in_a_page_is_refused_what_would_run_a_text(page: Page, watch: Watch) -> None:
    """The contact form's policy gives out its own script only, and its name is taken."""
    visit(page, "/kontakt")
    expect_refused(page, watch)
    expect(page.locator("script[src='/widgets/kontakt.js']")).to_have_count(1)
    expect(page.locator("voltigo-kontakt")).to_be_visible()
    second = "() => { try { trustedTypes.createPolicy('contact-form', {}) } catch (error) { return error.name } }"
    assert page.evaluate(second) == "TypeError"


def log_of(server: Server) -> str:
    return (server.data_dir / "server.log").read_text(encoding="utf-8")


def violations(server: Server) -> list[tuple[str, ...]]:
    """What the log says of violated policies."""
    lines = (json.loads(line) for line in log_of(server).splitlines() if '"policy_violated"' in line)
    return [(line["page"], line["directive"], line["blocked"]) for line in lines]


@pytest.mark.own_tab
@pytest.mark.parametrize("server_settings", [{"port": 0}], ids=["own address"])
def test_what_a_browser_refuses_it_reports_to_us(server: Server, page: Page, watch: Watch) -> None:
    """The browser sends reports unasked: the page's path arrives, its query and fragment do not. The server has an
    address of its own, where no report of an earlier test can still arrive.
    """
    watch.expect("TrustedHTML", "inline style")
    visit(page, "/faqs?utm_source=Zwitscherle#Kanarina")
    page.evaluate("() => { try { document.body.innerHTML = '<b>Zwitscherle</b>' } catch {} }")
    page.evaluate("() => document.head.append(Object.assign(document.createElement('style'), {textContent: 'p {}'}))")
    eventually(lambda: len(violations(server)) == 2, "both reports are logged")
    assert set(violations(server)) == {
        ("/faqs", "require-trusted-types-for", "trusted-types-sink"),
        ("/faqs", "style-src-elem", "inline"),
    }
    assert "Zwitscherle" not in log_of(server)
