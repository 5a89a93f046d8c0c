"""Serve the built site to this machine only: `python -m bookbuild serve 8000`."""

from argparse import ArgumentTypeError
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from bookbuild.arguments import Parser
from bookbuild.errors import BookError
from bookbuild.paths import SITE


def main(arguments: list[str]) -> int:
    """Serve until Ctrl-C, and return the exit status."""
    parser = Parser("serve", __doc__)
    parser.add_argument("port", nargs="?", type=_port, default=8000, help="0 takes a free one")
    port = parser.parse_args(arguments).port
    if not (SITE / "index.html").exists():
        raise BookError("there is no site yet: run make book first")
    handler = partial(SimpleHTTPRequestHandler, directory=SITE)
    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        raise BookError(
            f"port {port} cannot be used ({error}): make serve PORT=0 takes a free one"
        ) from error
    print(f"book: open http://127.0.0.1:{server.server_port} (Ctrl-C ends it)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    return 0


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) < 2**16):
        raise ArgumentTypeError(f"{text!r} is no port: use a number below 65536, or 0")
    return int(text)
