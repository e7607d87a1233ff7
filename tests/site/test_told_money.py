"""What every text says of money is so: mails, papers, records, API documents, the finished pages, and the sources of
both web apps, whose pages a browser fills.

The contract's minimum is one per kilowatt-hour, so no amount of a year, a month or the term is „mindestens“ or „ab“;
what is „zusammen“ has the set-up in it; years are those of what is paid; and no text tells of what does not exist.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from datetime import UTC, datetime
from decimal import Decimal
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import httpx2 as httpx
import pytest

from services.data_protection.registry import PERSONAL
from services.household.paper import words as paper
from services.household.paper.document import _money
from services.household.schemas import ShareFiguresOut
from services.mail.catalogue import to_values
from services.mail.outbox import Leased
from services.mail.rendering import Renderer
from services.messages.sent.samples import SAMPLES
from services.messages.templates.fields import FIELDS
from services.offer import Quote, at_minimum, money, quote
from services.offer.money import Figures
from services.reservations.desk.change_share import changed_lines
from services.reservations.evidence.words import figure_pairs
from services.reservations.labels import STATE
from services.reservations.listing.columns import COLUMNS
from services.reservations.placement import figure_columns
from tests.fixtures.servers import Server
from tests.journeys.html import read_page
from tests.journeys.pages import ROUTES
from tests.services.mail.posting import SENDER

ROOT: Final = Path(__file__).parents[2]
GOLDEN: Final = json.loads((ROOT / "tests/golden/offer_cases.json").read_text(encoding="utf-8"))
WORDS: Final = json.loads((ROOT / "tests/golden/money_words.json").read_text(encoding="utf-8"))
SETUP_CENTS: Final = 7900

AMOUNT: Final = r"(\d{1,3}(?:\.\d{3})*(?:,\d{2})?)\s?€"
LEAST: Final = r"(?:mindestens|wenigstens)"
OF_TIME: Final = r"(?:im Jahr|im Monat|jährlich|monatlich|in 20 Jahren|im Monatsschnitt|zurück)\b"
RULES: Final = {
    "an amount of money is no minimum": rf"\b(?:{LEAST}|ab|das Minimum von)\s+(?:nur\s+)?{AMOUNT}",
    "a year has no minimum": rf"\b{LEAST}\b(?!\s+\d+(?:,\d)?\sCent)[^.!?;|]{{0,60}}?{OF_TIME}",
    "what comes back has no minimum": rf"\bzurück\b[^.!?;|]{{0,20}}\b{LEAST}\b(?!\s+\d+(?:,\d)?\sCent)",
    "years belong to what is paid": r"Ihren Preis zurück|holen Ihren Preis|[Pp]reis gedeckt",
    "nobody gives back in two clicks": r"zwei Klicks",
    "operation is not paid by the price": r"\bim (?:Paket)?[Pp]reis enthalten",
    "the card check is not told of as one that exists": r"prüfen wir Ihre Zahlungskarte|Prüfung der Zahlungskarte mit",
    "nothing comes back of the monthly payment": r"Gelb kommt zurück",
    "a place that falls back is not given away at once": r"danach bekommt ihn ein anderer",
    "we do not call ourselves honest": r"\behrlich",
}
FORMULA: Final = re.compile(r"\b(?:15,0|13,5|13,0)\sJahre")
"""The specification's years at the minimum: of a price and 50 € that nobody pays."""
TOLD_SUM: Final = re.compile(
    rf"\b(?:[Zz]usammen|[Ss]päter(?: zahlen Sie| kostet der Anteil)?)[:\s]+(?:zusammen\s)?{AMOUNT}"
)

ALLOWED: Final = (
    # The invest screen and the contact form it leads to: the smallest amount that can be asked for.
    "Mindestens 500 €", "Mindestens 1.000 €", "ein Betrag ab 500 €", "ein Betrag ab ⟨…⟩ €", "mindestens ⟨…⟩ €",
    "Ab ⟨…⟩ €", "Betrag in Euro Ab 500 €",
    # The accessibility statement is reviewed that often.
    "mindestens einmal im Jahr",
)  # fmt: skip


def cents(told: str) -> int:
    return int(Decimal(told.replace(".", "").replace(",", ".")) * 100)


TOTALS: Final = {int(Decimal(case["total"]) * 100) + SETUP_CENTS for case in GOLDEN["instalments"]}


