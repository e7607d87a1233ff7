"""What a search finds: spellings, parts of numbers, and everything people type that is no word."""

from collections.abc import Callable
from functools import cache
from itertools import cycle, product

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.core.folding import fold
from services.reservations import models
from services.reservations.listing.search import (
    NAME,
    PHONE_END,
    REMARK,
    Findable,
    Word,
    alternatives,
    terms_of,
    words_of_query,
)
from tests.factories import reservation_body
from tests.fixtures.proved import proved
from tests.fixtures.staff import StaffClient, add_member, own_page_client, state_of
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import households, reserve_many

LIST = "/api/staff/reservations"
PEOPLE = {
    "mueller": {"first_name": "Änne", "last_name": "Müller", "email": "aenne.m@example.org", "postcode": "85049"},
    "muller": {"first_name": "Jo", "last_name": "Muller-Lüdenscheidt", "email": "jo@web.de", "postcode": "01067"},
    "groß": {"first_name": "Søren", "last_name": "O’Groß", "email": "soeren_g@example.org", "postcode": "20095"},
    "yıldız": {"first_name": "Zoë", "last_name": "Yıldız", "email": "zoe@example.org", "postcode": "50667"},
    "vondau": {"first_name": "Bernd", "last_name": "von der Au", "email": "b.voda@web.test", "postcode": "34117"},
}
PHONES = {
    "mueller": "0170 1234567",
    "muller": "0171/98 76 543",
    "groß": "+43 664 1234567",
    "yıldız": "0049 152 11111111",
    "vondau": "0160 5550001",
}

_TYPED = {
    "mueller muller": ("müller", "mueller", "muller", "MÜLLER", "mü", "müller'", '"müller"', "müller*", "müller:*",
        "müller 😀", "müller\x00",),
    "mueller": ("Müller Änne", "anne mull", "aenne.m@example.org", "AENNE.M@Example.org", "aenne.m@exam",
        "aenne.m", "0170 1234567", "01701234567", "0170/123", "+49 170 12", "0049170", "170123", "701234567",
        "plz 850", "85049", "850", "Platz 1", "8504", "müller & !anne", "170/1234567", "m@example.org",
        "Frau Müller Änne", "Familie Müller Änne",),
    "muller": ("Müller-Lüdenscheidt", "muellerluedenscheidt", "ludenscheidt", "0171 9876", "6543", "Ludenscheid",
        "Lüdenschiedt", "01067", "platz 2", " 2 ", "Müller Platz 2", "Herr Muller-Lüdenscheidt",),
    "vondau": ("von der Au", "vonderau", "VonDerAu", "von der", "der au", "Fam. von der Au", "au bernd",
        "bernd von der au", "b.voda@web.test", "voda@web", "160/5550001", "160 / 5550001",),
    "groß": ("gross", "ogroß", "o'groß", "soren", "gorss", "+43 664", "Platz Nr. 3", "Nr. 3", "nr 3", "#3", "3",
        "20",),
    "yıldız": ("yildiz", "zoe", "Yildizz",),
    "groß mueller yıldız": ("@example.org", "example",),
    "groß mueller": ("234567",),
    "": ("17", "4366", "Platz 12", "schmidt", "%", "_", "m%ller", "*", '"', "'", "müller OR yildiz",
        "müller NOT anne", "NEAR(müller)", "terms: müller", "\\", "😀", "' OR 1=1 -- xyzzy",),
    "groß mueller muller vondau yıldız": ("   ", "",),
}  # fmt: skip
CASES = {typed: set(who.split()) for who, texts in _TYPED.items() for typed in texts}


@pytest.fixture(scope="module")
def clerk_on(module_client: Callable[[str], TestClient]) -> Callable[[str], TestClient]:
    """A clerk of these people, who only reads them."""

    @cache
    def clerk(kind: str) -> TestClient:
        client = module_client(kind)
        for name, person in PEOPLE.items():
            body = reservation_body(**person, mobile_phone=PHONES[name])
            answer = client.post("/functions/v1/reserve-spot", json=body)
            assert answer.status_code == 200, answer.text
        return own_page_client(client, add_member(state_of(client).db, "staff").token)

    return clerk


@pytest.fixture
def clerk(clerk_on: Callable[[str], TestClient], database_kind: str) -> TestClient:
    return clerk_on(database_kind)


def found(clerk: TestClient, typed: str) -> set[str]:
    answer = clerk.get(LIST, params={"q": typed})
    assert answer.status_code == 200, (typed, answer.text)
    page = answer.json()
    assert page["total"] == len(page["data"])
    by_spot = dict(enumerate(PEOPLE, start=1))
    return {by_spot[row["spot_number"]] for row in page["data"]}


@pytest.mark.both_databases
def test_a_search_finds_what_is_meant_and_nothing_else(clerk: TestClient) -> None:
    wrong = {typed: got for typed, meant in CASES.items() if (got := found(clerk, typed)) != meant}
    assert wrong == {}
    for texts in _TYPED.values():
        counted = clerk.get(f"{LIST}/count", params={"q": texts[-1]}).json()
        assert counted == {"count": len(CASES[texts[-1]])}, texts[-1]
    assert clerk.get(LIST, params={"q": "x" * 201}).status_code == 422


