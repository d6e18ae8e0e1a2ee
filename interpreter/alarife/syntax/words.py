"""The words of the language, by where they stand, and how messages speak of them.

Kept equal to the grammar by a test.
"""

from __future__ import annotations

DECLARATIONS = [
    "chapter",
    "section",
    "kind",
    "type",
    "piece",
    "neutral",
    "place",
    "note",
    "value",
    "table",
    "rule",
    "law",
    "graph",
    "moment",
    "step",
    "menu",
    "action",
    "option",
    "ruling",
    "example",
    "question",
    "tell",
    "aid",
    "box",
    "term",
    "forbid",
    "change",
    "before",
    "after",
    "instead",
    "whenever",
    "fill",
    "more",
    "only",
    "order",
    "formerly",
    "when",
]
"""Words that begin a declaration."""

HEADS = ("game", "library", "module", "preset")
"""Words that begin the head of a file."""

HEAD_LINES = ("players", "uses", "needs", "excludes", "with", "set")
"""Words that begin a line under the head."""

STATEMENTS = [
    "pass",
    "never",
    "stop",
    "end",
    "let",
    "move",
    "draw",
    "pick",
    "shuffle",
    "swap",
    "turn",
    "roll",
    "show",
    "tell",
    "together",
    "now",
    "require",
    "choose",
    "may",
    "if",
    "otherwise",
    "for",
    "repeat",
    "as",
]
"""Words that begin a statement."""

EXAMPLE_LINES = ("given", "when", "then")
"""Words that begin a line of an example."""

LONG_FORMS = ("every", "some", "no", "count", "sum", "list", "those", "the", "rank")
"""Words that begin an expression which reaches to its end."""

NEVER_NAMES = (
    *("afterwards", "can", "count", "every", "list", "module", "no", "none", "not", "rank"),
    *("some", "sum", "the", "those", "yes"),
)
"""Words that begin a value or a condition: nothing can be called so, as it could never be read."""

