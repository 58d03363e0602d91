"""What has been defined so far, and what ends with the environment it was defined in."""

from tablecheck.latex.macros import Macro

_DEEPEST = 500


class Scopes:
    """The macros, environments, column types and switches in force at one point of the text."""

    def __init__(self) -> None:
        self.macros: dict[str, Macro] = {}
        self.environments: dict[str, tuple[Macro, Macro]] = {}
        self.column_types: dict[str, Macro] = {}
        self.switches: dict[str, bool] = {}
        self.excluded: set[str] = set()
        self._undo: list[tuple[str, Macro | None]] = []
        self._open: list[tuple[str, int]] = []

    def define(self, name: str, macro: Macro | None, everywhere: bool = False) -> None:
        """Give a name a meaning, until the environment ends; ``None`` takes its meaning away."""
        if self._open and not everywhere:
            self._undo.append((name, self.macros.get(name)))
        if macro is None:
            self.macros.pop(name, None)
        else:
            self.macros[name] = macro

    def enter(self, environment: str) -> None:
        """Begin an environment."""
        if len(self._open) < _DEEPEST:
            self._open.append((environment, len(self._undo)))

    def leave(self, environment: str) -> None:
        """End an environment: what was defined in it is forgotten; an end without a beginning is nothing."""
        for depth in range(len(self._open) - 1, -1, -1):
            if self._open[depth][0] == environment:
                mark = self._open[depth][1]
                for name, macro in reversed(self._undo[mark:]):
                    if macro is None:
                        self.macros.pop(name, None)
                    else:
                        self.macros[name] = macro
                del self._undo[mark:]
                del self._open[depth:]
                return

    def open(self) -> tuple[object, ...]:
        """What is open, and what ends with it."""
        return (*self._open, *self._undo)

    def set_switch(self, name: str) -> bool:
        """Obey ``\\footrue`` and ``\\foofalse``; ``False`` where the command is neither."""
        for ending, value in (("true", True), ("false", False)):
            switch = name.removesuffix(ending)
            if switch != name and switch in self.switches:
                self.switches[switch] = value
                return True
        return False
