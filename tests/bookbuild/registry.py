"""A registry on this machine that has grain 1 and 2, for pip and for npm; grain 2 is large."""

import base64
import contextlib
import functools
import hashlib
import http.server
import io
import json
import tarfile
import threading
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

MANY = {f"bulk/{i}": b"0" for i in range(300)} | {"bulk/big": bytes(70 * 2**20)}


def wheel(folder: Path, name: str, version: str, files: dict[str, bytes], extra: str = "") -> None:
    """Write a wheel."""
    info = f"{name}-{version}.dist-info"
    head = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{extra}"
    files = files | {
        f"{info}/METADATA": head.encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    files[f"{info}/RECORD"] = "".join(f"{file},,\n" for file in files).encode()
    folder.mkdir(parents=True, exist_ok=True)
    with ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w", ZIP_DEFLATED) as archive:
        for file, content in files.items():
            archive.writestr(file, content)


def tarball(path: Path, files: dict[str, bytes]) -> str:
    """Write what npm unpacks, and return its digest as a lock file has it."""
    with tarfile.open(path, "w:gz") as archive:
        for file, content in files.items():
            member = tarfile.TarInfo(f"package/{file}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return "sha512-" + base64.b64encode(hashlib.sha512(path.read_bytes()).digest()).decode()


def fill(folder: Path, address: str) -> dict[str, str]:
    """Fill a registry with grain 1 and 2, and return npm's digests."""
    digests, versions = {}, {}
    for n in ("1", "2"):
        bulk = MANY if n == "2" else {}
        wheel(folder / "simple/grain", "grain", n, {"grain.py": f"VERSION = {n}".encode()} | bulk)
        package = {"name": "grain", "version": f"{n}.0.0"}
        files = {"package.json": json.dumps(package), "index.js": f"module.exports = {n}"}
        files = {name: text.encode() for name, text in files.items()}
        digests[n] = tarball(folder / f"grain-{n}.tgz", files | bulk)
        dist = {"tarball": f"{address}/grain-{n}.tgz", "integrity": digests[n]}
        versions[f"{n}.0.0"] = package | {"dist": dist}
    (folder / "grain").write_text(json.dumps({"name": "grain", "versions": versions}))
    return digests


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextlib.contextmanager
def served(folder: Path):
    """Serve a folder on this machine, and yield its address."""
    serve = functools.partial(Quiet, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
