"""Names that ask for a credential.

The elicitation page of every revision says that a server must not use a form to ask for sensitive
information such as passwords, keys or tokens.
"""

from __future__ import annotations

import re
from itertools import pairwise

_WORDS = {
    "apikey",
    "credential",
    "cvc",
    "cvv",
    "otp",
    "passcode",
    "passphrase",
    "passwd",
    "password",
    "pin",
    "pwd",
    "secret",
    "token",
}
_PAIRS = {
    ("access", "key"),
    ("api", "key"),
    ("card", "number"),
    ("cc", "number"),
    ("credit", "card"),
    ("pass", "phrase"),
    ("pass", "word"),
    ("private", "key"),
    ("secret", "key"),
    ("security", "code"),
    ("signing", "key"),
    ("ssh", "key"),
    ("verification", "code"),
}
_COMPOUNDS = {first + second for first, second in _PAIRS}
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def credential_in(name: str) -> str | None:
    """Return the words in `name` that say credential, or None.

    Whole words only, once snake_case and camelCase are split: ``token`` is one, ``tokenizer`` is
    not.
    """
    words = [_singular(word.lower()) for word in _WORD.findall(name)]
    single = next((word for word in words if word in _WORDS or word in _COMPOUNDS), None)
    pair = next((pair for pair in pairwise(words) if pair in _PAIRS), None)
    return single or (" ".join(pair) if pair else None)


def _singular(word: str) -> str:
    return word if word.endswith("ss") else word.removesuffix("s")
