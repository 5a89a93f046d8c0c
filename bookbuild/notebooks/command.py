"""Press the manuscript: book/chapters and book/exercises become executed notebooks.

python -m bookbuild notebooks             press what changed
python -m bookbuild notebooks 02_lookup   of these sources only
python -m bookbuild notebooks --all       press everything
"""

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from bookbuild.errors import BookError
from bookbuild.notebooks.page import Page, all_pages
from bookbuild.paths import ROOT


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Press the pages that the arguments ask for, say how it went, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m bookbuild notebooks",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--all", action="store_true", help="press what did not change, too")
    parser.add_argument("names", nargs="*", help="names of sources, such as 02_lookup")
    options = parser.parse_args(arguments)
    pages = all_pages(root)
    if unknown := set(options.names) - {page.source.stem for page in pages}:
        parser.error(f"no such source in book/: {', '.join(sorted(unknown))}")
    if options.names:
        pages = [page for page in pages if page.source.stem in options.names]

    chosen, refused = choose(pages, options.all)
    pressed = press_all(chosen)
    failed = refused + len(chosen) - pressed
    if failed:
        print(f"book: {pressed} pressed, {failed} not: see above", file=sys.stderr)
    elif pressed:
        print(f"book: {pressed} pressed, {len(pages) - pressed} were up to date")
    else:
        print(f"book: nothing to press, {len(pages)} notebooks are up to date")
    return 1 if failed else 0


def choose(pages: list[Page], everything: bool) -> tuple[dict[Page, Page], int]:
    """Return the pages to press, each with the page it stands in for, and how many may not be."""
    chosen = {}
    refused = 0
    for page in pages:
        try:
            if target := page.to_press(everything):
                chosen[target] = page
        except BookError as why:
            refused += 1
            print(f"not pressed: {why}", file=sys.stderr)
    return chosen, refused


def press_all(chosen: dict[Page, Page]) -> int:
    """Press the keys of `chosen`, two at a time, and return how many went well."""
    pressed = 0
    with ThreadPoolExecutor(2) as pool:
        jobs = {pool.submit(timed, page): page for page in chosen}
        try:
            for job in as_completed(jobs):
                page = jobs[job]
                try:
                    print(f"pressed {page} ({job.result():.1f} s)", flush=True)
                except BookError as why:
                    print(f"not pressed: {why}", file=sys.stderr)
                    continue
                pressed += 1
                if page != chosen[page]:
                    print(f"kept {chosen[page]}, which holds your work: the new one is {page}")
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise
    return pressed


def timed(page: Page) -> float:
    """Press `page` and return the seconds it took."""
    start = time.monotonic()
    page.press()
    return time.monotonic() - start