def faults(text: str) -> list[str]:
    """What of a text is not so, each with its rule."""
    plain = re.sub(r"[\u00ad\u200b]", "", text).replace("\u00a0", " ").replace("\u202f", " ")
    for phrase in ALLOWED:
        plain = plain.replace(phrase, "")
    found = [
        f"{rule}: {hit[0]}" for rule, pattern in RULES.items() for hit in re.finditer(pattern, plain, re.IGNORECASE)
    ]
    found += [f"a sum without the set-up: {hit[0]}" for hit in TOLD_SUM.finditer(plain) if cents(hit[1]) not in TOTALS]
    for hit in FORMULA.finditer(plain):
        if "Formel" not in plain[max(0, hit.start() - 200) : hit.start()]:
            found.append(f"years of the formula without its name: {plain[max(0, hit.start() - 60) : hit.end()]}")
    return found


@pytest.mark.parametrize(
    ("text", "is_so"),
    [
        ("Mindestens zurück\n100,00 € im Jahr, 2.000,00 € in 20 Jahren", False),
        ("zurück kommen mindestens 100 € im Jahr", False),
        ("Zurück, mindestens: 150,00 € im Jahr", False),
        ("Gutschrift im Monat: ab 8,33 €", False),
        ("Mindestens in 20 Jahren", False),
        ("wenigstens 8,33 € monatlich", False),
        ("mindestens 5 Cent je Kilowattstunde, 20 Jahre lang; im Jahr sind 100 € erwartet", True),
        ("Später kostet der Anteil 1.299 €", False),
        ("zusammen 2.013,00 € (bisher 1.559,00 €)", False),
        ("zusammen 2.092 € mit 79 € Einrichtung", True),
        ("Nach 13,5 Jahren haben Sie Ihren Preis zurück", False),
        ("Als Formel, mit 50 € statt der Einrichtung: 13,5 Jahre", True),
        ("geben Sie Ihren Platz mit zwei Klicks zurück", False),
        ("Betrieb und Wartung sind im Preis enthalten", False),
    ],
)
def test_the_rules_find_what_is_not_so(text: str, *, is_so: bool) -> None:
    assert (faults(text) == []) is is_so, faults(text)


@pytest.mark.parametrize("case", WORDS, ids=lambda case: f"{case['annual_kwh']}-{case['plan']}")
def test_the_sentences_are_those_of_the_table(case: dict[str, Any]) -> None:
    offer = quote(case["annual_kwh"], case["plan"], 50)
    year = (offer.credits.annual, case["annual_kwh"])
    of = Figures.of(offer)
    assert {
        "rows": [[row.label, row.amount, row.note] for row in money.rows(of)],
        "details": money.details(of),
        "assumed": money.assumed(of, 65),
        "expected": money.expected(*year),
        "in_term": money.in_term(*year),
    } == {name: case[name] for name in ("rows", "details", "assumed", "expected", "in_term")}
    assert money.assumed(of, 50) == ""
    assert faults(" ".join(str(value) for value in case.values())) == []


OFFERS: Final = [
    quote(case["annual_kwh"], case["plan"], rate)
    for case in GOLDEN["instalments"]
    if case["page"] == "summary"
    for rate in (50, 65)
]
IDS: Final = [f"{one.package.annual_kwh}-{one.plan.id}-{one.tenth_ct}" for one in OFFERS]


def _members(kind: str, offer: Quote) -> dict[str, Any]:
    """The values of an offer under the names that mails give them."""
    least = at_minimum(offer)
    return {
        "package": offer.package.name,
        "annual_kwh": offer.package.annual_kwh,
        "wished_kwh": offer.package.annual_kwh,
        "tenth_ct": offer.tenth_ct,
        "price_cents": offer.package.price_cents,
        "plan_months": offer.plan.months,
        "plan_total_cents": offer.instalments.total,
        "instalment_cents": offer.instalments.monthly,
        "last_instalment_cents": offer.instalments.last,
        "nominal_interest_bp": offer.plan.nominal_percent * 100,
        "effective_interest_bp": int(offer.instalments.effective_percent * 100),
        "minimum_total_cents": offer.credits.minimum_total,
        "least_annual_cents": least.credits.annual,
        **({"lines": changed_lines(quote(1000, "48m", 50), offer)} if kind == "reservation_changed" else {}),
    }


def _read(markup: str) -> str:
    """What a person reads of HTML, cells and paragraphs apart."""
    body = re.sub(r"<style>.*?</style>", "", markup, flags=re.DOTALL)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", re.sub(r"</(?:p|tr|h\d|table)>", " | ", body))))


