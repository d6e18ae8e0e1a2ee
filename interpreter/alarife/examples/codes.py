"""The codes of examples and what each of them means: the source of their pages in the documentation."""

CODES: dict[str, str] = {
    "E0801": "What an example says after `then` is not so.",
    "E0802": "An example puts something where it can't be, or gives a note a value it can't have.",
    "E0803": "An example supposes something that can't be supposed.",
    "E0804": "A drawing of an example can't be read.",
    "E0805": "An example runs something that speaks to somebody, and does not say to whom.",
    "E0806": "An example names a piece that there is not.",
    "E0807": "An example uses more equal pieces than there are.",
    "E0808": "An example names a player who does not play.",
    "E0809": "An example runs something that can't be run.",
    "E0810": "A drawing shows a side of a piece otherwise than the piece is.",
    "E0811": "A drawing breaks a law of its place.",
    "E0812": "An example does something that the rules refuse.",
    "E0813": "An example expects a refusal, and it is another one or none.",
    "E0814": "An example answers something that is not offered.",
    "E0815": "An example answers, and nobody or somebody else is asked.",
    "E0816": "An outcome of chance that an example fixes never comes.",
    "E0817": "The rules stop while an example runs.",
    "E0818": "An example runs in no configuration.",
}
"""Code → what it means, in one sentence."""
