"""No link, picture or anchor of any page leads nowhere, and every page says to search engines what it is."""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from urllib.parse import urldefrag, urlsplit

import httpx2 as httpx
import pytest

from tests.fixtures.servers import Server
from tests.journeys.html import PageText, read_page
from tests.journeys.pages import ROUTES

PUBLIC_URL = "http://127.0.0.1:8000"
NOT_INDEXED = ("/reservierung/danke", "/dashboard", "/dashboard/invest")
OTHER_HOSTS = {"www.openstreetmap.org", "example.com", "www.netztransparenz.de", "www.pv-magazine.de", "www.dgs.de"}
"""The map in the footer, the booking page of the default settings, and where the market values are from; nothing else
leads away from the site."""


@pytest.fixture(scope="module")
def site(reading_server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=reading_server.url) as client:
        yield client


@pytest.fixture(scope="module")
def pages(site: httpx.Client) -> dict[str, PageText]:
    return {path: read_page(site.get(path).text) for path in ROUTES}


@pytest.fixture(scope="module")
def status(site: httpx.Client) -> Callable[[str], int]:
    """Of each address, asked for once."""
    return cache(lambda address: site.get(address).status_code)


@pytest.mark.parametrize("path", ROUTES)
def test_every_link_within_the_site_arrives(
    status: Callable[[str], int], pages: dict[str, PageText], path: str
) -> None:
    internal = [link for link in pages[path].links if not urlsplit(link).scheme]
    assert len(internal) > 10, "header and footer alone have more"
    for link in internal:
        address, anchor = urldefrag(link)
        target = urlsplit(address or path).path
        assert status(address or path) == 200, link
        # What is chosen for the form goes along in the fragment.
        if anchor and not anchor.startswith("paket="):
            assert anchor in pages[target].ids, link


@pytest.mark.parametrize("path", ROUTES)
def test_a_page_has_its_text_and_the_links_of_every_page_without_a_script(site: httpx.Client, path: str) -> None:
    html = site.get(path).text
    main = read_page(html[html.index("<main") : html.index("</main>")])
    assert len(" ".join(main.texts)) > 200
    assert {"/reservierung", "/impressum", "/widerruf", "/kuendigen"} <= set(read_page(html).links)


RULES = re.compile(r'<script type="speculationrules">(.*?)</script>')


def test_pages_that_only_show_are_prepared_from_each_other_and_no_form_or_account_is(site: httpx.Client) -> None:
    html = {path: site.get(path).text for path in ROUTES}
    rules = {path: json.loads(found[1]) for path, page in html.items() if (found := RULES.search(page))}
    showing = {path for path, page in html.items() if "/assets/shown-" in page}
    assert rules.keys() == showing
    prepared = [rule["where"]["href_matches"] for one in rules.values() for rule in one["prerender"]]
    assert [set(paths) for paths in prepared] == [showing] * len(showing)
    assert not {"/reservierung", "/solar-gutschriftsrechner", "/meine-reservierung", "/dashboard"} & showing


@pytest.mark.parametrize("path", ROUTES)
def test_links_away_are_the_ones_we_know(pages: dict[str, PageText], path: str) -> None:
    away = [urlsplit(link) for link in pages[path].links if urlsplit(link).scheme]
    assert {link.scheme for link in away} <= {"https", "mailto", "tel"}
    assert {link.hostname for link in away if link.scheme == "https"} <= OTHER_HOSTS


@pytest.mark.parametrize("path", ROUTES)
def test_every_file_a_page_names_is_there(status: Callable[[str], int], pages: dict[str, PageText], path: str) -> None:
    assert len(pages[path].assets) > 0
    for asset in pages[path].assets:
        assert status(asset) == 200, asset


@pytest.mark.parametrize("path", ROUTES)
def test_no_id_occurs_twice(pages: dict[str, PageText], path: str) -> None:
    ids = pages[path].ids
    assert len(ids) == len(set(ids))


def test_no_question_of_ours_stands_beside_a_declaration(pages: dict[str, PageText]) -> None:
    asking = {path for path in ROUTES if "herkunft" in pages[path].ids}
    assert asking == {*ROUTES} - {"/widerruf", "/kuendigen", "/en"}, "it is asked in German"


@pytest.mark.parametrize("path", ROUTES)
def test_a_page_names_its_language(site: httpx.Client, path: str) -> None:
    """In English is the text alone: what surrounds it is marked as German."""
    html = site.get(path).text
    language = "en" if path == "/en" else "de"
    assert f'<html lang="{language}">' in html
    assert [f'<{part} lang="de"' in html for part in ("header", "footer")] == [path == "/en"] * 2
    assert re.search(r'<a [^>]*hreflang="en"[^>]*href="/en"', html, re.IGNORECASE) and 'href="/einfach"' in html
    alternates = [f'hreflang="{one}" href="{PUBLIC_URL}' for one in ("de", "en")]
    assert [one in html for one in alternates] == [path in ("/", "/en")] * 2


