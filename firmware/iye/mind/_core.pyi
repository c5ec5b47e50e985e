from collections.abc import Callable
from typing import final

@final
class Core:
    def __new__(cls, memory_mb: int = 64) -> Core: ...
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
    def stop(self) -> None: ...
    def resume(self) -> None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def path(self) -> list[tuple[int, int]]: ...