FILTERS = (
    "q",
    "tag",
    *(one.column for one in models.FILTERS),
    "park",
    "utm_source",
    "utm_campaign",
    "referral_code",
    "payment_plan",
)
# "zzzz" is in no reservation; without it the search may well find one by the other words.
INJECTIONS = (
    "zzzz' OR '1'='1",
    "zzzz'; DROP TABLE reservations; --",
    'zzzz" OR 1=1 --',
    "zzzz') UNION SELECT password_hash FROM staff_accounts --",
    "zzzz%' ESCAPE '",
    "zzzz* OR example NEAR(zzzz)",
    "{$ne: zzzz}",
)


@pytest.mark.both_databases(sample="postgresql")
def test_sql_in_a_filter_finds_nothing_and_does_nothing(clerk: TestClient) -> None:
    in_turn = [*zip(FILTERS, cycle(INJECTIONS[1:]), strict=False), *product(FILTERS, INJECTIONS[:1])]
    everywhere = list(product(FILTERS, INJECTIONS))
    for name, typed in proved([*product(["q"], INJECTIONS), *in_turn], everywhere):
        answer = clerk.get(LIST, params={name: typed})
        assert answer.status_code in (200, 422), (name, typed, answer.text)
        assert answer.status_code == 422 or answer.json()["data"] == [], (name, typed)
        assert "argon2" not in answer.text
    for name in ("sort", "order", "park"):
        assert clerk.get(LIST, params={name: "id; DROP TABLE reservations"}).status_code in (200, 422)
    assert clerk.get(LIST).json()["total"] == len(PEOPLE)


@pytest.mark.both_databases
def test_a_reference_is_found_however_it_is_written(clerk: TestClient) -> None:
    row = clerk.get(LIST, params={"sort": "spot_number", "order": "asc"}).json()["data"][0]
    reference: str = row["reference"]
    spoken = reference.removeprefix("VG-")
    for typed in (
        reference, reference.lower(), reference.replace("-", ""), reference.replace("-", " "), spoken,
        spoken.replace("-", ""), spoken.replace("-", " "), reference[:9], reference[:7],
    ):  # fmt: skip
        answer = clerk.get(LIST, params={"q": typed}).json()
        assert [r["reference"] for r in answer["data"]] == [reference], typed


@pytest.mark.parametrize(
    ("reference", "typed"),
    [
        ("VG-NR69-4J5H", ("VG-NR69-4J5H", "vg nr69 4j5h", "NR69-4J5H", "NR69 4J5H", "VGNR694J5H", "VG-NR69")),
        ("VG-PJTA-E2P2", ("VG-PJTA-E2P2", "VGPJTAE2P2", "PJTAE2P2", "pjta e2p2")),
    ],
)
def test_a_reference_that_reads_like_a_place_or_an_umlaut_is_found(reference: str, typed: tuple[str, ...]) -> None:
    words = terms_of(Findable(reference, 7, "Anna-Elena", "Au", "a@example.org", "", "+4917012345678", "85049")).split()
    for text in (*typed, "annaelena"):
        assert all(
            any(word == one.text if one.is_whole else word.startswith(one.text) for word in words for one in of_word)
            for of_word in map(alternatives, words_of_query(text))
        ), text


@pytest.mark.parametrize("typed", ["Platz 69", "platz nr 69", "Platz Nr.69", "Nr. 69", "nr 69", "#69"])
def test_a_place_asked_for_by_name_is_no_beginning_of_a_reference(typed: str) -> None:
    (word,) = words_of_query(typed)
    assert alternatives(word) == [Word("platz69", is_whole=True)]


def test_a_place_written_together_may_be_the_beginning_of_a_reference() -> None:
    (word,) = words_of_query("Nr69")
    assert Word("platz69", is_whole=True) in alternatives(word)
    assert not word.is_whole and "nr694j5h".startswith(word.text)


def test_every_beginning_of_a_word_is_a_beginning_of_the_folded_word() -> None:
    for word in ("Müller", "Mueller", "Bauer", "Michael", "Yıldız", "Groß", "Ærø", "Françoise", "Joël"):
        assert all(fold(word).startswith(fold(word[:length])) for length in range(1, len(word) + 1)), word


def test_words_of_a_reservation_are_plain_letters_and_digits() -> None:
    person = Findable("VG-7K3M-Q2XH", 17, "Än-ne", "O’Mül ler", "a.b@ex-ample.de", "0170/12", "+4917012", "85049")
    terms = terms_of(person)
    assert all(word.lstrip(f"{NAME}{PHONE_END}{REMARK}").isalnum() for word in terms.split())
    assert terms.startswith(" ") and terms.endswith(" ")
    assert len(terms.split()) == len(set(terms.split()))


def test_a_query_asks_for_eight_words_at_most() -> None:
    assert len(words_of_query(" ".join(f"wort{n}" for n in range(20)))) == 8


def test_a_bare_number_is_the_spot_and_no_part_of_a_reference(db: Database, staff_client: StaffClient) -> None:
    reserve_many(db, HeldClock().now, households(30, postcode="23552"))
    clerk = staff_client("staff")
    for number in (1, 9, 23, 30):
        answer = clerk.get(LIST, params={"q": str(number)}).json()
        assert [row["spot_number"] for row in answer["data"]] == [number]
    assert clerk.get(LIST, params={"q": "235"}).json()["total"] == 30
