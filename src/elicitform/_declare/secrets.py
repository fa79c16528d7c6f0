"""Fields that ask for a credential, which the protocol forbids in a form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import assert_never

from elicitform._declare.remedies import Refused
from elicitform._wire.credentials import FORMATS_OF_NONE, credential_in
from elicitform._wire.description import (
    BooleanKind,
    IntegerKind,
    MultiSelectKind,
    NumberKind,
    SingleSelectKind,
    StringKind,
    awaits_choices,
)

if TYPE_CHECKING:
    from elicitform._declare.declared import DeclaredField
    from elicitform._declare.markers import NotSecret
    from elicitform._wire.description import Kind


def require_no_credential(
    kind: Kind, declared: DeclaredField, not_secret: NotSecret | None, *texts: str | None
) -> None:
    """Refuse a field whose name or title says credential, unless its author says why it is not one.

    Args:
        kind: What answers the field takes: nobody types a secret into a list of choices.
        declared: The field, as its author wrote it.
        not_secret: The author's word, or None.
        texts: Its names and its title, as far as it has them.

    Raises:
        Refused: It asks for a credential, or the author's word has no reason.
    """
    if not _can_hold_one(kind):
        return
    found = credential_in(*dict.fromkeys(text for text in texts if text))
    if found is None:
        return
    if not_secret is None:
        raise Refused(
            "secret",
            f'"{found}" in the name or title asks for a credential, which the protocol forbids '
            "in a form.",
            "Ask with URL mode elicitation, so that it goes past client and model. Where the name\n"
            f'is innocent, say why: `Annotated[{declared.written}, NotSecret("…")]`.',
        )
    if not isinstance(not_secret.why, str) or not not_secret.why.strip():
        raise Refused(
            "secret",
            "`NotSecret` needs the reason.",
            'Write `NotSecret("why the name is innocent")`.',
        )


def _can_hold_one(kind: Kind) -> bool:
    match kind:
        case StringKind():
            return kind.format not in FORMATS_OF_NONE
        case IntegerKind():
            return True
        case NumberKind() | BooleanKind():
            return False
        case SingleSelectKind() | MultiSelectKind():
            return awaits_choices(kind)
        case _:
            assert_never(kind)
