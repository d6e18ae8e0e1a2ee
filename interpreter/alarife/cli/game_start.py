"""The text of a new game: smallest parts of each kind, which play, to be changed into one's own."""

from __future__ import annotations

_TEXT = """alarife 2
game {name} "{title}"
  > Take chips from the heap. Whoever takes the last one wins.
  players 2..4

chapter components "What is in the box"

piece Chip "chip"
  > There are {{chips = size(Chip)}} chips.
  21 of each

place heap "heap": pile of Chip, starting with Chip
place taken "chips taken": pile of Chip

note whose_turn "on turn": Player = seat(1)

chapter turn "A turn"

value most "Most chips in a turn": number = 3

step play "How the game goes"
  > Take turns taking chips from the heap, at most {{most:word}} at a time.
  repeat until heap is empty
    as whose_turn
      choose n from 1..most where are_there(n) "How many chips do you take?"
      otherwise
        never "because the heap is not empty"
      draw n from heap to taken
    whose_turn := whose_turn.left

rule are_there(n: number) "Enough chips"
  > You can't take more chips than there are.
  n is at most size(heap)

chapter ending "The end"

value winners "Who wins": set of Player
  > Whoever takes the last chip wins.
  those p in Player where heap is empty and p is whose_turn.right

example "The last chip"
  > Ann takes the last two chips and wins.
  given heap = [Chip, Chip]
  when play
  when ann answers 2
  then winners is [ann]
"""


def game_start(name: str) -> str:
    """The text."""
    return _TEXT.format(name=name, title=name.replace("_", " ").capitalize())
