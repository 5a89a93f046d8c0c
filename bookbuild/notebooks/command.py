"""Press the manuscript: book/chapters and book/exercises become executed notebooks.

python -m bookbuild notebooks             press what changed
python -m bookbuild notebooks 03_lookup   of these sources only
python -m bookbuild notebooks --all       press everything
"""

import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode

from bookbuild.arguments import Parser
from bookbuild.errors import BookError
from bookbuild.notebooks import environment
from bookbuild.notebooks.page import Page, all_pages
from bookbuild.notebooks.pressed import save
from bookbuild.notebooks.record import Record, made_from
from bookbuild.notebooks.work import beside_work
from bookbuild.paths import ROOT


@dataclass(frozen=True)
class Job:
    """A file to write for `page`, the code behind its outputs, and these where they stand."""

    page: Page
    target: Page
    basis: str
    kept: NotebookNode | None

    def done(self) -> float:
        """Write the file, run first if it must be, and return the seconds it took."""
        start = time.monotonic()
        save(self.kept or self.target.executed(), self.target.target)
        return time.monotonic() - start


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Press the pages that the arguments ask for, say how it went, and return the exit status.

    Raises:
        BookError: no page is there, or nothing can be run or remembered.

    """
    parser = Parser("notebooks", __doc__)
    parser.add_argument("--all", action="store_true", help="press what did not change, too")
    parser.add_argument("names", nargs="*", help="names of sources, such as 03_lookup")
    options = parser.parse_args(arguments)
    pages = all_pages(root)
    if unknown := set(options.names) - {page.source.stem for page in pages}:
        parser.error(f"book/ has no source called {' or '.join(map(repr, sorted(unknown)))}")
    if not pages:
        raise BookError(f"no sources in {root / 'book'}: bring back book/ from the repository")
    if options.names:
        pages = [page for page in pages if page.source.stem in options.names]

    record = Record(root)
    try:
        jobs, refused = plan(pages, record, options.all)
        pressed = press_all(jobs, record)
    finally:
        record.save()
    failed = refused + len(jobs) - pressed
    if failed:
        print(f"book: {pressed} pressed, {failed} not: see above", file=sys.stderr)
    elif pressed:
        print(f"book: {pressed} pressed, {len(pages) - pressed} were up to date")
    else:
        print(f"book: nothing to press, {len(pages)} notebooks are up to date")
    return 1 if failed else 0


def plan(pages: list[Page], record: Record, everything: bool) -> tuple[list[Job], int]:
    """Return what there is to do, and how many pages may not be pressed."""
    jobs, refused = [], 0
    for page in pages:
        try:
            if job := job_for(page, record, everything):
                jobs.append(job)
        except (BookError, OSError) as why:
            refused += 1
            refuse(page, why)
    return jobs, refused


def job_for(page: Page, record: Record, everything: bool) -> Job | None:
    """Return what is to do for one page, if anything; nothing runs whose outputs stand."""
    target = beside_work(page)
    if target is None:
        return None
    basis = made_from(target)
    kept = target.kept() if not everything and record.stands(target, basis) else None
    if kept and target.holds(kept):
        record.note(target, basis)
        return None
    return Job(page, target, basis, kept)


def press_all(jobs: list[Job], record: Record) -> int:
    """Do the jobs, two at a time, and return how many went well.

    Raises:
        BookError: no cell can run.

    """
    pressed = 0
    to_run = any(job.kept is None for job in jobs)
    with environment.fresh() if to_run else nullcontext(), ThreadPoolExecutor(2) as pool:
        running = {pool.submit(job.done): job for job in jobs}
        try:
            for future in as_completed(running):
                job = running[future]
                try:
                    print(f"pressed {job.target} ({future.result():.1f} s)", flush=True)
                except (BookError, OSError) as why:
                    refuse(job.target, why)
                    continue
                pressed += 1
                record.note(job.target, job.basis)
                if job.target != job.page:
                    print(f"kept {job.page}, which holds your work: the new one is {job.target}")
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise
    return pressed


def refuse(page: Page, why: BookError | OSError) -> None:
    """Say why a page is not pressed; the system does not say of which page it speaks."""
    text = why if isinstance(why, BookError) else f"{page}: {why.strerror or why}"
    print(f"not pressed: {text}", file=sys.stderr)
