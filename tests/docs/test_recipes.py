"""Each recipe of docs/recipes.md can be pasted: it runs without what the others import."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from tests.support.pages import Piece, pieces_of
from tests.support.paths import DOCS
from tests.support.snippets import run_piece

PAGE = DOCS / "recipes.md"
RECIPES = [piece for piece in pieces_of(PAGE) if piece.kind in {"python", "setup"}]


@pytest.mark.parametrize("recipe", RECIPES, ids=[piece.section for piece in RECIPES])
def test_a_recipe_runs_by_itself(recipe: Piece, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("recipe")
    monkeypatch.setitem(sys.modules, module.__name__, module)  # where pydantic looks names up
    assert recipe.kind == "python"
    run_piece(recipe, PAGE, vars(module))
