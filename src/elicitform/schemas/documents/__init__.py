"""Every ``requestedSchema`` in files of JSON and YAML, wherever in a document it is.

`files` reads them and knows their kinds, `json_text` and `yaml_text` turn text into values that
remember where they stand, and `finder` knows everything that carries a schema.
"""
