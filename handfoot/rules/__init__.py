"""Rules as data: the language, its files, and everything wrong with them.

Here stand the chapters, one module each, and the rulebook that they make. The other
rooms, each using only those before it:

- ``reports``: problems of files, their codes, and how they are shown.
- ``source``: strict YAML, every value with its line and column.
- ``language``: what chapters are made of: keys, values that vary, words.
- the chapters, `rulebook`, `ruleset`.
- ``checking``: types and forms by the schema, and keys against each other.
- ``reading``: from files, with all they extend, to a ruleset; `loading` is its door.
- ``authoring``: rules written back: YAML, differences, mends, the pages of the docs.
"""
