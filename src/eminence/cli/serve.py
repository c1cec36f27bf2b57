"""`eminence serve`: the tables in the browser, for this machine, a household or a club. `./play` calls it."""

from __future__ import annotations

import argparse
import gc
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from rich.text import Text

from eminence.cli.files import data_folder
from eminence.cli.options import add_files, read_files
from eminence.cli.parser import (
    Parser,
    WrongWords,
    did_you_mean,
    host_names,
    kind,
    networks,
    port,
    positive,
    seconds,
    web_address,
)
from eminence.cli.terminal import Terminal
from eminence.core import tidying
from eminence.core.errors import EminenceError
from eminence.core.texts import Texts
from eminence.server.http.certificate import self_signed
from eminence.server.http.run import CannotListen, listen, network_address
from eminence.server.http.run import serve as run_server
from eminence.server.monitoring import logs
from eminence.server.settings import ALWAYS, Keeping, Settings, bot_processes, is_loopback
from eminence.server.storage.database_file import OpenToOthers, file_of, make_private
from eminence.server.storage.server_lock import only_server

HOST: Final = "127.0.0.1"
PORT: Final = 8655
"""Always the same, so that bookmarks and the phones at home find it again."""
PACE: Final = 1.0
DATABASE: Final = "eminence.db"
CERTIFICATE: Final = "self-signed.pem"
DATABASES: Final = ("sqlite", "postgresql")
EVERYWHERE: Final = ("0.0.0.0", "::", "")
"""Hosts that stand for every address this machine has."""
QUIET_ZONE: Final = 2
"""Modules left blank around a QR code."""
FOR_GOOD: Final = "always"


def add_arguments(parser: Parser) -> None:
    """The words of the command."""
    texts = parser.texts
    parser.add_argument("--host", default=HOST, help=texts("serve.host", default=HOST))
    parser.add_argument(
        "--port", type=kind(texts, port), default=PORT, metavar="N|auto", help=texts("serve.port", default=PORT)
    )
    parser.add_argument("--database", metavar="URL", help=texts("serve.database"))
    parser.add_argument("--base-url", type=kind(texts, web_address), metavar="URL", help=texts("serve.base_url"))
    parser.add_argument(
        "--pace", type=kind(texts, seconds), default=PACE, metavar="S", help=texts("serve.pace", default=PACE)
    )
    workers = bot_processes()
    parser.add_argument(
        "--workers",
        type=kind(texts, positive),
        default=workers,
        metavar="N",
        help=texts("serve.workers", default=workers),
    )
    parser.add_argument("--open", action="store_true", dest="open", help=texts("serve.open"))
    parser.add_argument("--no-open", action="store_false", dest="open", help=texts("serve.no_open"))
    several = kind(texts, networks)
    parser.add_argument("--proxies", type=several, default=(), metavar="IP,IP", help=texts("serve.proxies"))
    parser.add_argument("--hosts", type=kind(texts, host_names), default=(), metavar="A,B", help=texts("serve.hosts"))
    parser.add_argument("--monitors", type=several, default=(), metavar="IP,IP", help=texts("serve.monitors"))
    parser.add_argument("--log", choices=logs.LEVELS, metavar="|".join(logs.LEVELS), help=texts("serve.log"))
    keeping = ", ".join(f"{field.name}={field.default:g}" for field in fields(Keeping))
    parser.add_argument(
        "--keep",
        type=kind(texts, period),
        action="append",
        default=[],
        metavar="WHAT=DAYS",
        help=texts("serve.keep", default=keeping),
    )
    parser.add_argument("--tls-self-signed", action="store_true", dest="tls", help=texts("serve.tls"))
    parser.add_argument("--no-limits", action="store_false", dest="limits", help=texts("serve.no_limits"))
    add_files(parser)


def keep_no_bytecode() -> None:
    """What is needed from now on for the first time is compiled in memory, here and in processes that are begun.

    Were the disk full, Python would leave half of a module's bytecode there, and no later start could read it.
    """
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def period(texts: Texts, word: str) -> tuple[str, float]:
    """How long something is kept: `finished=90`, in days, or `finished=always`."""
    known = [field.name for field in fields(Keeping)]
    name, _, days = word.partition("=")
    if name not in known:
        raise WrongWords(texts("wrong.keep", word=word, known=", ".join(known)) + did_you_mean(texts, name, known))
    if days == FOR_GOOD:
        return name, ALWAYS
    if not re.fullmatch(r"[0-9]{1,6}([.,][0-9]+)?", days, re.ASCII) or not (found := float(days.replace(",", "."))):
        raise WrongWords(texts("wrong.days", word=days, always=FOR_GOOD))
    return name, found


