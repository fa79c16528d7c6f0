"""A preview as one page, which needs no network, no script and no other file."""

from __future__ import annotations

import base64
import hashlib
import html
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from elicitform._preview.views import preview_of
from elicitform.schemas.clients.facts import known_facts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jinja2 import Template

    from elicitform._form.form import Form
    from elicitform._preview.replies import Reply
    from elicitform._preview.views import FormOrSchema, Preview


def preview_html(form_or_schema: FormOrSchema, *, clients: Iterable[str] = ()) -> str:
    """Return a page that shows a form as people will see it, client by client.

    The page is whole in itself: it loads nothing, runs no script, and its content security policy
    allows neither.

    Args:
        form_or_schema: A form, or any ``requestedSchema`` as `json.loads` makes it.
        clients: The clients to show it in, by short name or name; by default those of which is
            known what they send.

    Returns:
        An HTML document.

    Raises:
        ImportError: Jinja2 is not installed.
        SchemaError: The schema is not valid.
        FormDefinitionError: The form is abstract, or awaits choices.
        UnknownClientError: There are no facts about a client of that name.

    Example:
        >>> Path("deploy.html").write_text(preview_html(Deploy), encoding="utf-8")
    """
    if find_spec("jinja2") is None:
        raise ImportError(
            "a page needs Jinja2, which is not installed: run `pip install 'elicitform[preview]'`"
        )
    name = "" if isinstance(form_or_schema, dict) else None
    return page_of([preview_of(form_or_schema, name=name, clients=clients)])


def notebook_html(form: type[Form]) -> str | None:
    """Return a form for a notebook: its page in a frame, or None where that cannot be made.

    It cannot where Jinja2 is not installed, and of a form that is abstract or awaits choices.
    """
    if find_spec("jinja2") is None or form.__elicit_form__.unready:
        return None
    page = html.escape(preview_html(form), quote=True)
    return f'<iframe title="Preview" sandbox width="100%" height="600" srcdoc="{page}"></iframe>'


def page_of(previews: list[Preview], *, served: bool = False, reply_to: Reply | None = None) -> str:
    """Return the page that shows these forms.

    Args:
        previews: The forms.
        served: The forms can be filled in and sent.
        reply_to: What came of one of them that was sent.
    """
    style = _file("page.css")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return _template().render(
        previews=previews,
        served=served,
        reply_to=reply_to,
        style=style,
        policy=f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; "
        + ("form-action 'self'" if served else "form-action 'none'"),
        date=known_facts().date,
    )


@lru_cache(maxsize=1)
def _template() -> Template:
    from jinja2 import Environment, StrictUndefined  # noqa: PLC0415  (Jinja2 is an extra)

    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.from_string(_file("page.html.jinja"))


def _file(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")
