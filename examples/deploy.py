"""The form of the README: where to deploy, on how many machines, and whether to go ahead."""

from typing import Literal

from pydantic import Field

from elicitform import Form


class Deploy(Form):
    """Asked before every deploy."""

    environment: Literal["staging", "production"] = Field(
        description="Target environment for the deploy"
    )
    replicas: int = Field(default=1, ge=1, le=10)
    confirm: bool = Field(description="Proceed with the deploy")


def main() -> None:
    """Read three answers as a client might send them."""
    answer = {"environment": "staging", "replicas": 3.0, "confirm": True}
    print(Deploy.parse_response({"action": "accept", "content": answer}))
    print(Deploy.parse_response({"action": "decline"}))
    try:
        Deploy.parse_response({"action": "accept", "content": {"environment": "Staging"}})
    except ValueError as error:
        print(error)


if __name__ == "__main__":
    main()
