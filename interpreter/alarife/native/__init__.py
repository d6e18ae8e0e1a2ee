"""Native text: the generated text of a game compiled to machine code, on request.

`writing` makes a class of Cython of a text, `compiler` compiles it, `keeping` puts the library into
the user's cache and finds it there. A library is known by the text it was made of; nothing of a
rule file is compiled but the text that Python would carry out otherwise, and only when somebody
asks for it (`alarife compile`)."""

PUBLIC = (
    "compiler",
    "keeping",
)
"""Its modules that other packages may import."""
