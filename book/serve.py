"""Serve the built site to this machine only: `python book/serve.py 8000`."""

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SITE = Path(__file__).parents[1] / "_build" / "html"


def main(port: str) -> None:
    """Serve until Ctrl-C; say in one line why it cannot be done."""
    if not (SITE / "index.html").exists():
        sys.exit("book: there is no site yet: run make book first.")
    handler = partial(SimpleHTTPRequestHandler, directory=SITE)
    try:
        server = ThreadingHTTPServer(("127.0.0.1", int(port)), handler)
    except (OSError, OverflowError, ValueError) as error:
        sys.exit(f"book: port {port} cannot be used ({error}): make serve PORT=0 takes a free one.")
    print(f"book: open http://127.0.0.1:{server.server_port} (Ctrl-C ends it)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    main(*sys.argv[1:])
