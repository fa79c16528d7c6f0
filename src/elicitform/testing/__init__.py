"""For tests of servers that ask with forms."""