def _texts(kind: str, values: dict[str, Any]) -> Iterator[str]:
    renderer = Renderer(SENDER)
    leased = Leased(
        0, kind, "nele@example.org", values, f"muster-{kind}", 1, datetime(2026, 11, 22, 18, 42, tzinfo=UTC)
    )
    message = renderer.message(leased)
    for subtype in ("plain", "html"):
        part = message.get_body((subtype,))
        assert part is not None
        yield part.get_content() if subtype == "plain" else _read(part.get_content())
    yield renderer.letter_text(kind, values)
    yield str(message["Subject"])


@pytest.mark.parametrize("kind", SAMPLES)
def test_every_mail_and_letter_tells_money_as_it_is(kind: str) -> None:
    sample = SAMPLES[kind]
    names = {member.name for member in fields(sample)}
    for offer in OFFERS:
        changed = {name: value for name, value in _members(kind, offer).items() if name in names}
        for text in _texts(kind, to_values(replace(sample, **changed))):
            assert faults(text) == []
            assert "Von oben gesehen liegt Platz" not in text
        if not changed:
            return


@pytest.mark.parametrize("offer", OFFERS, ids=IDS)
def test_papers_and_records_tell_money_as_it_is(offer: Quote) -> None:
    figures = ShareFiguresOut.of(offer)
    facts = {
        **figure_columns(offer),
        "package": offer.package.name,
        "annual_kwh": offer.package.annual_kwh,
        "plan_months": offer.plan.months,
        "credit_tenth_ct": offer.tenth_ct,
        "least_annual_cents": at_minimum(offer).credits.annual,
        "deposit_cents": 100,
    }
    own = SimpleNamespace(
        figures=figures, state="reserved", reference="VG-7K3M-Q2XH",
        steps=SimpleNamespace(confirmed_at=None, park_confirmed_at=None),
    )  # fmt: skip
    told = [
        *(" ".join(row) for row in _money(figures)["rows"]),
        _money(figures)["assumed"],
        *paper.next_steps(own),
        *paper.small_print(own, ""),
        *(f"{label}: {value}" for label, value in figure_pairs(facts)),
        *(
            f"{label}: {after} (bisher {before})"
            for label, before, after in changed_lines(quote(1000, "24m", 50), offer)
        ),
    ]
    assert [fault for line in told for fault in faults(line)] == []


def _block_kinds() -> list[str]:
    """The mails of which a letter has all that the block of money is made of."""
    return [kind for kind, sample in SAMPLES.items() if all(hasattr(sample, member.name) for member in fields(Figures))]


def test_every_mail_that_tells_a_price_has_the_block() -> None:
    told = {kind for kind, sample in SAMPLES.items() if hasattr(sample, "price_cents")}
    # The park is connected and only the price is due: what was to be paid before is paid. Or only the way of paying is
    # another one: the household has read the block twice by then.
    assert told - {"supply_begins", "contract_declined"} == set(_block_kinds())
    assert len(told) == 9


@pytest.mark.parametrize("kind", _block_kinds())
@pytest.mark.parametrize("offer", OFFERS[::2], ids=IDS[::2])
def test_a_mail_tells_the_rows_of_the_block_and_no_others(kind: str, offer: Quote) -> None:
    sample = SAMPLES[kind]
    names = {member.name for member in fields(sample)}
    changed = {name: value for name, value in _members(kind, offer).items() if name in names}
    letter = replace(sample, **changed)
    rows = money.rows(money.figures(letter))
    if "plan_months" in names:
        assert rows == money.rows(Figures.of(offer))
    plain, markup, on_paper, _subject = _texts(kind, to_values(letter))
    for text in (plain, on_paper):
        assert "\n".join(f"{row.label}: {row.amount} ({row.note})" for row in rows) in text
    told = " ".join(f"{row.label} {row.note} {row.amount} |" for row in rows).removesuffix("|")
    assert " ".join(told.split()) in markup
    for text in (plain, markup, on_paper):
        assert text.count("Als Formel, mit 50") == 1
        assert "mehr als einmal bezahlt" not in text or offer.plan.months


def test_labels_of_lists_exports_and_fields_promise_no_year() -> None:
    labels = [column.heading for column in COLUMNS]
    labels += [field.label for field in FIELDS.values()]
    labels += [column.what for table in PERSONAL for column in table.personal.values()]
    labels += list(STATE.values())
    assert len(labels) > 60
    assert [fault for label in labels for fault in faults(label)] == []


