"""The two pages as forms: what is asked, what is wrong, what stays, and that nothing is lost."""

import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.declarations.models import Declaration
from services.mail.models import Mail
from tests.services.declarations.forms import (
    NOTICE,
    NOTICED,
    ONCE,
    OWN,
    WITHDRAWAL,
    WITHDRAWN,
    declare,
    declared,
    hidden,
    press,
    reference_in,
    shell,
)
from tests.services.held_clock import HeldClock
from tests.services.stored import execute, stored

BUTTONS = {WITHDRAWAL: "Widerruf bestätigen", NOTICE: "jetzt kündigen"}
NEEDED = {
    WITHDRAWAL: {
        "name": "Bitte geben Sie Ihren Namen an.",
        "contract": "Bitte schreiben Sie, um welchen Vertrag es geht. Eine Nummer oder Ihre Worte genügen.",
        "email": "Bitte geben Sie eine E-Mail-Adresse für die Bestätigung an.",
    }
}
NEEDED[NOTICE] = NEEDED[WITHDRAWAL] | {
    "notice_kind": "Bitte wählen Sie, ob Sie ordentlich oder außerordentlich kündigen."
}


@pytest.fixture
def client(make_client, tmp_path: Path) -> TestClient:
    return make_client(site=shell(tmp_path / "site"), clock=HeldClock())


def errors(page: str) -> dict[str, str]:
    """The message at each field."""
    return dict(re.findall(r'id="(\w+)-fehler">([^<]*)<', page))


