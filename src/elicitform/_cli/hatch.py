"""The build hook for Hatchling: the schemas of a project's forms, exported into its wheel.

Hatchling finds it by the entry point ``elicitform`` of the group ``hatch``. No other module imports
this one, since Hatchling is installed only while a project is built.

Source: https://hatch.pypa.io/latest/plugins/build-hook/reference/
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
import tempfile
import weakref
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.plugin import hookimpl

from elicitform._cli.command import CommandError
from elicitform._cli.export import documents_of, files_of
from elicitform._cli.files import write_files
from elicitform._cli.forms import forget_modules
from elicitform._cli.tables import as_toml, as_written, require_known
from elicitform._wire.revisions import ALL, LATEST_REVISION, REVISIONS
from elicitform.exceptions import ElicitFormError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@hookimpl
def hatch_register_build_hook() -> type[SchemasHook]:
    """Return the hook that Hatchling runs for the table called ``elicitform``."""
    return SchemasHook


class SchemasHook(BuildHookInterface[BuilderConfig]):
    """Puts a file for each form into a wheel, and nothing into the source tree.

    The files are staged in a temporary folder until the wheel is built, so there is nothing for
    Hatchling's ``clean`` to remove.
    """

    PLUGIN_NAME = "elicitform"

    _staged: weakref.finalize[..., SchemasHook] | None = None
    """Removes the staged files, at the latest when the process ends."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Export the forms, and have Hatchling include their files.

        An sdist has the sources, and the wheel that is built from it exports again. An editable
        install reads the source tree, where the hook does not write.

        Args:
            version: The version of the target: ``standard`` or ``editable``.
            build_data: What Hatchling builds from; ``force_include`` is added to.

        Raises:
            SystemExit: The table is wrong, or a form cannot be exported; the reason is printed.
        """
        try:
            settings = self._settings()
            if self.target_name == "wheel" and version == "standard":
                build_data["force_include"].update(self._stage(settings))
        except (CommandError, ElicitFormError) as error:
            self.app.abort(f"elicitform: {self._table()} in pyproject.toml: {error}")

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove the staged files, which the wheel holds now."""
        if self._staged is not None:
            self._staged()

    def _settings(self) -> HookTable:
        if self.target_name != "wheel" and self._has_table_of_its_target():
            raise CommandError(
                f"the target {self.target_name} gets no schemas, wheels do; call the table "
                f"[tool.hatch.build.hooks.{self.PLUGIN_NAME}]"
            )
        return settings_in(self.config)

    def _table(self) -> str:
        """Return the heading of the table that the settings are in."""
        target = f"targets.{self.target_name}." if self._has_table_of_its_target() else ""
        return f"[tool.hatch.build.{target}hooks.{self.PLUGIN_NAME}]"

    def _has_table_of_its_target(self) -> bool:
        return self.PLUGIN_NAME in self.build_config.target_config.get("hooks", {})

    def _stage(self, settings: HookTable) -> dict[str, str]:
        """Write the files to a temporary folder, and return their places in the wheel by path."""
        folders = self._folders()
        with _imports_from(folders):
            try:
                documents = documents_of(settings.targets, settings.revision, sys.stderr)
            except CommandError as error:
                raise _with_way_out(error, settings, folders) from None
        folder = tempfile.mkdtemp(prefix="elicitform-")
        self._staged = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        texts = files_of(documents)
        write_files({Path(folder, name): text for name, text in texts.items()})
        return {str(Path(folder, name)): str(settings.out / name) for name in texts}

    def _folders(self) -> list[Path]:
        """Return the folders that the project's modules are in, the project's own last."""
        root = Path(self.root).resolve()
        sources = [place for place, inside in self.build_config.sources.items() if not inside]
        folders = [root / place for place in [*sources, *self.build_config.dev_mode_dirs]]
        return list(dict.fromkeys([*folders, root]))


def _with_way_out(error: CommandError, settings: HookTable, folders: list[Path]) -> CommandError:
    """Add what to do where a module of the project, or of another one, was not found."""
    missing = error.__context__
    if not isinstance(missing, ModuleNotFoundError) or missing.name is None:
        return error
    if missing.name.partition(".")[0] in {re.split("[.:]", one)[0] for one in settings.targets}:
        places = [Path(os.path.relpath(folder, folders[-1])).as_posix() for folder in folders]
        return CommandError(
            f"{error}; the build looks for the project's modules in {as_toml(places)}"
        )
    return CommandError(
        f"{error}; what the forms import must be installed for the build: list it in "
        "build-system.requires, or set require-runtime-dependencies = true in this table"
    )


@contextlib.contextmanager
def _imports_from(folders: list[Path]) -> Iterator[None]:
    """Let the modules of a project be imported with its folder as working folder; undo it then.

    Args:
        folders: Where the modules are; the last is the project's own.
    """
    working, path, writes_no_bytecode = Path.cwd(), [*sys.path], sys.dont_write_bytecode
    before = set(sys.modules)
    os.chdir(folders[-1])
    sys.path[:0] = map(str, folders)
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        os.chdir(working)
        sys.path[:] = path
        sys.dont_write_bytecode = writes_no_bytecode
        forget_modules(folders[-1], before)


# --- the table --------------------------------------------------------------------------------


class HookTable(NamedTuple):
    """The settings of the hook.

    Attributes:
        targets: What to export, as `elicitform export` takes it.
        out: The folder inside the wheel.
        revision: One of `REVISIONS`, or ``all``.
    """

    targets: list[str]
    out: PurePosixPath
    revision: str


_OF_HATCHLING = {
    "dependencies",
    "enable-by-default",
    "require-runtime-dependencies",
    "require-runtime-features",
}
"""The keys in the table of any hook that Hatchling itself reads.

Source: https://hatch.pypa.io/latest/config/build/#build-hooks
"""


def settings_in(table: Mapping[str, Any]) -> HookTable:
    """Read the hook's table.

    Raises:
        CommandError: A key is unknown or missing, or its value cannot be used.
    """
    ours = {key: value for key, value in table.items() if key not in _OF_HATCHLING}
    require_known(
        ours, HookTable._fields, f", and for Hatchling {', '.join(sorted(_OF_HATCHLING))}"
    )
    return HookTable(
        _targets_in(table.get("targets")),
        _out_in(table.get("out")),
        _revision_in(table.get("revision", LATEST_REVISION)),
    )


def _targets_in(value: object) -> list[str]:
    if isinstance(value, list) and value and all(isinstance(one, str) and one for one in value):
        return value
    wanted = [value] if isinstance(value, str) and value else ["package.module"]
    raise CommandError(
        f"{as_written('targets', value)}: it is an array of modules, files or forms to export; "
        f"write targets = {as_toml(wanted)}"
    )


def _out_in(value: object) -> PurePosixPath:
    if isinstance(value, str) and value.isprintable() and not {"\\", ":"}.intersection(value):
        out = PurePosixPath(value)
        if out.parts and not out.is_absolute() and ".." not in out.parts:
            return out
    raise CommandError(
        f"{as_written('out', value)}: it is a folder inside the wheel; write "
        'out = "package/schemas"'
    )


def _revision_in(value: object) -> str:
    if isinstance(value, str) and value in {*REVISIONS, ALL}:
        return value
    raise CommandError(
        f"{as_written('revision', value)}: it is one of {', '.join(map(as_toml, REVISIONS))} or "
        f"{as_toml(ALL)}"
    )
