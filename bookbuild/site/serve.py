"""Serve the built site to this machine only: `python -m bookbuild serve 8000`."""

import argparse
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from bookbuild.errors import BookError
from bookbuild.paths import SITE


def main(arguments: list[str]) -> int:
    """Serve until Ctrl-C, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bookbuild serve", description=__doc__)
    parser.add_argument("port", nargs="?", default="8000", help="0 takes a free one")
    port = parser.parse_args(arguments).port
    if not (SITE / "index.html").exists():
        raise BookError("there is no site yet: run make book first")
    handler = partial(SimpleHTTPRequestHandler, directory=SITE)
    try:
        server = ThreadingHTTPServer(("127.0.0.1", int(port)), handler)
    except (OSError, OverflowError, ValueError) as error:
        raise BookError(
            f"port {port} cannot be used ({error}): make serve PORT=0 takes a free one"
        ) from error
    print(f"book: open http://127.0.0.1:{server.server_port} (Ctrl-C ends it)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    return 0
