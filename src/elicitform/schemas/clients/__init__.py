"""Which clients and SDKs degrade which field of a form, from dated facts.

``clients.json`` has the facts, `conditions` says when one applies, and `report` reads them.
"""
