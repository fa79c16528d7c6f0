"""What credentials are called, in one table, and how they are found in the name of a field.

Whole words count: ``token`` is a credential, ``tokenizer`` is not. Beside some words it is not one
either, because they say that something else is asked for: ``token_type``, ``max_tokens``,
``pin_color``.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


class Kind(NamedTuple):
    """Credentials of a kind, and the words beside them with which they are none.

    Attributes:
        names: How they are called, in single words.
        before: Words that make them innocent in front of them.
        after: Words that make them innocent behind them.
    """

    names: tuple[str, ...]
    before: frozenset[str] = frozenset()
    after: frozenset[str] = frozenset()


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def _words(text: str) -> frozenset[str]:
    return frozenset(map(_singular, text.split()))


def _singular(word: str) -> str:
    return word if word.endswith("ss") else word.removesuffix("s")


_SERVICES = (
    "algolia anthropic aws azure claude cloudflare cohere datadog deepgram deepseek elevenlabs"
    " firebase gcp gemini github gitlab google groq hf huggingface mailgun mapbox mistral openai"
    " openrouter perplexity pinecone replicate sendgrid serper slack stripe supabase tavily twilio"
)
"""Services of which "key" means the one to their API."""

KINDS = (
    Kind(
        _names(
            "password, pass word, passwd, pwd, passphrase, pass phrase, passcode, pass code, "
            "passkey, kennwort, passwort, mot de passe, contraseña, contrasena, senha, "
            "wachtwoord, lösenord, пароль, 密码, 密碼, パスワード, 비밀번호"
        ),
        after=_words("less"),
    ),
    Kind(
        _names("pin"),
        before=_words(
            "analog board bowling button clock cs data digital drop echo firing gnd gpio ground"
            " input interrupt lapel led map miso mosi motor output power push pwm relay rolling rx"
            " safety scl sda sensor servo signal trigger tx vcc"
        ),
        after=_words(
            "board color colour comment assignment diameter header icon layout map mapping message"
            " note out position post shape spacing style to"
        ),
    ),
    Kind(
        _names("secret"),
        before=_words("open top trade"),
        after=_words(
            "admirer agent ballot garden hideout identity ingredient level menu mission passage"
            " recipe sauce santa service society spot superpower talent weapon"
        ),
    ),
    Kind(
        _names("token"),
        before=_words(
            "base board bos buy cached cancellation cls completion context continuation crypto"
            " cursor design end eos erc fungible game gas generated governance idempotency input lp"
            " mask n native next nft output pad padding page pagination progress prompt quote"
            " reasoning remaining resume reward sell sep special start stop sync thinking unk"
            " unknown used utility wrapped"
        ),
        after=_words(
            "address available balance bucket class decimals economics embedding estimate generated"
            " left logprob offset overlap position probability ratio remaining ring sale saved"
            " standard supply swap symbol threshold used weight window"
        ),
    ),
    Kind(
        _names("bearer"),
        before=_words("cost cup flag news pall ring standard torch"),
        after=_words("bond share"),
    ),
    Kind(_names("jwt, json web key")),
    Kind(
        _names("credential, cred"),
        before=_words("academic educational medical professional street teaching verifiable"),
    ),
    Kind(
        _names(
            "api key, access key, account key, app key, auth key, consumer key, decryption key,"
            "deploy key, encryption key, gpg key, hmac key, master key, pgp key, private key,"
            "privkey, recovery key, root key, secret key, session key, shared key, signing key,"
            "ssh key, storage key, subscription key, wallet key"
        ),
    ),
    Kind(tuple(f"{service} key" for service in _SERVICES.split())),
    Kind(
        _names(
            "otp, totp, hotp, one time code, onetime code, factor code, 2fa code, mfa code,"
            "sms code, authenticator code, auth code, authentication code, authorization code,"
            "authorisation code, access code, login code, backup code, recovery code, reset code,"
            "security code, unlock code, verification code"
        ),
        after=_words("app digit interval period"),
    ),
    Kind(
        _names(
            "seed phrase, seed word, wallet seed, recovery phrase, backup phrase, mnemonic phrase,"
            "wallet phrase, security answer"
        ),
    ),
    Kind(_names("auth header, authorization header, auth cookie, session cookie")),
    Kind(
        _names("card number, card num, card no, cc number, cc num, cc no"),
        before=_words(
            "baseball business flash graphics health id identity index insurance library loyalty"
            " member membership network playing pokemon report score sim sound student tarot"
            " trading video"
        ),
    ),
    Kind(
        _names("credit card, debit card"),
        after=_words("balance bank brand company debt fee holder last network processor statement"),
    ),
    Kind(_names("cvv, cvc, card verification")),
)
"""Everything that asks for a credential."""

ABOUT = _words(
    "age algorithm amount attempt audience budget change changed channel column cost count"
    " created deadline delivery description duration enabled endpoint env environment"
    " expiration expires expiry field file filename folder format hint history id index issue"
    " issuer kind label length lifetime limit link location manager max maximum method min"
    " minimum name owner path per policy prefix price problem provider purpose quota rate"
    " reason ref reference region required requirement reset retention retries retry rotation"
    " rule scope size status storage store strength suffix table ttl type updated uri url"
    " usage validity var variable vault vendor version"
)
"""Words behind any credential that say something about it is asked for, and not the thing."""

HOW_MANY = _words("count max maximum min minimum num per total")
"""Words in front of any credential that say a number of them is asked for."""

_OF_THEM = ABOUT | HOW_MANY | _words("list number")
"""Words that do, with ``of`` behind them: "number of tokens"."""

_BETWEEN = _words("a all an any each my new our such the these this those your")
"""Words that may stand between a credential and those in front of it."""

_ANYWHERE = ("passphrase", "passcode", "password", "passwd", "passwort", "kennwort", "apikey")
"""What says credential even inside a longer word: ``dbpassword``, ``passwordconfirm``."""

_AT_THE_END = ("credential", "secret", "token", "pwd")
"""What says credential at the end of a longer word: ``authtoken``, and not ``tokenizer``."""


def found_in(name: str, *others: str) -> str | None:
    """Return the name in the table of the first credential that some texts ask for, or None.

    A title that is made of the name has lost its capitals, and says nothing that the name does not.

    Args:
        name: The property name of a field.
        others: What else it is called.
    """
    made = name.replace("_", " ").strip().casefold()
    for text in (name, *(other for other in others if other.casefold() != made)):
        for words in _readings(text):
            found = _first_credential(words)
            if found is not None:
                return found
    return None


# --- a text to words --------------------------------------------------------------------------

_BEFORE_CAPITAL = r"(?<=[a-z])(?=[A-Z])"
_WORD_AFTER_ACRONYM = re.compile(rf"{_BEFORE_CAPITAL}|(?<=[A-Z])(?=[A-Z][a-z])")  # API|Key
_TAIL_OF_ACRONYM = re.compile(rf"{_BEFORE_CAPITAL}|(?<=[A-Z][A-Z])(?=[a-z])")  # API|key, PIN|s
_WORD = re.compile(r"2fa|[^\W\d_]+")


def _readings(text: str) -> Iterator[list[str]]:
    """Yield the words of a text; capitals before small letters can be parted in two ways."""
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    parted = _WORD_AFTER_ACRONYM.sub(" ", plain)
    yield _words_of(parted)
    otherwise = _TAIL_OF_ACRONYM.sub(" ", plain)
    if otherwise != parted:
        yield _words_of(otherwise)


def _words_of(text: str) -> list[str]:
    return [part for word in _WORD.findall(text.lower()) for part in _parts(_singular(word))]


def _parts(word: str) -> tuple[str, ...]:
    """Return the words that a word is joined of, where it says credential."""
    if word in _JOINED:
        return _JOINED[word]
    for known in _ANYWHERE:
        before, found, after = word.partition(known)
        if found:
            return tuple(part for part in (before, *_JOINED.get(known, (known,)), after) if part)
    for known in _AT_THE_END:
        if word.endswith(known) and word != known:
            return word.removesuffix(known), known
    return (word,)


# --- words to credentials ---------------------------------------------------------------------


class _Sought(NamedTuple):
    """A name of the table, to be looked for among the words of a text."""

    words: tuple[str, ...]
    name: str
    kind: Kind


_SOUGHT = [
    _Sought(tuple(map(_singular, name.split())), name, kind)
    for kind in KINDS
    for name in kind.names
]
_BY_FIRST_WORD = {
    first: sorted(
        (sought for sought in _SOUGHT if sought.words[0] == first),
        key=lambda sought: len(sought.words),
        reverse=True,
    )
    for first in {sought.words[0] for sought in _SOUGHT}
}
_JOINED = {
    _singular(name.replace(" ", "")): words
    for words, name, _ in _SOUGHT
    if len(words) > 1 and name.replace(" ", "") not in _BY_FIRST_WORD
}


def _first_credential(words: list[str]) -> str | None:
    start = 0
    while start < len(words):
        found = _name_at(words, start)
        end = start + (1 if found is None else len(found.words))
        if found is not None and not _is_innocent(words, start, end, found.kind):
            return found.name
        start = end
    return None


def _name_at(words: list[str], start: int) -> _Sought | None:
    """Return the longest name of the table that stands at a place."""
    for sought in _BY_FIRST_WORD.get(words[start], ()):
        if tuple(words[start : start + len(sought.words)]) == sought.words:
            return sought
    return None


def _is_innocent(words: list[str], start: int, end: int, kind: Kind) -> bool:
    """Return whether the words beside a credential say that something else is asked for."""
    after = words[end] if end < len(words) else ""
    before = words[start - 1] if start else ""
    if after in ABOUT or after in kind.after or before in kind.before:
        return True
    while start and words[start - 1] in _BETWEEN:
        start -= 1
    if start and words[start - 1] in HOW_MANY:
        return True
    return start > 1 and words[start - 1] == "of" and words[start - 2] in _OF_THEM
