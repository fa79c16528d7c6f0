"""A server whose tool asks with the form of its argument, and logs what comes back.

``ASKED`` in the environment names a file with the schemas, and ``ANSWERED`` the file of the log.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.types import InputRequiredResult

server = MCPServer("Asks")
SCHEMAS: dict[str, Any] = json.loads(Path(os.environ["ASKED"]).read_text(encoding="utf-8"))


@server.tool()
async def ask(kind: str, ctx: Context) -> str | InputRequiredResult:
    """Ask with one field of a kind."""
    message, schema = f"Field: {kind}", SCHEMAS[kind]
    if ctx.session.protocol_version < "2026-07-28":
        result = await ctx.session.elicit_form(message, schema, related_request_id=ctx.request_id)
        return _logged(kind, result.model_dump(mode="json", exclude_unset=True))
    if not ctx.input_responses:
        params = {"mode": "form", "message": message, "requestedSchema": schema}
        request = {"method": "elicitation/create", "params": params}
        return InputRequiredResult.model_validate({"inputRequests": {"asked": request}})
    answer: Any = ctx.input_responses["asked"]
    return _logged(kind, answer.model_dump(mode="json", exclude_unset=True))


def _logged(kind: str, result: dict[str, Any]) -> str:
    told = {"kind": kind, "action": result["action"], "content": result.get("content")}
    with Path(os.environ["ANSWERED"]).open("a", encoding="utf-8") as log:
        log.write(json.dumps(told) + "\n")
    return json.dumps(told)


if __name__ == "__main__":
    server.run()