DECLARATION_FORMS = {
    "chapter": 'chapter name "Title"',
    "section": 'section name "Title"',
    "kind": 'kind Name(fields) "title"',
    "type": 'type Name(fields) "title" is Other',
    "piece": 'piece Name(fields) "title" is Type',
    "neutral": 'neutral name "Title"',
    "place": 'place name[key] "title": set of Piece, seen by all',
    "note": 'note name[key] "title": number = 0',
    "value": 'value name(parameters) "Title": number = expression',
    "table": 'table name[key] "Title": number',
    "rule": 'rule name(parameters) "Title"',
    "law": 'law name(g: grid of Piece) "Title"',
    "graph": 'graph name(g: grid of Piece) "title"',
    "moment": 'moment name(parameters) "Title"',
    "step": 'step name(parameters) "Title"',
    "menu": 'menu name(parameters) "Title"',
    "action": 'action name in menu "Title"',
    "option": 'option name "Title": yes/no = no',
    "ruling": 'ruling name "Question?" = choice',
    "example": 'example "Title"',
    "question": 'question "Question?"',
    "tell": "tell name after other",
    "aid": 'aid name "Title": names',
    "box": 'box name "thing" = number',
    "term": 'term name "Title"',
    "forbid": 'forbid action(parameters) as label "Title" when condition',
    "change": 'change name(pattern) as label "Title" when condition to expression',
    "before": 'before step(pattern) as label "Title" when condition',
    "after": 'after step(pattern) as label "Title" when condition',
    "instead": 'instead of step(pattern) as label "Title" when condition',
    "whenever": 'whenever x: Piece leaves place[key] as label "Title" when condition',
    "fill": 'fill step(parameters) "Title"',
    "more": 'more Name "Title"',
    "only": 'only Name "Title"',
    "order": "order label before label",
    "formerly": "formerly old now new",
    "when": "when condition",
}
"""The first line of each declaration; what need not be there is shown too."""

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""Numbers as they are written out in sentences, where people write them in rules, too."""
STATEMENT_FORMS = {
    "never": 'never "because …"',
    "end": "end the game",
    "let": "let name = expression",
    "move": "move what to place",
    "draw": "draw number from place to place",
    "pick": "pick name from set at random",
    "shuffle": "shuffle place",
    "swap": "swap one with other",
    "turn": "turn piece to value` or `turn face of piece to value",
    "roll": "roll dice",
    "show": "show what to player",
    "tell": "tell player whether condition` or `tell player what expression",
    "now": "now moment",
    "require": "require condition",
    "choose": 'choose name from set where condition "Question?"',
    "if": "if condition",
    "otherwise": "otherwise` or `otherwise if condition",
    "for": "for each name in set where condition",
    "repeat": (
        "repeat while condition`, `repeat until condition`, `repeat number times` or"
        " `repeat up to number times"
    ),
    "as": "as player` or `as each name in set",
    "given": "given condition` or `given map place",
    "then": "then condition` or `then refused by rule",
}
"""The first line of each statement, and of the lines of examples."""

FOREIGN_STATEMENTS = {
    "else": "otherwise",
    "elif": "otherwise if",
    "elsif": "otherwise if",
    "elseif": "otherwise if",
    "unless": "if not",
    "while": "repeat while",
    "until": "repeat until",
    "loop": "repeat",
    "foreach": "for each",
    "var": "let",
    "set": "let` or `:=",
    "put": "move",
    "place": "move",
    "take": "move",
    "deal": "draw",
    "exchange": "swap",
    "reveal": "show",
    "flip": "turn",
    "assert": "require",
    "call": "now",
    "emit": "now",
    "trigger": "now",
    "skip": "pass",
    "nothing": "pass",
}
"""How other languages and people begin a statement → what it is here."""

FOREIGN_DECLARATIONS = {
    "def": "step` or `value",
    "function": "value` or `step",
    "procedure": "step",
    "class": "type` or `piece",
    "enum": "kind",
    "const": "value",
    "constant": "value",
    "var": "note",
    "variable": "note",
    "counter": "note",
    "import": "uses",
    "include": "uses",
    "event": "moment",
    "setting": "option",
    "component": "piece",
    "card": "piece",
    "test": "example",
    "override": "change",
    "replace": "instead of",
    "extend": "more",
    "if": "when",
}
"""How other languages and people begin a declaration → what it is here."""

FOREIGN_OPERATORS = {
    "equals": "is",
    "equal": "is",
    "isnt": "is not",
    "greater": "is more than",
    "bigger": "is more than",
    "larger": "is more than",
    "higher": "is more than",
    "above": "is more than",
    "over": "is more than",
    "fewer": "is less than",
    "smaller": "is less than",
    "lower": "is less than",
    "below": "is less than",
    "under": "is less than",
    "plus": "+",
    "minus": "-",
    "times": "*",
    "modulo": "mod",
    "divided": "div",
    "per": "div",
    "else": "otherwise",
    "notin": "is not in",
    "within": "is in",
    "of": "in",
    "xor": "is not",
}
"""Words that people put between two values → what stands there."""

FOREIGN_SIGNS = {
    "==": "is",
    "=>": "is at least",
    "!=": "is not",
    "<>": "is not",
    "≠": "is not",
    ">=": "is at least",
    "≥": "is at least",
    "<=": "is at most",
    "≤": "is at most",
    ">": "is more than",
    "<": "is less than",
    "&&": "and",
    "&": "and",
    "||": "or",
    "|": "or",
    "!": "not",
    "//": "div",
    "/": "div",
    "%": "mod",
    "×": "*",
    "÷": "div",
    "**": "*",
    "–": "-",
    "—": "-",
    "−": "-",
    "“": '"',
    "”": '"',
    "„": '"',
    "«": '"',
    "»": '"',
    "'": '"',
    "’": '"',
    "…": "..",
    "...": "..",
    "++": "+= 1",
    "--": "-= 1",
}
"""Signs of other languages → what is written here."""
