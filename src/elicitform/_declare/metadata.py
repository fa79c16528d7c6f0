"""What ``Annotated`` and ``Field`` say about a field, sorted into what the decisions ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import annotated_types
import pydantic
from pydantic.fields import FieldInfo

from elicitform._declare.markers import (
    MARKERS,
    AssumeZone,
    AwaitsChoices,
    Format,
    GivenChoices,
    NotSecret,
    Prefill,
    SeveralChoices,
    Shown,
    Titles,
)
from elicitform._declare.remedies import (
    Instead,
    Refused,
    early_validator,
    extra_keys,
    extra_schema,
)
from elicitform._pydantic import networks_type

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_CONSTRAINT_TYPES = {
    annotated_types.Ge: "ge",
    annotated_types.Gt: "gt",
    annotated_types.Le: "le",
    annotated_types.Lt: "lt",
    annotated_types.MinLen: "min_length",
    annotated_types.MaxLen: "max_length",
    annotated_types.MultipleOf: "multiple_of",
}

# What type checkers see of some of these is an alias, where a class stands at run time.
_EARLY_VALIDATORS = cast(
    "tuple[type, ...]",
    (
        pydantic.BeforeValidator,
        pydantic.WrapValidator,
        pydantic.PlainValidator,
        pydantic.InstanceOf,
        pydantic.SkipValidation,
    ),
)
_DEEPEST = 20
BLANK_FIELD = cast("FieldInfo", pydantic.Field())
_OUTER_KEYWORDS = (
    "default",
    "default_factory",
    "alias",
    "validation_alias",
    "serialization_alias",
    "exclude",
    "frozen",
    "init",
    "kw_only",
    "repr",
)
_NAMED_CONSTRAINTS = (annotated_types.BaseMetadata, pydantic.Strict, pydantic.AllowInfNan)
JSON_STRINGS = cast("tuple[type, ...]", (pydantic.Json, pydantic.EncodedBytes, pydantic.EncodedStr))
"""What hides structure or bytes inside a string."""

_ALONE = (AssumeZone, Format, Prefill, Titles)
_MARKED: dict[type, str] = {
    AssumeZone: "assume_zone",
    Format: "format",
    GivenChoices: "given_choices",
    NotSecret: "not_secret",
    Prefill: "prefill",
    Shown: "shown",
    Titles: "titles",
}
"""Where each marker is kept that a field has once; two of those in `_ALONE` are a contradiction."""


def metadata_of(items: Iterable[object]) -> Metadata:
    """Sort what stands around a type.

    Args:
        items: Pieces of ``Annotated``, and what ``Field`` makes of its keywords, innermost first.
    """
    metadata = Metadata()
    for item in items:
        metadata.add(item)
    return metadata


class Metadata:
    """What ``Annotated`` and ``Field`` say about a field, sorted.

    Of two texts the outermost counts, as in Pydantic. Two bounds both hold, so both are kept.

    Attributes:
        is_bare: There is nothing.
        constraints: Values by the name of the constraint, innermost first.
        validators: The author's ``AfterValidator``s.
        early: Validators that would see an answer before the wire check.
        unknown: Whatever has no meaning for a form.
        fields: The ``Field``s inside the annotation.
        refusals: What contradicts itself, or would have no effect.
    """

    is_bare = True
    format: Format | None = None
    titles: Titles | None = None
    assume_zone: AssumeZone | None = None
    prefill: Prefill | None = None
    shown: Shown | None = None
    not_secret: NotSecret | None = None
    several = False
    late_choices = False
    given_choices: GivenChoices | None = None
    url_constraints: tuple[object, ...] = ()
    hides_structure = False
    title: str | None = None
    description: str | None = None

    def __init__(self) -> None:
        self.constraints: dict[str, list[Any]] = {}
        self.validators: list[object] = []
        self.early: list[Any] = []
        self.unknown: list[object] = []
        self.fields: list[FieldInfo] = []
        self.refusals: list[Refused] = []

    @property
    def holds_more_than_titles(self) -> bool:
        """Whether there is anything beside the titles of choices."""
        others = (
            self.constraints,
            self.validators,
            self.unknown,
            self.format,
            self.prefill,
            self.assume_zone,
            self.url_constraints,
        )
        return any(others) or self.title is not None or self.description is not None

    def add(self, item: object, depth: int = 0) -> None:
        """Sort one piece in."""
        if item is None:
            return  # conint and its kin leave these where a bound was not given
        self.is_bare = False
        name = _CONSTRAINT_TYPES.get(type(item))
        if name:
            self._add_constraint(name, getattr(item, name))
        elif isinstance(item, FieldInfo):
            self._add_field(item)
        elif depth < _DEEPEST and hasattr(type(item), "__is_annotated_types_grouped_metadata__"):
            for part in cast("annotated_types.GroupedMetadata", item):
                self.add(part, depth + 1)
        elif isinstance(item, pydantic.AfterValidator):
            self.validators.append(item)
        elif not self._add_marker(item):
            self._add_other(item)

    def _add_field(self, info: FieldInfo) -> None:
        """Sort in a ``Field`` from inside the annotation, where pydantic itself ignores it."""
        self.fields.append(info)
        self.refusals.extend(_inner_field_refusals(info))
        self.title = self.title if info.title is None else info.title
        self.description = self.description if info.description is None else info.description
        for part in info.metadata:
            self.add(part)

    def _add_marker(self, item: object) -> bool:
        name = _MARKED.get(type(item))
        if name:
            if type(item) in _ALONE:
                self._require_alone(getattr(self, name), item)
            setattr(self, name, item)
        elif isinstance(item, SeveralChoices):
            self.several = True
        elif isinstance(item, AwaitsChoices):
            self.late_choices = True
        elif isinstance(item, networks_type("UrlConstraints") or ()):
            self.url_constraints = (*self.url_constraints, item)
        else:
            return False
        return True

    def _add_constraint(self, name: str, value: object) -> None:
        if value is not None:
            self.constraints.setdefault(name, []).append(value)

    def _require_alone(self, before: object, item: object) -> None:
        if before is not None:
            self.refusals.append(
                Refused(
                    "contradiction",
                    f"A field has one `{type(item).__name__}(…)`, and this one has two.",
                    Instead("Keep one of them, also where it comes with an alias or a NewType:"),
                )
            )

    def _add_other(self, item: object) -> None:
        if isinstance(item, JSON_STRINGS):
            self.hides_structure = True
        elif any(item is marker for marker in MARKERS):
            self.refusals.append(_class_of_marker(cast("type", item)))
        elif isinstance(item, _EARLY_VALIDATORS):
            self.early.append(item)
            self.refusals.append(early_validator(f"`{type(item).__name__}(…)`"))
        elif isinstance(item, _NAMED_CONSTRAINTS) and getattr(item, "__dict__", None):
            # pydantic's constraints without a class of their own, such as `pattern`
            for name, value in vars(item).items():
                self._add_constraint(name, value)
        else:
            self.unknown.append(item)


def _class_of_marker(marker: type) -> Refused:
    return Refused(
        "unsupported-constraint",
        f"`{marker.__name__}` is the class of a marker, and a field needs a marker made of it.",
        f"Write `{_MADE[marker]}`.",
    )


_MADE = {
    AssumeZone: 'AssumeZone("Europe/Oslo")',
    Format: 'Format("email")',
    NotSecret: 'NotSecret("why the name is innocent")',
    Prefill: 'Prefill("the value to show")',
    Titles: 'Titles({"s": "Small", "l": "Large"})',
}
"""An example of each of `MARKERS`."""


def _inner_field_refusals(info: FieldInfo) -> Iterator[Refused]:
    """Yield the keywords of a ``Field`` inside the annotation that would have no effect."""
    yield from field_keyword_refusals(info)
    given = [
        f"`{keyword}`"
        for keyword in _OUTER_KEYWORDS
        if getattr(info, keyword, None) != getattr(BLANK_FIELD, keyword, None)
    ]
    if given:
        yield Refused(
            "unsupported-constraint",
            f"Inside the annotation, {' and '.join(given)} would have no effect.",
            Instead("Write it in the field's own `Field(default=None)`, or leave it out:"),
        )


def field_keyword_refusals(info: FieldInfo) -> Iterator[Refused]:
    """Yield the keywords of a ``Field`` that a form has no use for."""
    for keyword in ("examples", "deprecated"):
        if getattr(info, keyword) is not None:
            yield extra_schema(f"`{keyword}`")
    if info.json_schema_extra is not None:
        yield extra_keys("`json_schema_extra`", info.json_schema_extra)
    if getattr(info, "field_title_generator", None) is not None:
        yield _without_use(
            "`field_title_generator` would make the title while the form is asked.",
            "Write the title itself:",
        )
    if info.discriminator is not None:
        yield _without_use(
            "`discriminator` chooses between models, and a form has none.", "Leave it out:"
        )
    if info.validate_default:
        yield _without_use(
            "`validate_default` has nothing to do: a default is checked by the class statement.",
            "Leave it out:",
        )


def _without_use(rule: str, remedy: str) -> Refused:
    return Refused("unsupported-constraint", rule, Instead(remedy))
