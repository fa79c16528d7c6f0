"""What a client sends back, to the values of a form or to every fault.

How a kind of field is read is in `reader`, the steps around it in `content`, and what a person
reads about a fault in `texts`.
"""
