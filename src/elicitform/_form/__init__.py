"""The class `Form`: its methods, its class statement, and the forms made of it at run time.

The class statement is in `meta`, methods that make another form of one are in `variants`.
"""