@pytest.mark.parametrize("address", [WITHDRAWAL, NOTICE])
def test_the_empty_form_has_a_one_time_id_of_its_own_each_time(address: str, client: TestClient) -> None:
    first, second = client.get(address), client.get(address)
    assert (first.status_code, first.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert hidden(first.text)["once"] != hidden(second.text)["once"]
    assert len(hidden(first.text)["once"]) >= 16
    assert first.text.count("<h1>") == 1


def test_the_page_of_notice_explains_what_an_ordinary_one_can_do_and_the_other_ways_out(client: TestClient) -> None:
    page = client.get(NOTICE).text.replace("&shy;", "")
    for said in (
        "Ihr Nutzungsvertrag läuft fest 20 Jahre", "wirkt deshalb zum Ende der Laufzeit", "wenn ein wichtiger Grund",
        "kaufen Ihren Anteil jederzeit zum fairen Marktpreis zurück", 'href="/widerruf"',
    ):  # fmt: skip
        assert said in page


def test_going_back_may_show_a_page_as_it_was_left_and_no_other_cache_may_keep_it(client: TestClient) -> None:
    answers = [client.get(WITHDRAWAL), *(press(client, WITHDRAWAL, step, WITHDRAWN) for step in ("check", "confirm"))]
    assert {answer.headers["cache-control"] for answer in answers} == {"private, no-cache"}


def test_a_withdrawal_asks_for_three_things_and_no_reason(client: TestClient) -> None:
    page = client.get(WITHDRAWAL).text
    assert re.findall(r'name="(\w+)"[^>]*aria-required="true"', page) == ["name", "contract", "email"]
    assert press(client, WITHDRAWAL, "check", WITHDRAWN).status_code == 200


@pytest.mark.parametrize("address", [WITHDRAWAL, NOTICE])
def test_everything_that_is_missing_is_told_at_its_field_and_once_more_above(address: str, client: TestClient) -> None:
    answer = press(client, address, "check", {})
    assert answer.status_code == 422
    assert errors(answer.text) == NEEDED[address]
    assert set(re.findall(r'<a href="#(\w+)">', answer.text)) == set(NEEDED[address])
    assert "<title>Bitte prüfen: " in answer.text


WRONG: list[tuple[dict[str, str], str, str]] = [
    ({"email": "aenne"}, "email", "Bitte prüfen Sie die E-Mail-Adresse, zum Beispiel name@beispiel.de."),
    ({"name": "x" * 201}, "name", "Bitte höchstens 200 Zeichen."),
    ({"contract": " \r\n "}, "contract", NEEDED[NOTICE]["contract"]),
    ({"contract": "x" * 1001}, "contract", "Bitte höchstens 1.000 Zeichen."),
    (
        {"notice_kind": "extraordinary"},
        "reason",
        "Für eine außerordentliche Kündigung nennen Sie bitte den Grund.",
    ),
    ({"notice_kind": "sofort"}, "notice_kind", NEEDED[NOTICE]["notice_kind"]),
    ({"end": "nie"}, "end", "Bitte wählen Sie, wann der Vertrag enden soll."),
    ({"end": "day"}, "wished_end", "Bitte geben Sie den Tag an, an dem der Vertrag enden soll."),
    (
        {"end": "day", "wished_end": "2026-02-30"},
        "wished_end",
        "Bitte geben Sie einen Tag an, zum Beispiel 24.12.2026.",
    ),
    (
        {"end": "day", "wished_end": "2026-11-02"},
        "wished_end",
        "Dieser Tag ist vorbei. Bitte geben Sie einen Tag ab heute an.",
    ),
]


def test_a_wrong_field_has_its_sentence_and_keeps_what_was_typed(client: TestClient, db: Database) -> None:
    for changes, field, message in WRONG:
        for step in ("check", "confirm"):
            answer = press(client, NOTICE, step, {**NOTICED, **changes, "name": changes.get("name", 'Anna "A" <Ö>')})
            assert (answer.status_code, errors(answer.text)) == (422, {field: message}), changes
            assert hidden(answer.text)["once"] == ONCE
            assert "<Ö>" not in answer.text
            assert "name" in changes or 'value="Anna &#34;A&#34; &lt;Ö&gt;"' in answer.text
    assert stored(db, Declaration) == []


def test_a_day_may_be_typed_the_german_way(client: TestClient, db: Database) -> None:
    declare(client, NOTICE, end="day", wished_end="31.12.2027")
    assert f"{declared(db)['wished_end']}" == "2027-12-31"


def test_fields_of_a_choice_that_was_not_made_do_not_count(client: TestClient, db: Database) -> None:
    declare(client, NOTICE, reason="Vielleicht", wished_end="gestern")
    row = declared(db)
    assert (row["notice_kind"], row["reason"], row["wished_end"]) == ("ordinary", "", None)
    assert "Vielleicht" not in row["wording"]


@pytest.mark.parametrize("address", [WITHDRAWAL, NOTICE])
def test_the_second_step_shows_all_of_it_and_one_button_to_declare(
    address: str, client: TestClient, db: Database
) -> None:
    typed = WITHDRAWN if address == WITHDRAWAL else NOTICED
    page = press(client, address, "check", typed).text
    assert re.findall(r'<button class="button[^"]*"[^>]*>([^<]*)<', page) == [BUTTONS[address]]
    assert re.findall(r'name="step" value="(\w+)"', page) == ["confirm", "edit"]
    assert hidden(page) == {**typed, "once": ONCE}
    for value in ("Änne Müller", typed["contract"], "aenne@example.org"):
        assert f"<dd>{value}</dd>" in page
    assert stored(db, Declaration) == []


def test_changing_goes_back_to_the_form_with_everything_in_it(client: TestClient) -> None:
    page = press(client, WITHDRAWAL, "edit", {**WITHDRAWN, "remark": "Zwei\r\nZeilen"}).text
    assert 'value="Änne Müller"' in page
    assert ">\nZwei\r\nZeilen</textarea>" in page
    assert hidden(page) == {"once": ONCE}


def test_the_receipt_has_the_whole_content_and_the_time_in_berlin(client: TestClient) -> None:
    page = press(client, WITHDRAWAL, "confirm", {**WITHDRAWN, "remark": "Zwei\r\nZeilen & mehr"}).text
    assert "Ihr Widerruf ist eingegangen." in page
    assert "Dienstag, 3. November 2026, 11:30:15 Uhr (MEZ)" in page
    assert "„Hiermit widerrufe ich den unten bezeichneten Vertrag.“" in page
    for value in ("Änne Müller", "VG-2222-2222", "aenne@example.org", "Zwei\nZeilen &amp; mehr"):
        assert f"<dd>{value}</dd>" in page
    assert "noch nicht das Ergebnis" in page


def test_the_receipt_can_be_saved_by_who_has_its_one_time_id_and_nobody_else(client: TestClient) -> None:
    number = declare(
        client, NOTICE, notice_kind="extraordinary", reason="Kein Strom", end="day", wished_end="2027-01-31"
    )
    file = press(client, NOTICE, "save", {"reference": number})
    assert file.headers["content-disposition"] == f'attachment; filename="kuendigung-{number}.txt"'
    assert file.headers["content-type"] == "text/plain; charset=utf-8"
    for words in (
        "Dienstag, 3. November 2026, 11:30:15 Uhr (MEZ)",
        number,
        "Hiermit kündige ich den unten bezeichneten Vertrag außerordentlich aus wichtigem Grund.",
        "Grund: Kein Strom",
        "Gewünschtes Ende: 31. Januar 2027",
        "E-Mail: aenne@example.org",
    ):
        assert words in file.text
    other = press(client, NOTICE, "save", {"reference": number}, once="a" * 24)
    assert "content-disposition" not in other.headers
    assert "Kein Strom" not in other.text


# Twice


def test_a_second_press_a_reload_and_a_late_one_answer_the_first_receipt(
    make_client, tmp_path: Path, db: Database
) -> None:
    clock = HeldClock()
    client = make_client(site=shell(tmp_path / "site"), clock=clock)
    first = press(client, WITHDRAWAL, "confirm", WITHDRAWN)
    clock.advance(days=3)
    again = press(client, WITHDRAWAL, "confirm", WITHDRAWN)
    assert again.text == first.text
    assert len(stored(db, Declaration)) == len(stored(db, Mail)) == 1


def test_the_same_form_with_other_words_is_a_declaration_of_its_own(client: TestClient, db: Database) -> None:
    assert declare(client) != declare(client, contract="Platz 18")
    assert [row["contract"] for row in stored(db, Declaration)] == ["VG-2222-2222", "Platz 18"]


def test_a_form_without_a_usable_id_is_received_all_the_same(client: TestClient, db: Database) -> None:
    for once in ("", "kurz", "x" * 41, "<script>alert(1)</script>"):
        declare(client, once=once)
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{24}", row["once"]) for row in stored(db, Declaration))


# Nothing is lost


def test_no_number_of_declarations_is_too_many_only_their_mails_have_a_limit(client: TestClient, db: Database) -> None:
    pages = [press(client, WITHDRAWAL, "confirm", {**WITHDRAWN, "contract": f"Platz {n}"}) for n in range(30)]
    assert {page.status_code for page in pages} == {200}
    assert len({reference_in(page.text) for page in pages}) == len(stored(db, Declaration)) == 30
    assert len(stored(db, Mail)) == 3, "the limit of mails to one mailbox and day"
    said = ["gingen heute schon mehrere Bestätigungen" in page.text for page in pages]
    assert said == [False] * 3 + [True] * 27


def test_a_form_of_another_site_declares_nothing_and_is_shown_to_be_confirmed_here(
    client: TestClient, db: Database
) -> None:
    """A browser that says nothing of another site is believed."""

    def confirm(once: str, **headers: str) -> Any:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return client.post(WITHDRAWAL, data={**WITHDRAWN, "step": "confirm", "once": once}, headers=named)

    for other in ({"sec_fetch_site": "cross-site"}, {"sec_fetch_site": "same-site"}, {"origin": "https://a.example"}):
        answer = confirm(ONCE, **other)
        assert answer.status_code == 200
        assert "Stimmt alles so?" in answer.text
        assert hidden(answer.text) == {**WITHDRAWN, "once": ONCE}
    assert stored(db, Declaration) == []
    ours: tuple[dict[str, str], ...] = ({}, {"origin": "null"}, {"sec_fetch_site": "same-origin"},
                                        {"origin": "http://testserver"})  # fmt: skip
    for number, own in enumerate(ours):
        confirm(f"{ONCE[:-1]}{number}", **own)
    assert [row["name"] for row in stored(db, Declaration)] == ["Änne Müller"] * len(ours)


def test_while_the_database_is_away_the_form_stays_and_says_so(client: TestClient, db: Database) -> None:
    execute(db.engine, "ALTER TABLE declarations RENAME TO elsewhere")
    answer = press(client, WITHDRAWAL, "confirm", WITHDRAWN)
    assert answer.status_code == 503
    assert "Ihre Erklärung ist noch nicht bei uns" in answer.text
    assert hidden(answer.text) == {**WITHDRAWN, "once": ONCE}
    execute(db.engine, "ALTER TABLE elsewhere RENAME TO declarations")
    declare(client)
    assert len(stored(db, Declaration)) == 1


def test_the_answer_never_tells_whether_anything_matched(client: TestClient, db: Database) -> None:
    from tests.factories import reservation_body

    reserved = client.post("/functions/v1/reserve-spot", json=reservation_body(email="aenne@example.org")).json()
    known = press(client, WITHDRAWAL, "confirm", {**WITHDRAWN, "contract": reserved["reference"]}).text
    unknown = press(client, WITHDRAWAL, "confirm", {**WITHDRAWN, "contract": "VG-9999-9999"}).text
    assert shape(known) == shape(unknown)


def shape(page: str) -> str:
    """A receipt without what differs from one declaration to the next."""
    return re.sub(r"ER-\w{4}-\w{4}|VG-\w{4}-\w{4}|[0-9a-f]{64}", "…", page)


def test_a_body_that_is_no_form_shows_the_form(client: TestClient) -> None:
    for body in (b"\xff\xfe", b'{"name": "x"}', b"&".join(b"a=1" for _ in range(80))):
        answer = client.post(WITHDRAWAL, content=body, headers=OWN)
        assert answer.status_code == 422
        assert set(errors(answer.text)) == set(NEEDED[WITHDRAWAL])


def test_without_a_built_site_there_is_no_such_page(make_client) -> None:
    assert make_client().get(WITHDRAWAL).status_code == 404
