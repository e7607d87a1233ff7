"""Nobody is promised what does not exist."""

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SAID = {
    "services": (".py", ".html", ".txt", ".md"),
    "analytics": (".py", ".toml", ".sql", ".md"),
    "admin-web/src": (".ts", ".tsx"),
    "public-web/src": (".ts", ".tsx"),
}
NO_LIST_YET = "eine warteliste gibt es noch nicht"


def sentences_on_a_waiting_list() -> Iterator[str]:
    for folder, endings in SAID.items():
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix in endings:
                for line in file.read_text("utf-8").lower().splitlines():
                    if "wartelist" in line and "id: 'warteliste'" not in line:
                        yield f"{file.relative_to(ROOT)}: {line.strip()}"


def test_what_is_said_of_a_waiting_list_is_that_there_is_none() -> None:
    said = list(sentences_on_a_waiting_list())
    assert said, "the site does speak of it"
    assert [sentence for sentence in said if NO_LIST_YET not in sentence] == []
