"""References: what the check character finds, and what a person may type."""

import random
from itertools import combinations

import pytest

from services.core.references import ALPHABET, ENQUIRY, new_reference, parse_reference

SAMPLES = [new_reference() for _ in range(20)] + ["VG-2222-2222"]


def characters(reference: str) -> str:
    return reference.removeprefix("VG-").replace("-", "")


def test_the_alphabet_is_a_prime_number_of_characters_without_look_alikes() -> None:
    assert len(ALPHABET) == len(set(ALPHABET)) == 29
    assert set(ALPHABET).isdisjoint("01OILSU")


def test_new_references_have_the_stored_form_and_differ() -> None:
    made = {new_reference() for _ in range(2000)}
    assert len(made) == 2000
    for reference in made:
        assert len(reference) == 12
        assert (reference[:3], reference[7]) == ("VG-", "-")
        assert set(characters(reference)) <= set(ALPHABET)
        assert parse_reference(reference) == reference
    assert {c for reference in made for c in characters(reference)} == set(ALPHABET)


def test_a_reference_of_an_enquiry_cannot_be_taken_for_a_reservations() -> None:
    made = [new_reference(ENQUIRY) for _ in range(200)]
    assert {reference[:3] for reference in made} == {"KA-"}
    assert {parse_reference(reference) for reference in made} == {None}


def test_every_single_wrong_character_is_found() -> None:
    for reference in SAMPLES:
        right = characters(reference)
        for position, character in enumerate(right):
            for other in ALPHABET:
                wrong = right[:position] + other + right[position + 1 :]
                assert parse_reference(wrong) == (reference if other == character else None), (reference, wrong)


def test_every_swap_of_two_characters_is_found() -> None:
    for reference in SAMPLES:
        right = characters(reference)
        for first, second in combinations(range(len(right)), 2):
            swapped = list(right)
            swapped[first], swapped[second] = swapped[second], swapped[first]
            is_same = swapped == list(right)
            assert (parse_reference("".join(swapped)) is not None) == is_same, (reference, swapped)


def test_a_reference_is_read_however_it_is_typed() -> None:
    for reference in SAMPLES:
        plain = characters(reference)
        for typed in (
            reference,
            reference.lower(),
            f"  {reference} ",
            reference.replace("-", ""),
            reference.replace("-", " "),
            f"vg {plain[:4]} {plain[4:]}".lower(),
            plain,
            plain.lower(),
            f"{plain[:4]}-{plain[4:]}",
            f"VG–{plain[:4]}–{plain[4:]}",
        ):
            assert parse_reference(typed) == reference, typed


def test_a_reference_that_begins_with_the_letters_of_its_prefix_is_read_without_it() -> None:
    (reference,) = {r for c in ALPHABET if (r := parse_reference(f"VG-VG7K-3MQ{c}"))}
    assert parse_reference(characters(reference)) == reference


@pytest.mark.parametrize("typed", ["", "VG", "VG-", "VG-7K3M", "VG-7K3M-Q2XHH", "VG-O0I1-LSUU", "🌞" * 8, "ß" * 8])
def test_what_cannot_be_a_reference_is_none(typed: str) -> None:
    assert parse_reference(typed) is None


def test_about_one_of_29_random_texts_passes() -> None:
    dice = random.Random(7)
    texts = ("".join(dice.choices(ALPHABET, k=8)) for _ in range(29_000))
    passed = sum(parse_reference(text) is not None for text in texts)
    assert 850 < passed < 1150