def run(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    texts: Texts = arguments.texts
    read_files(arguments)
    database = checked_database(texts, arguments.database)
    with ExitStack() as until_the_end:
        listener = until_the_end.enter_context(listener_for(texts, arguments.host, arguments.port))
        number = listener.getsockname()[1]
        addresses = Addresses.of(arguments.host, number, arguments.base_url, "https" if arguments.tls else "http")
        certificate = certificate_for(texts, addresses) if arguments.tls else None
        if (file := file_of(database)) is not None:
            with _told_if_closed(texts, file):
                running = until_the_end.enter_context(only_server(file, addresses.machine))
            if running is not None:
                return already_open(texts, running, arguments.open)
        settings = Settings(
            database=database,
            base_url=arguments.base_url,
            network_url=addresses.network,
            hosts=arguments.hosts,
            monitors=arguments.monitors,
            pace=arguments.pace,
            workers=arguments.workers,
            secure_cookies=(arguments.base_url or addresses.machine).startswith("https:"),
            limits=arguments.limits,
            keeping=Keeping(**dict(arguments.keep)),
        )
        logs.set_up(arguments.log)
        terminal = Terminal()

        def ready() -> None:
            tidying.look_seldom()
            keep_no_bytecode()
            announce(terminal, texts, addresses)
            if arguments.open:
                open_browser(addresses.machine)

        try:
            from eminence.server.http.app import create_app  # takes its time, and wrong words need none of it

            app = create_app(settings)
            run_server(
                app,
                listener,
                close_streams=app.state.services.close_streams,
                ready=ready,
                proxies=",".join(arguments.proxies),
                limits=arguments.limits,
                certificate=certificate,
            )
        except (EminenceError, ModuleNotFoundError):
            raise
        except Exception as error:
            logs.log("server.failed", logs.ERROR, error)
            raise WrongWords(texts("serve.failed")) from None
        terminal.say()
        terminal.say(texts("serve.stopped"), "quiet")
    gc.freeze()  # nothing is left to tidy up, and Python would take half a second to look for it
    return 0


def already_open(texts: Texts, address: str, show: bool) -> int:
    """Another server has this database: lead there instead of beginning a second one."""
    terminal = Terminal()
    terminal.say(texts("serve.already_open"))
    terminal.whole(f"  {address}")
    if show:
        open_browser(address)
    return 0


# -- where -----------------------------------------------------------------------------------------------------------


def listener_for(texts: Texts, host: str, number: int | None) -> socket.socket:
    """A socket at the host and port asked for. Raises WrongWords. None: the usual port, or else any free one."""
    try:
        try:
            return listen(host, PORT if number is None else number)
        except CannotListen as error:
            if number is not None or not error.taken:
                raise
            return listen(host, 0)
    except CannotListen as error:
        if error.taken:
            raise WrongWords(texts("wrong.taken", port=number, other=(number or 0) % 65535 + 1)) from None
        raise WrongWords(texts("wrong.listen", host=host, port=number or 0, reason=error.reason)) from None


def certificate_for(texts: Texts, addresses: Addresses) -> Path:
    """The certificate that this computer has made for its addresses. Raises WrongWords."""
    named = filter(None, (urlsplit(known).hostname for known in (addresses.machine, addresses.network) if known))
    file = data_folder() / CERTIFICATE
    try:
        return self_signed(file, list(named))
    except ModuleNotFoundError:
        raise WrongWords(texts("wrong.no_certificates")) from None
    except OSError as error:
        raise WrongWords(texts("wrong.database_write", folder=file.parent, reason=error.strerror or "?")) from None


def checked_database(texts: Texts, url: str | None) -> str:
    """The address of the database; that in the user's data folder where none is given. Raises WrongWords."""
    from sqlalchemy.engine import URL, make_url
    from sqlalchemy.exc import ArgumentError

    if url is None:
        path = data_folder() / DATABASE
        with _told_if_closed(texts, path):
            path.parent.mkdir(parents=True, exist_ok=True)
        url = URL.create("sqlite", database=str(path)).render_as_string()
    try:
        known = make_url(url)
    except (ArgumentError, ValueError):
        raise WrongWords(texts("wrong.database", word=url.partition(":")[0])) from None
    backend = known.get_backend_name()
    if backend not in DATABASES or (known.database or "").startswith("file:"):
        raise WrongWords(texts("wrong.database", word=backend))
    if (file := file_of(url)) is not None:
        if not file.parent.is_dir():
            raise WrongWords(texts("wrong.database_folder", folder=file.parent))
        with _told_if_closed(texts, file):
            make_private(file)
    return url


@contextmanager
def _told_if_closed(texts: Texts, file: Path) -> Iterator[None]:
    """Say in a sentence that the file or its folder is closed to us, or open to others. Raises WrongWords."""
    try:
        yield
    except OpenToOthers as error:
        raise WrongWords(texts("wrong.database_readable", file=error.filename)) from None
    except OSError as error:
        raise WrongWords(texts("wrong.database_write", folder=file.parent, reason=error.strerror or "?")) from None


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where the server is found: from this machine, from others in the network, and in public."""

    machine: str
    network: str | None
    public: str | None
    alone: bool
    """Whether it listens to this machine only."""

    @classmethod
    def of(cls, host: str, port: int, public: str | None, scheme: str = "http") -> Addresses:
        """The addresses of a server that listens at a host and port."""
        everywhere, alone = host in EVERYWHERE, is_loopback(host)
        network = network_address() if everywhere else None if alone else host
        near = "localhost" if everywhere or (alone and host != "::1") else host
        return cls(_url(scheme, near, port), network and _url(scheme, network, port), public, alone)


def _url(scheme: str, host: str, port: int) -> str:
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


# -- what a person sees ----------------------------------------------------------------------------------------------


def announce(terminal: Terminal, texts: Texts, addresses: Addresses) -> None:
    """Say where the tables are, draw the address that a phone can read, and say how to stop."""
    terminal.heading(texts("serve.title"))
    terminal.say(texts("serve.machine"))
    terminal.whole(f"  {addresses.machine}")
    elsewhere = addresses.public or addresses.network
    if elsewhere is not None:
        terminal.say(texts("serve.public" if addresses.public else "serve.network"))
        terminal.whole(f"  {elsewhere}")
        code = qr_code(elsewhere)
        if can_draw(terminal, code):
            terminal.say(Text("\n".join(code), style="#000000 on #ffffff", no_wrap=True))
        if elsewhere.startswith("http:"):
            terminal.say(texts("serve.plain_http"), "quiet")
        elif not addresses.public:
            terminal.say(texts("serve.self_signed"))
    else:
        terminal.say(texts("serve.only_here" if addresses.alone else "serve.no_network"), "quiet")
    terminal.say(texts("serve.stop"), "quiet")
    terminal.console.file.flush()


def qr_code(text: str) -> list[str]:
    """A QR code as lines of half blocks, two rows of modules to a line; to be shown dark on light.

    >>> code = qr_code("http://192.168.1.20:8655")
    >>> len(code), {len(line) for line in code}
    (15, {29})
    """
    import segno

    rows = [list(row) for row in segno.make(text, error="l", micro=False).matrix_iter(border=QUIET_ZONE)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(" ▀▄█"[upper + 2 * lower] for upper, lower in zip(*pair, strict=True)) for pair in pairs]


def can_draw(terminal: Terminal, code: list[str]) -> bool:
    """Whether the terminal shows a QR code so that a phone can read it: dark on light, its lines unbroken."""
    console = terminal.console
    colours = console.color_system is not None and not console.no_color
    return console.is_terminal and colours and not console.options.ascii_only and console.width >= len(code[0])


def has_screen(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Whether a browser would have somewhere to show itself, and is not one that takes over the terminal."""
    if platform in ("win32", "darwin") or environment.get("BROWSER"):
        return True
    return any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"))


def open_browser(address: str) -> None:
    """Open a browser if there is one, without waiting for it and without a word if there is none.

    In a process of its own: browsers talk on the terminal, and would die with us at Ctrl-C.
    """
    if not has_screen():
        return

    def call() -> None:
        subprocess.run(
            [sys.executable, "-m", "webbrowser", "-t", address],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            check=False,
        )

    threading.Thread(target=call, daemon=True).start()
