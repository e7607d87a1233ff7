"""Aliases: one step, live once, taken back without a trace; notes; the builder of links."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.campaigns.aliases.aliases import canonical_values
from services.campaigns.aliases.schemas import AliasIn
from services.campaigns.notes.schemas import NoteIn
from services.core.db.db import Database
from services.core.inputs import Body
from services.staff.models import AuditEntry
from tests.services.refusals import refusals
from tests.services.stored import stored

ALIASES = "/api/staff/aliases"
ALIAS = {"field": "utm_source", "raw": "fb", "canonical": "facebook"}
NOTE = {"day": "2026-03-01", "text": "Messe"}


def add(marketer: TestClient, raw: str, canonical: str, field: str = "utm_source") -> Any:
    return marketer.post(ALIASES, json={"field": field, "raw": raw, "canonical": canonical})


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def live(db: Database) -> dict[tuple[str, str], str]:
    with db.read() as session:
        return canonical_values(session)


def test_a_spelling_is_mapped_and_the_mapping_taken_back(marketer: TestClient, db: Database) -> None:
    alias = add(marketer, " Face Book", "Facebook").json()
    assert (alias["raw"], alias["canonical"]) == ("face book", "facebook")
    assert (alias["created_by_name"], alias["undone_at"]) == ("Kim Marketing", None)
    assert live(db) == {("utm_source", "face book"): "facebook"}
    assert marketer.post(f"{ALIASES}/{alias['id']}/undo").json()["undone_at"] is not None
    assert live(db) == {}
    assert code(marketer.post(f"{ALIASES}/{alias['id']}/undo")) == (409, "already_undone")
    assert add(marketer, "face book", "facebook").status_code == 201, "and mapped again"
    told = [(entry["action"], entry["details"]["canonical"]) for entry in stored(db, AuditEntry)]
    assert told == [("alias.added", "facebook"), ("alias.undone", "facebook"), ("alias.added", "facebook")]


@pytest.mark.both_databases(sample="postgresql")
def test_a_spelling_means_one_thing_at_a_time(marketer: TestClient) -> None:
    first = add(marketer, "fb", "facebook").json()
    answer = add(marketer, "FB", "meta")
    assert (*code(answer), answer.json()["alias_id"]) == (409, "alias_exists", first["id"])
    assert add(marketer, "fb", "meta", "utm_medium").status_code == 201, "in another field it may mean another"


def test_an_alias_never_leads_to_another(marketer: TestClient) -> None:
    first = add(marketer, "fb", "facebook").json()
    chains = [("facebook", "meta"), ("f", "fb")]
    for raw, canonical in chains:
        answer = add(marketer, raw, canonical)
        assert (*code(answer), answer.json()["alias_id"]) == (409, "alias_chain", first["id"])
    assert add(marketer, "faceb", "facebook").status_code == 201, "two may lead to the same"
    marketer.post(f"{ALIASES}/{first['id']}/undo")
    statuses = [add(marketer, *pair).status_code for pair in chains]
    assert statuses == [409, 201], "what was taken back is in nobody's way"


@pytest.mark.both_databases(sample="postgresql")
def test_two_who_would_make_a_chain_at_once_do_not(marketer: TestClient, db: Database) -> None:
    pairs = [("a1", "b1"), ("b1", "c1"), ("c1", "a1")] * 2
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda pair: add(marketer, *pair).status_code, pairs))
    found = live(db)
    assert set(answers) <= {201, 409} and len(found) == 1
    assert not {raw for _, raw in found} & set(found.values())


def test_a_campaign_in_use_is_not_silenced(marketer: TestClient) -> None:
    body = {"name": "Bei Facebook", "utm_source": "fb", "utm_campaign": "mai"}
    assert marketer.post("/api/staff/campaigns", json=body).status_code == 201
    answer = add(marketer, "FB", "facebook")
    assert code(answer) == (409, "alias_hides_campaign")
    assert (answer.json()["campaign_id"], answer.json()["campaign_name"]) == (1, "Bei Facebook")
    marketer.patch("/api/staff/campaigns/1", json={"version": 1, "utm_source": "facebook"})
    assert add(marketer, "FB", "facebook").status_code == 201


def test_an_archived_campaign_is_in_nobodys_way(marketer: TestClient) -> None:
    marketer.post("/api/staff/campaigns", json={"name": "Alt", "utm_source": "fb", "utm_campaign": "mai"})
    marketer.post("/api/staff/campaigns/1/archive")
    assert add(marketer, "fb", "facebook").status_code == 201
    answer = marketer.post("/api/staff/campaigns/1/unarchive")
    assert (*code(answer), answer.json()["field"]) == (409, "hidden_by_alias", "utm_source")
    marketer.post(f"{ALIASES}/1/undo")
    assert marketer.post("/api/staff/campaigns/1/unarchive").status_code == 200


WRONG: list[tuple[type[Body], dict[str, Any], dict[str, Any], str, str]] = [
    (AliasIn, ALIAS, {"field": "utm_sauce"}, "field", "unknown_choice"),
    (AliasIn, ALIAS, {"field": None}, "field", "missing"),
    (AliasIn, ALIAS, {"raw": " "}, "raw", "missing"),
    (AliasIn, ALIAS, {"raw": 5}, "raw", "wrong_type"),
    (AliasIn, ALIAS, {"canonical": ""}, "canonical", "missing"),
    (AliasIn, ALIAS, {"canonical": "a@b.de"}, "canonical", "personal"),
    (AliasIn, ALIAS, {"canonical": "FB "}, "canonical", "same"),
    (NoteIn, NOTE, {"day": None}, "day", ""),
    (NoteIn, NOTE, {"day": "1.3.2026"}, "day", ""),
    (NoteIn, NOTE, {"text": ""}, "text", ""),
    (NoteIn, NOTE, {"text": "x" * 201}, "text", ""),
    (NoteIn, NOTE, {"campaign_id": 1.5}, "campaign_id", ""),
]


def test_a_wrong_value_is_named_with_its_field() -> None:
    for model, body, changes, field, wrong in WRONG:
        [error] = refusals(model, body | changes)
        assert (error["field"], wrong or error["code"]) == (field, error["code"]), changes


def test_a_spelling_that_names_somebody_can_be_mapped_but_not_told_to_the_log(
    marketer: TestClient, db: Database
) -> None:
    assert add(marketer, "post@kanarius.example", "mail").status_code == 201
    assert "kanarius" not in str(stored(db, AuditEntry)[-1])


@pytest.mark.both_databases(sample="postgresql")
def test_aliases_are_listed_and_searched(marketer: TestClient) -> None:
    add(marketer, "fb", "facebook")
    add(marketer, "e-mail", "email", "utm_medium")
    add(marketer, "100%", "alles")

    def found(**params: str) -> list[str]:
        return [row["raw"] for row in marketer.get(ALIASES, params=params).json()["data"]]

    assert found() == ["100%", "e-mail", "fb"]
    assert found(sort="raw", order="asc", field="utm_source") == ["100%", "fb"]
    assert (found(q="FACE"), found(q="%"), found(q="_")) == (["fb"], ["100%"], [])


NOTES = "/api/staff/notes"


def test_notes_are_written_changed_and_deleted(marketer: TestClient, db: Database) -> None:
    marketer.post("/api/staff/campaigns", json={"name": "A", "utm_source": "a", "utm_campaign": "a"})
    note = marketer.post(NOTES, json={"day": "2026-03-01", "text": " Messe in Köln "}).json()
    assert (note["text"], note["campaign_id"], note["created_by_name"]) == ("Messe in Köln", None, "Kim Marketing")
    own = marketer.post(NOTES, json={"day": "2026-02-01", "text": "Versand", "campaign_id": 1}).json()
    changed = marketer.patch(f"{NOTES}/{note['id']}", json={"text": "Messe"}).json()
    assert (changed["text"], changed["day"]) == ("Messe", "2026-03-01")

    def found(**params: Any) -> list[str]:
        return [row["text"] for row in marketer.get(NOTES, params=params).json()["data"]]

    assert found() == found(campaign_id=1) == ["Versand", "Messe"]
    assert found(campaign_id=2) == ["Messe"]
    assert found(**{"from": "2026-02-02"}) == ["Messe"] and found(to="2026-02-01") == ["Versand"]
    assert marketer.delete(f"{NOTES}/{own['id']}").status_code == 204
    assert found() == ["Messe"]
    assert code(marketer.delete(f"{NOTES}/{own['id']}")) == (404, "not_found")
    entries = [entry for entry in stored(db, AuditEntry) if entry["subject"].startswith("note:")]
    assert [entry["action"] for entry in entries] == ["note.added", "note.added", "note.edited", "note.removed"]
    assert "Messe" not in str(entries), "a note may name people, and the log cannot forget"


def test_a_note_needs_a_campaign_that_exists(marketer: TestClient) -> None:
    assert code(marketer.post(NOTES, json=NOTE | {"campaign_id": 99})) == (404, "not_found")
    assert code(marketer.post(NOTES, json={"day": "2026-03-01"})) == (422, "validation")
    assert marketer.get(NOTES).json()["total"] == 0


def build(marketer: TestClient, **body: Any) -> Any:
    return marketer.post("/api/staff/campaigns/address", json=body)


def hinted(answer: Any) -> list[tuple[str, str]]:
    """Field and the word by which a hint is told from the others."""
    words = ("Großbuchstaben", "Leerzeichen", "Umlaute", "zugeordnet", "Quelle", "Medium", "keine Kampagne", "Kampagne")
    return [(h["field"], next(word for word in words if word in h["message"])) for h in answer.json()["hints"]]


def test_a_link_is_built_with_canonical_values_and_finds_its_campaign(marketer: TestClient) -> None:
    campaign = {"name": "A", "utm_source": "facebook", "utm_medium": "paid", "utm_campaign": "mai"}
    marketer.post("/api/staff/campaigns", json=campaign)
    plain = {"path": "/faqs", "utm_source": "facebook", "utm_medium": "paid", "utm_campaign": "mai"}
    answer = build(marketer, **plain, referral_code="k7m-2qxh")
    assert answer.json() == {
        "address": "http://127.0.0.1:8000/faqs?utm_source=facebook&utm_medium=paid&utm_campaign=mai&ref=K7M2QXH",
        "canonical": {
            "utm_source": "facebook",
            "utm_medium": "paid",
            "utm_campaign": "mai",
            "utm_term": "",
            "utm_content": "",
            "referral_code": "K7M2QXH",
        },
        "campaign_id": 1,
        "hints": [],
    }


def test_hints_tell_what_may_go_wrong(marketer: TestClient) -> None:
    add(marketer, "face book", "facebook")
    answer = build(marketer, utm_source="Face Book", utm_campaign="grün")
    assert answer.json()["canonical"]["utm_source"] == "facebook"
    assert hinted(answer) == [
        ("utm_source", "Großbuchstaben"),
        ("utm_source", "Leerzeichen"),
        ("utm_source", "zugeordnet"),
        ("utm_campaign", "Umlaute"),
        ("utm_medium", "Medium"),
        ("utm_campaign", "keine Kampagne"),
    ]
    assert build(marketer).json() == {
        "address": "http://127.0.0.1:8000/",
        "canonical": dict.fromkeys(answer.json()["canonical"], ""),
        "campaign_id": None,
        "hints": [],
    }
    assert [hint["field"] for hint in build(marketer, utm_content="a").json()["hints"]] == [
        "utm_source",
        "utm_medium",
        "utm_campaign",
    ]


def test_a_link_offers_the_value_in_use_that_is_probably_meant(marketer: TestClient) -> None:
    campaign = {"name": "A", "utm_source": "facebook", "utm_medium": "paid_social", "utm_campaign": "mai"}
    assert marketer.post("/api/staff/campaigns", json=campaign).status_code == 201
    for field, typed, meant in (
        ("utm_source", "Face book", "facebook"),
        ("utm_source", "facebok", "facebook"),
        ("utm_medium", "Paid Social", "paid_social"),
        ("utm_source", "facebook", None),
        ("utm_source", "fb", "facebook"),
        ("utm_source", "bing", None),
        ("utm_medium", "plakat", None),
    ):
        hints = build(marketer, **{field: typed}).json()["hints"]
        offered = [(hint["field"], hint["suggestion"]) for hint in hints if hint["suggestion"]]
        assert offered == ([(field, meant)] if meant else []), typed


def test_what_cannot_be_in_a_link_is_refused(marketer: TestClient) -> None:
    for body, field, wrong in (
        ({"utm_content": "mueller@example.org"}, "utm_content", "personal"),
        ({"utm_term": "mueller%40example.org"}, "utm_term", "personal"),
        ({"utm_campaign": "+49 170 1234567"}, "utm_campaign", "personal"),
        ({"path": "https://example.com"}, "path", "unknown_page"),
        ({"referral_code": "a@b"}, "referral_code", "code_invalid"),
    ):
        answer = build(marketer, **body)
        assert [(error["field"], error["code"]) for error in answer.json()["errors"]] == [(field, wrong)]