def test_the_sitemap_lists_exactly_the_pages_for_search_engines(site: httpx.Client) -> None:
    listed = {f"{PUBLIC_URL}{path}" for path in ROUTES if path not in NOT_INDEXED}
    sitemap = site.get("/sitemap.xml")
    assert sitemap.headers["content-type"].startswith("application/xml")
    assert {part.partition("</loc>")[0] for part in sitemap.text.split("<loc>")[1:]} == listed
    assert f"Sitemap: {PUBLIC_URL}/sitemap.xml" in site.get("/robots.txt").text


@pytest.mark.parametrize("path", ROUTES)
def test_only_pages_of_a_household_stay_out_of_search(site: httpx.Client, path: str) -> None:
    expected = "noindex, follow" if path in NOT_INDEXED else "index, follow"
    assert f'<meta name="robots" content="{expected}">' in site.get(path).text


@pytest.mark.parametrize("path", ROUTES)
def test_structured_data_name_the_company_and_where_the_page_stands(pages: dict[str, PageText], path: str) -> None:
    found = pages[path].structured
    if path in NOT_INDEXED:
        assert found == []
        return
    (block,) = found
    assert block["@context"] == "https://schema.org"
    things = {thing["@type"]: thing for thing in block["@graph"]}
    assert things["Organization"]["url"] == f"{PUBLIC_URL}/"
    assert "VOLTIGO_" not in str(block)
    trail = [entry["item"] for entry in things["BreadcrumbList"]["itemListElement"]]
    assert trail == ([f"{PUBLIC_URL}/"] if path == "/" else [f"{PUBLIC_URL}/", f"{PUBLIC_URL}{path}"])
    assert ("FAQPage" in things) == (path == "/faqs")


@pytest.mark.parametrize("path", ROUTES)
def test_a_form_pressed_before_its_script_is_there_puts_nothing_into_an_address(site: httpx.Client, path: str) -> None:
    """Outside of a dialog a form of that method sends nothing; a plain one would go to a page with all that was typed
    in its address, and so into logs.
    """
    forms = re.findall(r"<form[^>]*>", site.get(path).text)
    assert [form for form in forms if 'method="dialog"' not in form and 'method="post"' not in form] == []


@pytest.mark.parametrize("path", [*ROUTES, "/gibt-es-nicht"])
def test_no_page_sets_a_cookie(site: httpx.Client, path: str) -> None:
    assert "set-cookie" not in site.get(path).headers


@pytest.mark.parametrize("path", [path for path in ROUTES if path != "/"])
def test_a_trailing_slash_is_redirected_for_good(site: httpx.Client, path: str) -> None:
    answer = site.get(f"{path}/?utm_source=radio", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (308, f"{path}?utm_source=radio")


def test_the_pictures_of_the_pilot_weigh_at_most_90_kb_in_either_format(
    site: httpx.Client, pages: dict[str, PageText]
) -> None:
    pictures = {asset for asset in pages["/pilot"].assets if asset.endswith((".avif", ".webp"))}
    assert len(pictures) == 12
    for address in pictures:
        answer = site.get(address)
        assert answer.headers["content-type"] == f"image/{address.rpartition('.')[2]}"
        assert len(answer.content) <= 90_000, address


@pytest.mark.parametrize(
    ("path", "said"),
    [
        (
            "/agb",
            (
                "Fassung 2026-11-28, Stand ",
                "effektiver Jahreszins 5,81 bis 5,82 %, je nach Paket, nominal 3 %",
                "effektiver Jahreszins 9,65 bis 9,66 %, je nach Paket, nominal 5 %",
            ),
        ),
        ("/datenschutz", ("Fassung 2026-12-01, Stand ",)),
        ("/impressum", ("Verbraucherschlichtungsstelle teilzunehmen (§ 36 VSBG)", "§ 5 DDG", "Fassung ")),
        (
            "/barrierefreiheit",
            (
                *("§ 14 BFSG", "EN 301 549", "(WCAG) 2.2, Stufe AA", "39135 Magdeburg", "Fassung "),
                "Eine Prüfstelle von außen hat die Website noch nicht untersucht",
                "Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen (MLBF)",
            ),
        ),
    ],
)
def test_the_texts_say_what_the_law_asks_for(
    site: httpx.Client, pages: dict[str, PageText], path: str, said: tuple[str, ...]
) -> None:
    """The version of terms and privacy notice is the one recorded with a consent."""
    text = (
        " ".join(" ".join(pages[path].texts).split()).replace("\u00ad", "").replace("\u00a0", " ").replace(" , ", ", ")
    )
    assert [words for words in said if words not in text] == []
    assert "ec.europa.eu" not in site.get(path).text, "the platform is closed"
    if path == "/barrierefreiheit":
        assert "mailto:MLBF@ms.sachsen-anhalt.de" in pages[path].links
