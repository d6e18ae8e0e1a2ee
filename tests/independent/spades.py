"""Spades in plain Python: cards that may be played, who takes a trick, points. It shares nothing
with the rule file."""

from __future__ import annotations

from dataclasses import dataclass, field

RANKS: list[str] = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "jack", "queen", "king", "ace",
]  # fmt: skip
Card = tuple[str, str]


@dataclass
class Hand:
    """One hand: cards of the seats 1 to 4, and what has been played."""

    cards: dict[int, set[Card]]
    bids: dict[int, int] = field(default_factory=dict)
    tricks: dict[int, int] = field(default_factory=lambda: dict.fromkeys((1, 2, 3, 4), 0))
    trick: list[tuple[int, Card]] = field(default_factory=list)
    broken: bool = False
    turn: int = 0

    def playable(self, seat: int) -> set[Card]:
        """The cards that this seat may play now."""
        held = self.cards[seat]
        if self.trick:
            suit = self.trick[0][1][0]
            return {c for c in held if c[0] == suit} or set(held)
        plain = {c for c in held if c[0] != "spades"}
        return set(held) if self.broken or not plain else plain

    def play(self, seat: int, card: Card) -> None:
        """Play a card; whoever takes the trick leads."""
        self.cards[seat].remove(card)
        self.trick.append((seat, card))
        self.broken |= card[0] == "spades"
        self.turn = seat % 4 + 1
        if len(self.trick) < 4:
            return
        led = self.trick[0][1][0]

        def order(entry: tuple[int, Card]) -> tuple[int, int]:
            suit, rank = entry[1]
            return (2 if suit == "spades" else int(suit == led), RANKS.index(rank))

        winner = max(self.trick, key=order)[0]
        self.tricks[winner] += 1
        self.turn = winner
        self.trick = []


def score(hand: Hand, seats: tuple[int, int], points: int, bags: int) -> tuple[int, int]:
    """Points and bags of two partners after a hand."""
    bidders = [s for s in seats if hand.bids[s]]
    bid, won = sum(hand.bids[s] for s in bidders), sum(hand.tricks[s] for s in bidders)
    extra = won - bid
    if extra < 0:
        points, extra = points - 10 * bid, 0
    else:
        points += 10 * bid
    for s in set(seats) - set(bidders):
        points += -100 if hand.tricks[s] else 100
        extra += hand.tricks[s]
    points, bags = points + extra, bags + extra
    return points - 100 * (bags // 10), bags % 10
