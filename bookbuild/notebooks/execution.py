"""Running a notebook's cells."""

from pathlib import Path

from nbformat import NotebookNode

from bookbuild.errors import BookError


class CellError(Exception):
    """A cell that cannot be published: its index and what is wrong with it."""

    def __init__(self, index: int, reason: str):
        super().__init__(reason)
        self.index = index


async def execute(nb: NotebookNode, folder: Path) -> None:
    """Run each cell of `nb` in a fresh kernel that works in `folder`.

    Raises:
        CellError: a cell raised, ran too long or killed its kernel.
        BookError: no kernel starts.

    """
    try:
        await _execute(nb, folder)
    except RuntimeError:  # the port that the kernel was given may be taken before it starts
        try:
            await _execute(nb, folder)
        except RuntimeError as error:
            raise BookError(f"no kernel starts: {error}") from error


async def _execute(nb: NotebookNode, folder: Path) -> None:
    from jupyter_client.kernelspec import KernelSpecManager
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    client = NotebookClient(
        nb,
        timeout=300,
        kernel_name="python3",
        extra_arguments=["--log-level=ERROR"],  # it warns of loopback TCP
        resources={"metadata": {"path": str(folder)}},
        record_timing=False,
        coalesce_streams=True,
    )
    # ipykernel's own way to start, and no kernel of this name that somebody installed
    client.create_kernel_manager().kernel_spec_manager = KernelSpecManager(kernel_dirs=[])
    async with client.async_setup_kernel():
        for index, cell in enumerate(nb.cells):
            try:
                await client.async_execute_cell(cell, index)
            except CellExecutionError as error:
                raise CellError(index, f"{error.ename}: {error.evalue}") from error
            except (CellTimeoutError, DeadKernelError) as error:
                raise CellError(index, str(error).splitlines()[0]) from error