@pytest.mark.parametrize("app", ["public-web", "admin-web"])
def test_the_documents_of_the_api_promise_no_year(app: str) -> None:
    text = (ROOT / app / "src/api/openapi.json").read_text(encoding="utf-8")
    described = re.findall(r'"description": "((?:[^"\\]|\\.)*)"', text)
    assert len(described) > 50
    promised = re.compile(
        r"(?i)\b(?:minimum|at least|guaranteed)\b[^.]{0,40}\b(?:a year|per year|yearly|a month|monthly)\b"
    )
    assert [one for one in described if promised.search(one) and "no promise" not in one] == []


def _quoted(source: str) -> Iterator[str]:
    """The German of a TypeScript source: its strings and what is between tags, with an amount for each expression."""
    code = re.sub(r"/\*.*?\*/|(?<![:\w])//[^\n]*", "", source, flags=re.DOTALL)
    code = re.sub(r"\$\{(?:figures\.)?(?:minimumRate|maximumRate|rate)\}", "5 Cent", code)
    for found in re.finditer(
        r"'((?:[^'\\\n]|\\.)*)'|\"((?:[^\"\\\n]|\\.)*)\"|`((?:[^`\\]|\\.)*)`|>([^<>{}`'\"]+)<", code
    ):
        text = next(group for group in found.groups() if group is not None)
        yield re.sub(r"\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}", "⟨…⟩ €", text).replace("\\u00a0", " ").replace("\\u00ad", "")


SOURCES: Final = [
    *sorted((ROOT / "public-web/src").glob("content/**/*.ts")),
    *sorted((ROOT / "public-web/src").glob("features/**/*.ts*")),
    *sorted((ROOT / "admin-web/src").glob("features/**/*.ts*")),
    *sorted((ROOT / "admin-web/src").glob("lib/**/*.ts*")),
]
UNKNOWN: Final = re.compile(rf"(?i)\b(?:{LEAST}|ab)\s+⟨…⟩ €(?!\s(?:Zeile|Bericht|Zeichen|Tage|Gutschrift je))")


def _source_faults(path: Path) -> list[str]:
    strings = list(_quoted(path.read_text(encoding="utf-8")))
    found = [fault for text in strings for fault in faults(text)]
    if "public-web" in path.parts:
        for text in strings:
            plain = text
            for phrase in ALLOWED:
                plain = plain.replace(phrase, "")
            found += [f"an unknown amount is no minimum: {hit[0]}" for hit in UNKNOWN.finditer(plain)]
    return found


def test_no_sentence_of_the_web_apps_promises_more_than_is_so() -> None:
    assert len(SOURCES) > 300
    found = {str(path.relative_to(ROOT)): told for path in SOURCES if (told := _source_faults(path))}
    assert found == {}


@pytest.fixture(scope="module")
def site(reading_server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=reading_server.url) as client:
        yield client


@pytest.mark.parametrize("path", [*ROUTES, "/warteliste", "/meine-reservierung"])
def test_every_finished_page_tells_money_as_it_is(site: httpx.Client, path: str) -> None:
    text = " ".join(" ".join(read_page(site.get(path).text).texts).split())
    assert len(text) > 300
    assert faults(text) == []


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/", "166 davon decken, was Sie zahlen."),
        ("/", "Gedeckt nach alles, was Sie zahlen, bei 5 Cent 13,8 Jahren"),
        ("/", "werden aus den Einnahmen des Parks bezahlt, bevor der Gewinn berechnet wird"),
        ("/ueber-uns", "Aufpreis bei Raten 42 bis 380 €"),
        ("/wenn-etwas-schiefgeht", "Gehen Sie davon aus, dass sie es nicht sind. Ihre Gutschriften schuldet Ihnen"),
        (
            "/wenn-etwas-schiefgeht",
            "müssen Sie auch nichts abbauen. Wer den Rückbau des Parks bezahlt und ob dafür Geld",
        ),
        ("/wenn-etwas-schiefgeht", "in 11 von 14 Jahren im Schnitt weniger als 5 Cent"),
        ("/wenn-etwas-schiefgeht", "An der Börse: 1.584,62 €. 5 Cent: 1.400 €, in 11 Jahren mehr als die Börse."),
        ("/faqs", "„Meine Reservierung“ prüfen lassen: 1 € wird vorgemerkt und wieder freigegeben. Wird der Park"),
        ("/voltigo-im-vergleich", "Auf unseren anderen Seiten steht 13,8 Jahre"),
        ("/solar-gutschriftsrechner", "13,8 Jahren"),
    ],
)
def test_a_page_says(site: httpx.Client, path: str, told: str) -> None:
    text = " ".join(" ".join(read_page(site.get(path).text).texts).split()).replace("\u00a0", " ")
    assert told in text.replace("\u00ad", "")
