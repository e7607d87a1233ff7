"""The person who answers: shown on the start and the contact page once the settings name one, and not before."""

from pathlib import Path

import pytest

from services.core.http.static_files import PUBLIC_SITE
from tests.fixtures.servers import MakeClient
from tests.journeys.html import read_page

SET = {"contact_person": "Miriam Falk", "contact_hours": "Montag bis Freitag, 9 bis 16 Uhr"}
PAGES = ("/", "/kontakt")
PICTURE = b"RIFF\x00\x00\x00\x00WEBP"


@pytest.mark.parametrize("path", PAGES)
def test_the_person_is_named_with_hours_and_telephone(make_client: MakeClient, path: str) -> None:
    html = make_client(site=PUBLIC_SITE, **SET).get(path).text
    assert 'data-name="Miriam Falk" data-picture=""' in html
    text = " ".join(read_page(html).texts)
    assert "Miriam Falk" in text and "Montag bis Freitag, 9 bis 16 Uhr" in text
    assert "__VOLTIGO" not in html


@pytest.mark.parametrize("path", PAGES)
def test_nobody_is_shown_before_the_settings_name_one(make_client: MakeClient, path: str) -> None:
    html = make_client(site=PUBLIC_SITE).get(path).text
    assert 'data-name="" data-picture=""' in html
    assert '.person:is([data-name=""],' in html, "and then the style shows nothing of it"


def test_the_picture_is_a_file_of_the_data_folder_and_no_other(make_client: MakeClient, tmp_path: Path) -> None:
    assert make_client(site=PUBLIC_SITE).get("/ansprechperson").status_code == 404
    client = make_client(site=PUBLIC_SITE, **SET, contact_picture="falk.webp", data_dir=tmp_path / "bild")
    assert client.get("/ansprechperson").status_code == 404, "named, and not there yet"
    (tmp_path / "bild" / "falk.webp").write_bytes(PICTURE)
    found = client.get("/ansprechperson")
    assert (found.status_code, found.headers["content-type"], found.content) == (200, "image/webp", PICTURE)
    for outside in ("../secret.png", "/etc/passwd", ".webp", "bild.svg", "a/b.png"):
        with pytest.raises(ValueError):
            make_client(site=PUBLIC_SITE, contact_picture=outside)
