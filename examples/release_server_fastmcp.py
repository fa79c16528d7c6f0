"""A server on FastMCP that asks what to release; ``server.run()`` serves it over stdio."""

from fastmcp import Context, FastMCP
from pydantic import Field

from elicitform import Accepted, Form, LateChoice, Rejected, Unavailable, ask, resumable

server = FastMCP("Releases")


class Release(Form, message="What should be released?"):
    """The branches are known when the tool is called."""

    branch: LateChoice
    version: str = Field(description="Such as 1.4.0")
    notes: str | None = None


async def find_branches() -> list[str]:
    """Stand in for a look into the repository."""
    return ["main", "next"]


async def check_version(wish: Release) -> None:
    """Stand in for a look into the registry."""
    if wish.version in {"1.0.0", "1.1.0"}:
        raise Rejected("version", "is released already")


@server.tool
@resumable
async def release(ctx: Context) -> str:
    """Release what a person says."""
    form = Release.with_choices(branch=await find_branches())  # looked up in every round
    match await ask(ctx, form, check=check_version, timeout=300):
        case Accepted(wish):  # below the last question: this runs once
            return f"Released {wish.branch} as {wish.version}, notes: {wish.notes or 'none'}."
        case Unavailable(reason):
            return f"Released nothing: there is no answer ({reason})."
    return "Released nothing: nobody agreed to it."


if __name__ == "__main__":
    server.run()
