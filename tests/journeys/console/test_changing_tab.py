"""The tab that journeys with servers of their own have in turn: none meets what another one left in the browser."""

from playwright.sync_api import expect

from tests.fixtures.browser import HABITS, Watch
from tests.fixtures.servers import Server
from tests.journeys.console.conftest import SignIn
from tests.journeys.tab import SharedTab

LEFT = """() => {
  localStorage.setItem('voltigo', 'left')
  sessionStorage.setItem('voltigo', 'left')
  document.cookie = 'left=1'
}"""
FOUND = "() => [localStorage.length, sessionStorage.length, document.cookie]"


def test_the_next_journey_finds_neither_session_nor_storage_nor_routes(
    server: Server, changing_tab: SharedTab, sign_in: SignIn, watch: Watch
) -> None:
    watch.expect("status of 401")
    page = changing_tab.renewed()
    sign_in(page)
    page.goto("/admin/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Heute")
    page.evaluate(LEFT)
    page.route("**/admin/", lambda route: route.fulfill(body="left"))
    page.set_viewport_size({"width": 390, "height": 844})
    page.context.new_page()

    following = changing_tab.renewed()
    assert following.url.startswith(server.url)
    assert following.context.pages == [following]
    assert following.context.cookies() == []
    assert following.evaluate(FOUND) == [0, 0, ""]
    assert following.viewport_size == HABITS["viewport"]
    following.goto("/admin/")
    expect(following.get_by_role("heading", level=1)).to_have_text("Anmelden")
