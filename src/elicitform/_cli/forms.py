"""The forms of a target on the command line: ``package.module:Form``, a module, or a file."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, cast

from elicitform._cli.command import DIFFERS_OR_REFUSED, CommandError, complain, printable
from elicitform._form.meta import FormMeta, is_variant
from elicitform._generate.adopt.model import is_adoptable, is_choice_in
from elicitform.exceptions import FormDefinitionError, FormWarning

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType
    from typing import TypeGuard

    from elicitform._form.form import Form


_PREFIX = "_elicitform_target_"
"""The prefix of the names of modules that are imported from files."""


def forms_at(target: str, stderr: TextIO) -> list[type[Form]]:
    """Return the forms of a target, in the order of their definition.

    Args:
        target: ``package.module:Form``, ``package.module``, or a path to a file, with or without
            ``:Form``; without it, every concrete form that is defined there.
        stderr: Where the output of the module goes while it is imported.

    Raises:
        CommandError: It cannot be imported, has no such form, or none at all.
    """
    module, place, name = _module_at(target, stderr)
    if name:
        return [_form_called(name, module, place)]
    # A module may have put another object in its place in `sys.modules`.
    forms = [
        form for form in getattr(module, "__dict__", {}).values() if _is_defined_in(form, module)
    ]
    for form in forms:
        _tell_if_it_awaits_choices(form, place, stderr)
    forms = [form for form in forms if not form.__elicit_form__.unready]
    if not forms:
        raise CommandError(f"{place} defines no form that can be exported")
    return list(dict.fromkeys(forms))


def _tell_if_it_awaits_choices(form: type[Form], place: str, stderr: TextIO) -> None:
    description = form.__elicit_form__
    if description.unready and not description.abstract:
        fields = ", ".join(fault.field for fault in description.unready)
        complain(
            stderr,
            f"{place}: {form.__name__} is left out, since the choices of {fields} are known at run "
            "time only",
        )


def origin_of(form: type) -> str:
    """Return where a class is defined, as a target: its module or its file, and its name."""
    place = form.__module__
    if place.startswith(_PREFIX):
        place = os.path.relpath(sys.modules[place].__file__ or place)
    return f"{place}:{form.__qualname__}"


def import_name_of(cls: type) -> str:
    """Return what the module of a class is called in an import."""
    place = cls.__module__
    if place.startswith(_PREFIX):
        place = Path(sys.modules[place].__file__ or place).stem
    return place


def names_one_form(target: str) -> bool:
    """Return whether a target names one form."""
    return bool(_split(target)[1])


def _split(target: str) -> tuple[str, str]:
    """Split a target at the colon before the name of a form, not at that of a drive letter."""
    place, colon, name = target.rpartition(":")
    is_name = colon and all(part.isidentifier() for part in name.split("."))
    return (place, name) if is_name else (target, "")


def _is_defined_in(value: object, module: ModuleType) -> TypeGuard[type[Form]]:
    """Return whether `value` is a form that a class statement of `module` defines."""
    is_own = _is_form(value) and value.__module__ == getattr(module, "__name__", None)
    return is_own and not is_variant(cast("type", value))


def _form_called(name: str, module: ModuleType, place: str) -> type[Form]:
    form = _called(name, module, place)
    if not _is_form(form):
        raise CommandError(f"{place}:{name} is not a form: it does not derive from elicitform.Form")
    return form


def _called(name: str, module: ModuleType, place: str) -> object:
    found: object = module
    try:
        for part in name.split("."):
            found = getattr(found, part)
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001  (a module may have a `__getattr__` of its own)
        raise CommandError(f"{place} has nothing called {name}") from None
    return found


def _is_form(value: object) -> TypeGuard[type[Form]]:
    return issubclass(type(value), FormMeta)  # `isinstance` would ask the value itself


def others_at(target: str, stderr: TextIO) -> list[type]:
    """Return the classes that a target stands for and that are no forms, though they ask something.

    Args:
        target: As `forms_at` takes it, with the name of any class that can be adopted.
        stderr: Where whatever the module prints while it is imported goes.

    Raises:
        CommandError: It cannot be imported, has no such class, or none at all.
    """
    module, place, name = _module_at(target, stderr)
    if name:
        found = _called(name, module, place)
        if _is_form(found):
            raise CommandError(f"{place}:{name} is a form already")
        if not is_adoptable(found):
            raise CommandError(f"{place}:{name} is no model, dataclass, TypedDict or Enum")
        return [found]
    classes = [
        value
        for value in getattr(module, "__dict__", {}).values()
        if not _is_form(value) and is_adoptable(value) and value.__module__ == module.__name__
    ]
    classes = [one for one in dict.fromkeys(classes) if not is_choice_in(one, classes)]
    if not classes:
        raise CommandError(f"{place} defines no model, dataclass, TypedDict or Enum to adopt")
    return classes


def _module_at(target: str, stderr: TextIO) -> tuple[ModuleType, str, str]:
    """Return the module of a target, its place as it can be shown, and the name, or ``""``."""
    place, name = _split(target)
    return _imported(place, stderr), printable(place), name


def _imported(place: str, stderr: TextIO) -> ModuleType:
    """Import a module or a file, and keep its output away from the JSON on stdout."""
    if Path(place).is_dir():
        raise CommandError(f"{printable(place)} is a folder; name a file or a module")
    is_file = place.endswith(".py") or Path(place).is_file()
    working = Path.cwd()
    with contextlib.redirect_stdout(stderr):
        try:
            return _module_from_file(Path(place)) if is_file else _module_called(place)
        except (FormDefinitionError, FormWarning) as error:
            message = f"{printable(place)}: {_text_of(error)}"
            raise CommandError(message, DIFFERS_OR_REFUSED) from None
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001  (an import can raise anything)
            reason = printable(_in_one_line(error))
            raise CommandError(f"cannot import {printable(place)}: {reason}") from None
        finally:
            os.chdir(working)


def _in_one_line(error: BaseException) -> str:
    message = " ".join(_text_of(error).split())
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _text_of(error: BaseException) -> str:
    """Return the text of an error, or none where its `__str__` raises."""
    try:
        return str(error)
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001  (`__str__` can raise anything)
        return ""


def _module_called(name: str) -> ModuleType:
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    return importlib.import_module(name)


def _module_from_file(path: Path) -> ModuleType:
    """Import a file with its folder on the path, as Python runs it, under a unique name."""
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {path}")
    name = f"{_PREFIX}{len(sys.modules)}_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError("it is not a Python file")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    with _neighbours(path.resolve().parent, name):
        spec.loader.exec_module(module)
    return module


@contextlib.contextmanager
def _neighbours(folder: Path, name: str) -> Iterator[None]:
    """Let modules of `folder` be imported, and forget them: the next file has others."""
    before = {*sys.modules, name}
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        forget_modules(folder, before)


def forget_modules(folder: Path, kept: set[str]) -> None:
    """Forget the modules that were imported from below a folder.

    Args:
        folder: A folder without symbolic links in its path.
        kept: The names of modules that stay.
    """
    # The path of a namespace package is found by its parent: ask all before any is removed.
    came_from = {name: _place_of(sys.modules[name]) for name in set(sys.modules) - kept}
    for name, place in came_from.items():
        if place and Path(place).resolve().is_relative_to(folder):
            del sys.modules[name]


def _place_of(module: ModuleType) -> str | None:
    """Return the file of a module, or the first folder of a namespace package, which has none."""
    try:
        return getattr(module, "__file__", None) or next(
            iter(getattr(module, "__path__", ())), None
        )
    except Exception:  # noqa: BLE001  (as above)
        return None
