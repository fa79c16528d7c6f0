"""Files that are written together: interrupted or refused at any step, all of them or none."""

from __future__ import annotations

import io
import os
import signal
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from elicitform._cli import main
from elicitform._cli.command import CommandError
from elicitform._cli.files import write_files

if TYPE_CHECKING:
    from collections.abc import Callable

NEW = {
    "a.json": "new a\n",
    "b.json": "new b\n",
    "deep/er/c.json": "new c\n",
    "link.json": "new d\n",
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def with_old_files(folder: str) -> Path:
    """Return a folder with one file to replace, one behind a link, and others to make."""
    out = Path(folder)
    (out / "real").mkdir(parents=True)
    (out / "a.json").write_text("old a\n")
    (out / "real" / "d.json").write_text("old d\n")
    (out / "link.json").symlink_to(Path("real") / "d.json")
    return out


def state(folder: Path) -> dict[str, str]:
    """Return everything below a folder, with what is in it."""
    return {
        str(path.relative_to(folder)): path.read_text() if path.is_file() else "folder"
        for path in sorted(folder.rglob("*"))
    }


def write_new(folder: Path) -> None:
    write_files({folder / name: text for name, text in NEW.items()})


STEPS = ["mkdir", "write_bytes", "read_bytes", "replace", "unlink", "rmdir", "resolve", "exists"]


class Steps:
    """Every step that touches the file system, of which one fails: before it is done, or after."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, fails_at: int, *, after: bool, error: BaseException
    ) -> None:
        self.taken = 0
        self._fails_at = fails_at
        self._after = after
        self._error = error
        for name in STEPS:
            monkeypatch.setattr(Path, name, self._failing(getattr(Path, name)))

    def _failing(self, step: Callable[..., Any]) -> Callable[..., Any]:
        def failing(path: Path, *rest: Any, **more: Any) -> Any:
            self.taken += 1
            if self.taken != self._fails_at:
                return step(path, *rest, **more)
            if self._after:
                step(path, *rest, **more)
            raise self._error

        return failing


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize(
    "error", [KeyboardInterrupt(), OSError(28, "No space left on device"), MemoryError()], ids=repr
)
def test_a_step_that_fails_leaves_all_files_or_none(error: BaseException, after: bool) -> None:
    folder = with_old_files("whole")
    with pytest.MonkeyPatch.context() as patch:
        every = Steps(patch, 0, after=after, error=error)
        write_new(folder)
    done, steps = state(folder), every.taken
    assert {name: done[name] for name in NEW} == NEW
    assert steps > 15
    for number in range(1, steps + 1):
        folder = with_old_files(f"broken{number}")
        before = state(folder)
        with pytest.MonkeyPatch.context() as patch:
            Steps(patch, number, after=after, error=error)
            with pytest.raises(CommandError if isinstance(error, OSError) else type(error)):
                write_new(folder)
        assert state(folder) == before, number


def test_nothing_is_left_behind_where_all_is_written() -> None:
    folder = with_old_files("out")
    write_new(folder)
    assert sorted(state(folder)) == [
        "a.json",
        "b.json",
        "deep",
        "deep/er",
        "deep/er/c.json",
        "link.json",
        "real",
        "real/d.json",
    ]
    assert (folder / "link.json").is_symlink()


@pytest.mark.skipif(os.name != "posix", reason="signals are sent by hand")
@pytest.mark.parametrize("step", ["write_bytes", "replace"])
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_ctrl_c_waits_until_nothing_is_half_done(
    step: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pressed while texts are staged, it leaves all as it was; pressed later, all is written."""
    folder = with_old_files("out")
    before, known, calls = state(folder), getattr(Path, step), 0

    def pressed(path: Path, *rest: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == number:
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
        return known(path, *rest)

    monkeypatch.setattr(Path, step, pressed)
    with pytest.raises(KeyboardInterrupt):
        write_new(folder)
    after = state(folder)
    is_staged = step == "write_bytes" and number < len(NEW)
    assert after == before if is_staged else {name: after[name] for name in NEW} == NEW
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_files_are_written_in_threads_and_under_handlers_of_others() -> None:
    handled: list[int] = []
    known = signal.signal(signal.SIGINT, lambda number, _: handled.append(number))
    try:
        write_new(with_old_files("handled"))
        signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, known)
    assert handled == [signal.SIGINT]
    folder = with_old_files("threaded")
    thread = threading.Thread(target=write_new, args=[folder])
    thread.start()
    thread.join()
    assert (folder / "b.json").read_text() == "new b\n"


def test_export_interrupted_at_any_replacement_leaves_the_old_files(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    forms = "".join(f"class Form{number}(Form):\n    n: int\n" for number in range(5))
    Path("app.py").write_text(f"from elicitform import Form\n{forms}")
    for number in range(5):
        Path("out").mkdir(exist_ok=True)
        Path(f"out/Form{number}.json").write_text("old")
    replace = Path.replace

    def interrupted(path: Path, target: Path) -> Path:
        if target.name == "Form3.json":
            raise KeyboardInterrupt
        return replace(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", interrupted)
        with pytest.raises(KeyboardInterrupt):
            main(["export", "app.py", "--out", "out"], io.StringIO(), io.StringIO())
    assert set(state(Path("out")).values()) == {"old"}
    assert len(os.listdir("out")) == 5


@pytest.mark.skipif(os.name != "posix", reason="modes and pipes are POSIX's")
def test_a_file_keeps_its_mode_and_what_is_no_file_stays() -> None:
    folder = with_old_files("modes")
    (folder / "a.json").chmod(0o600)
    write_files({folder / "a.json": "new"})
    assert (folder / "a.json").stat().st_mode & 0o777 == 0o600

    os.mkfifo(folder / "pipe")
    for path in (folder / "pipe", Path("/dev/null")):
        with pytest.raises(CommandError, match="is no regular file"):
            write_files({path: "new"})
        assert not path.is_file()
