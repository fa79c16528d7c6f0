"""The page on linting lists every code and option, in the words that the program has for them."""

from __future__ import annotations

from elicitform.schemas.lint.codes import RULES
from tests.support.pages import table_of


def test_every_code_of_a_schema_is_listed_as_the_page_on_checking_has_it() -> None:
    for code, row in table_of("checking-schemas.md", "Code").items():
        assert tuple(RULES[code]) == row, code


def test_every_other_code_is_on_the_page_on_linting() -> None:
    of_schemas = set(table_of("checking-schemas.md", "Code"))
    rows = table_of("lint.md", "Lint code")
    assert list(rows) == [code for code in RULES if code not in of_schemas]
    for code, row in rows.items():
        assert tuple(RULES[code]) == row, code
