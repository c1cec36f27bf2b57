"""`eminence serve --tls-self-signed`: https with a certificate of one's own, which is kept and closed to others."""

from __future__ import annotations

import datetime as dt
import ssl
import stat
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from cryptography import x509

from eminence.server.http import certificate
from eminence.server.http.certificate import self_signed
from tests.server.driving import Server


def test_it_is_kept_and_closed_to_others_and_made_anew_when_it_must_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "folder" / "own.pem"
    assert self_signed(file, ["192.0.2.7"]) == file
    first = file.read_bytes()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)
    self_signed(file, ["192.0.2.7"])
    assert file.read_bytes() == first, "phones remember it, so it stays"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    self_signed(file, ["192.0.2.8"])
    second = file.read_bytes()
    assert second != first, "another address"
    now = dt.datetime.now(dt.UTC)
    monkeypatch.setattr(certificate, "_now", lambda: now + dt.timedelta(days=certificate.DAYS - 20))
    self_signed(file, ["192.0.2.8"])
    third = x509.load_pem_x509_certificate(file.read_bytes())
    assert third.not_valid_after_utc > now + dt.timedelta(days=certificate.DAYS)
    file.write_text("nonsense")
    self_signed(file, [])
    assert b"PRIVATE KEY" in file.read_bytes()


def test_it_serves_https_and_says_in_three_sentences_what_a_phone_will_ask(tmp_path: Path) -> None:
    with closing(Server(tmp_path, "--tls-self-signed")) as server:
        (file,) = tmp_path.rglob("self-signed.pem")
        trusted = ssl.create_default_context(cafile=str(file))
        with httpx.Client(verify=trusted, base_url=f"https://localhost:{server.port}") as client:
            front = client.get("/")
            assert front.status_code == 200
            cookies = [header for header in front.headers.get_list("set-cookie") if "__Host-" in header]
            assert not front.headers.get_list("set-cookie") or cookies
            assert all("Secure" in header for header in cookies)
        with pytest.raises(httpx.HTTPError), httpx.Client() as client:
            client.get(f"http://localhost:{server.port}/")
