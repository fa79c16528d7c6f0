"""The time zone that an author assumes for date-times without an offset."""

from __future__ import annotations

import re
from datetime import timedelta, timezone, tzinfo
from typing import TYPE_CHECKING

from elicitform._declare.remedies import Refused, shown

if TYPE_CHECKING:
    from elicitform._declare.markers import AssumeZone

_OFFSET = r"([+-])([01][0-9]|2[0-3]):([0-5][0-9])"


def zone_of(marker: AssumeZone) -> tzinfo:
    """Return the zone that a marker names.

    Raises:
        Refused: There is no such zone.
    """
    zone = marker.zone
    if isinstance(zone, tzinfo):
        return _known_kind_of_zone(zone)
    if zone == "UTC":
        return timezone.utc
    offset = re.fullmatch(_OFFSET, zone) if isinstance(zone, str) else None
    if offset:
        span = timedelta(hours=int(offset[2]), minutes=int(offset[3]))
        return timezone(-span if offset[1] == "-" else span)
    named = _named_zone(zone)
    if named is None:
        raise Refused(
            "unsupported-constraint",
            f"{shown(zone)} is not a time zone that this machine knows.",
            'Write a name such as "Europe/Oslo" (where the system has no time zone data, the\n'
            'package tzdata brings it), "UTC", or an offset such as "+02:00".',
        )
    return named


def _known_kind_of_zone(zone: tzinfo) -> tzinfo:
    """Refuse zones that others make: some have no hash, and some are a few minutes off."""
    from zoneinfo import ZoneInfo  # noqa: PLC0415  (few forms need it)

    if isinstance(zone, (timezone, ZoneInfo)):
        return zone
    raise Refused(
        "unsupported-constraint",
        f"{shown(zone)} is a {type(zone).__name__}, which is neither zoneinfo's nor datetime's.",
        'Write the name of the zone, such as "Europe/Oslo", or an offset such as "+02:00".',
    )


def _named_zone(name: object) -> tzinfo | None:
    from zoneinfo import ZoneInfo  # noqa: PLC0415  (few forms need it)

    try:
        return ZoneInfo(name) if isinstance(name, str) else None
    except (KeyError, ValueError, OSError):  # not there; no key at all; a folder of zones
        return None
