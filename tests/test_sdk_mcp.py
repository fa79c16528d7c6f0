"""The official SDK sends our schemas unchanged, and reads answers by our rules."""

import asyncio
import json
import warnings
from collections.abc import Awaitable, Callable
from datetime import date, datetime
from enum import Enum
from typing import Annotated, Any, Literal

import pytest
from pydantic import AnyUrl, BaseModel, EmailStr, Field, HttpUrl

from elicitform import (
    Accepted,
    Cancelled,
    Declined,
    Form,
    Format,
    FormWarning,
    InvalidContent,
    MalformedResponse,
    MultiSelect,
    Titles,
)

pytest.importorskip("mcp", reason="the SDK needs a newer pydantic than we do")

from mcp import Client, ClientSession, MCPError
from mcp.client import ClientRequestContext
from mcp.client._memory import InMemoryTransport
from mcp.server.elicitation import render_elicitation_schema
from mcp.server.mcpserver import (
    AcceptedElicitation,
    CancelledElicitation,
    Context,
    DeclinedElicitation,
    Elicit,
    ElicitationResult,
    MCPServer,
    Resolve,
)
from mcp.types import (
    CallToolResult,
    ClientCapabilities,
    ElicitationCapability,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitRequestParams,
    ElicitResult,
    Implementation,
    InitializedNotification,
    InitializeRequest,
    InitializeRequestParams,
    InitializeResult,
    TextContent,
)
