"""The ways around a form's own methods by which pydantic reads it, or something that holds it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import RootModel, TypeAdapter, ValidationError, create_model
from typing_extensions import TypedDict

if TYPE_CHECKING:
    from collections.abc import Callable

    from elicitform import Form


def by_adapter(form: type[Form], content: Any, strict: bool | None) -> Any:
    return TypeAdapter(form).validate_python(content, strict=strict)


def by_adapter_in_json(form: type[Form], content: Any, strict: bool | None) -> Any:
    return TypeAdapter(form).validate_json(json.dumps(content), strict=strict)


def in_a_model(form: type[Form], content: Any, strict: bool | None) -> Any:
    make: Any = create_model
    return make("Outer", inner=(form, ...)).model_validate({"inner": content}, strict=strict).inner


def in_a_lenient_model(form: type[Form], content: Any, strict: bool | None) -> Any:
    make: Any = create_model
    outer = make("Outer", __config__={"strict": False}, inner=(form | None, None))
    return outer.model_validate({"inner": content}, strict=strict).inner


def in_a_typed_dict(form: type[Form], content: Any, strict: bool | None) -> Any:
    make: Any = TypedDict
    outer = make("outer", {"inner": form})
    return TypeAdapter(outer).validate_python({"inner": content}, strict=strict)["inner"]


def in_a_dataclass(form: type[Form], content: Any, strict: bool | None) -> Any:
    class Outer:
        inner: Any

    Outer.__annotations__ = {"inner": form}
    outer: Any = TypeAdapter(dataclass(Outer))
    text = json.dumps({"inner": content})
    return outer.validate_json(text, strict=strict).inner


def in_a_list(form: type[Form], content: Any, strict: bool | None) -> Any:
    several: Any = list
    return TypeAdapter(several[form]).validate_python([content], strict=strict)[0]


def beside_itself(form: type[Form], content: Any, strict: bool | None) -> Any:
    """Read it where it stands twice, so that it is referred to."""
    make: Any = create_model
    outer = make("Outer", inner=(form, ...), other=(form | None, None))
    return outer.model_validate({"inner": content}, strict=strict).inner


def in_a_root_model(form: type[Form], content: Any, strict: bool | None) -> Any:
    outer: Any = RootModel
    return outer[form].model_validate(content, strict=strict).root


def in_the_second_of_two_models(form: type[Form], content: Any, strict: bool | None) -> Any:
    make: Any = create_model
    middle = make("Middle", inner=(form, ...))
    outer = make("Outer", middle=(middle, ...))
    return outer.model_validate({"middle": {"inner": content}}, strict=strict).middle.inner


DOORS: list[Callable[[type[Form], Any, bool | None], Any]] = [
    by_adapter,
    in_a_model,
    in_a_lenient_model,
    in_a_typed_dict,
    in_a_list,
    beside_itself,
    in_a_root_model,
    in_the_second_of_two_models,
]
"""They take whatever Python code may hand over."""

JSON_DOORS: list[Callable[[type[Form], Any, bool | None], Any]] = [
    by_adapter_in_json,
    in_a_dataclass,
]
"""They take what can be written as JSON."""


def strings_by_the_form(form: type[Form], content: Any, strict: bool | None) -> Any:
    return form.model_validate_strings(content, strict=strict)


def strings_by_adapter(form: type[Form], content: Any, strict: bool | None) -> Any:
    return TypeAdapter(form).validate_strings(content, strict=strict)


def strings_in_a_model(form: type[Form], content: Any, strict: bool | None) -> Any:
    make: Any = create_model
    outer = make("Outer", inner=(form, ...))
    return outer.model_validate_strings({"inner": content}, strict=strict).inner


STRING_DOORS: list[Callable[[type[Form], Any, bool | None], Any]] = [
    strings_by_the_form,
    strings_by_adapter,
    strings_in_a_model,
]
"""They take contents of texts alone."""


def outcome(read: Callable[[], Any]) -> tuple[Any, str] | list[Any]:
    """Return what is read and how it looks, or what is wrong with which field."""
    try:
        answer = read()
    except ValidationError as error:
        return [(_field(line["loc"]), line["type"], line["msg"]) for line in error.errors()]
    return answer, repr(answer)


def _field(place: tuple[int | str, ...]) -> tuple[int | str, ...]:
    return tuple(step for step in place if step not in ("inner", "middle", 0))
