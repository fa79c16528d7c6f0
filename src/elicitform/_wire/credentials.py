"""Fields that ask for a credential.

The elicitation page of every revision says that a server must not use a form to ask for sensitive
information such as passwords, keys, tokens or payment details. Nothing but its name and its title
say what a field asks for, and `credential_names` has what those are called, in one table for the
class statement, `check_schema` and ``generate``.
"""

from __future__ import annotations

FORMATS_OF_NONE = ("date", "date-time")
"""The formats of text that no credential has."""

_HINTS = (
    *("answer", "bearer", "card", "cc", "code", "contrasena", "cookie", "cred", "cv", "header"),
    *("jwt", "key", "otp", "pass", "phrase", "pin", "pwd", "secret", "seed", "senha", "token"),
    *("wacht", "wort"),
)
"""Every credential has a piece of these, or one that is not ASCII. Most texts have none."""


def credential_in(*texts: str) -> str | None:
    """Return the words that say credential in the name of a field, its title and the like, or None.

    They come from the table, not from the texts.

    Args:
        texts: What the field is called, its property name first.
    """
    text = " ".join(texts).lower()
    if text.isascii() and not any(map(text.__contains__, _HINTS)):
        return None
    # The table takes time to import, and most forms have no field that comes near it.
    from elicitform._wire.credential_names import found_in  # noqa: PLC0415

    return found_in(*texts)
