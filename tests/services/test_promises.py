"""Nobody is promised what does not exist."""

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SITE = ROOT / "public-web" / "src"
NO_LIST_YET = "eine warteliste gibt es noch nicht"


def sentences_on_a_waiting_list() -> Iterator[str]:
    for file in sorted(SITE.rglob("*")):
        if file.suffix in (".ts", ".tsx"):
            for line in file.read_text("utf-8").lower().splitlines():
                if "wartelist" in line and "id: 'warteliste'" not in line:
                    yield f"{file.relative_to(ROOT)}: {line.strip()}"


def test_a_site_without_a_page_of_the_waiting_list_says_that_there_is_none() -> None:
    said = list(sentences_on_a_waiting_list())
    assert said, "the site does speak of it"
    assert [sentence for sentence in said if NO_LIST_YET not in sentence] == []
