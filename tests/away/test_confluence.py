"""Two logs come to the same state on both sides, whatever arrives when: see docs/away.md."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from iye.away import entries as said
from iye.away.agreed import Agreed, Ended
from iye.away.confluence import Confluence
from iye.away.entries import Entry
from iye.away.fair import commitment
from iye.rules import Player, legal_moves

NAME = "ab" * 16


@dataclass
class Side:
    """One player's view of a match, and what they have not heard yet of the other's log."""

    player: Player
    rng: Random
    known: Confluence = field(default_factory=lambda: Confluence.fresh(NAME))
    nonce: str = ""
    backs: list[int] = field(default_factory=list)

    @property
    def state(self) -> Agreed:
        return self.known.state

    def say(self, entry: Entry) -> None:
        """Say something, which has to be what the rules allow."""
        checked = self.known.heard(self.player, (entry,))
        self.known = self.known.said(self.player, entry)
        assert checked.state == self.known.state
        self._note()

    def hear(self, other: Side, count: int) -> None:
        """Hear the next entries of the other's log."""
        have = len(self.known.log(other.player))
        news = other.known.log(other.player)[have : have + count]
        self.known = self.known.heard(other.player, news)
        self._note()

    def _note(self) -> None:
        if self.state.ended is None:  # giving up takes precedence of going back
            self.backs.append(self.state.backs)

    def act(self) -> None:
        """Say one of the things that can be said."""
        choices = tuple(self._choices())
        if choices:
            self.say(self.rng.choice(choices))

    def _choices(self) -> list[Entry]:
        state, me, other = self.state, self.player, self.player.other
        on, seen = state.digest, len(self.known.log(other))
        found: list[Entry] = []
        if state.begun[me - 1] is None:
            return [said.Begin(on, seen, str(me), 1)]
        if state.ended in (Ended.LEFT, Ended.FOLLOWED):
            return []
        if state.dealing and state.commits[me - 1] is None:
            self.nonce = self.rng.randbytes(16).hex()
            return [said.Commit(on, seen, commitment(state.draw, me, self.nonce))]
        if None not in state.commits and state.nonces[me - 1] is None:
            return [said.Reveal(on, seen, self.nonce)]
        cycle = state.match.current
        if cycle is not None and cycle.position.mover is me and state.ended is None:
            moves = legal_moves(cycle.position)
            found += [said.Made(on, seen, str(self.rng.choice(moves)))] * 6
        if state.chooser is me:
            found += [said.First(on, seen, self.rng.choice((1, 2)))] * 3
        found += self._consents(on, seen)
        return found

    def _consents(self, on: str, seen: int) -> list[Entry]:
        state, me, other = self.state, self.player, self.player.other
        found: list[Entry] = []
        asked = state.asks[other - 1]
        if asked is not None:
            found += [said.Agree(on, seen, asked.consent.value, asked.number)] * 3
            found.append(said.Refuse(on, seen, asked.number))
        if state.set_up and state.asks[me - 1] is None and state.ended is None:
            found += [said.Ask(on, seen, "undo", *target) for target in self._targets()] * 2
            if self.rng.random() < 0.05:
                found.append(said.Ask(on, seen, "abandon"))
        return found

    def _targets(self) -> list[tuple[int, int]]:
        cycles = self.state.match.cycles
        return [(len(cycles), len(cycles[-1].moves) - 1)] if cycles and cycles[-1].moves else []


def play(rng: Random, steps: int) -> tuple[Side, Side]:
    """Let two sides say and hear things in any order, and at the end everything."""
    sides = Side(Player.ONE, rng), Side(Player.TWO, rng)
    for _ in range(steps):
        one, other = rng.sample(sides, 2)
        if rng.random() < 0.5:
            one.act()
        else:
            one.hear(other, rng.choice((1, 1, 2, 5)))
    for one, other in (sides, sides[::-1]):
        one.hear(other, said.MOST)
    return sides


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 160))
def test_whatever_is_said_and_heard_in_any_order_both_come_to_the_same(
    seed: int, steps: int
) -> None:
    one, two = play(Random(seed), steps)
    assert one.known.logs == two.known.logs
    assert one.state == two.state == Confluence.of(NAME, one.known.logs).state


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 160))
def test_what_both_have_taken_back_is_never_put_forward_again(seed: int, steps: int) -> None:
    for side in play(Random(seed), steps):
        assert side.backs == sorted(side.backs)


def test_random_matches_reach_undos_later_cycles_and_ends() -> None:
    """The two tests above are about something."""
    states = [play(Random(seed), 500)[0].state for seed in range(30)]
    assert sum(state.backs > 2 for state in states) > 5
    assert (
        sum(len(state.match.cycles) > 1 or state.match.winner is not None for state in states) > 2
    )
    assert {state.ended for state in states} >= {None, Ended.ABANDONED}
