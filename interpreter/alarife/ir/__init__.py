"""The intermediate representation: the program as a small set of frozen nodes between the checked
tree and code. `nodes` are what there is, `ops` the operators, `walk` goes over them, `passes`
improve them, `verify` states what must hold, `show` prints them and reads them back."""

PUBLIC = (
    "functions",
    "liveness",
    "nodes",
    "ops",
    "passes",
    "show",
    "statements",
    "switches",
    "verify",
    "walk",
)
"""Its modules that other packages may import."""
