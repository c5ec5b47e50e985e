from collections.abc import Callable
from typing import final

from iye.mind.proof import Proof

@final
class Core:
    def __new__(cls, memory_mb: int = 64, threads: int = 1, milestone: int = 0) -> Core: ...
    def ask(
        self,
        kinds: bytes,
        tiles: int,
        drum: int,
        own: int,
        other: int,
        goal: int,
        listen: Callable[[], object] | None = None,
        /,
    ) -> bool | None: ...
    def proofs(self) -> list[tuple[int, int, int, bool, int, int]]: ...
    def learn(self, kinds: bytes, tiles: int, proof: Proof, /) -> None: ...
    def stop(self) -> None: ...
    def resume(self) -> None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def path(self) -> list[tuple[int, int]]: ...
