"""What a stage shows: an import contract.

`PUBLIC` in the `__init__` of a stage names the modules that other packages may import; a
sub-package names its own. `lint-imports` checks it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import Any

from importlinter import Contract, ContractCheck, fields, output

SOURCE = Path(__file__).parents[1] / "interpreter"


@cache
def public_names(package: str) -> set[str]:
    """The names in the `PUBLIC` of a package."""
    file = SOURCE / package.replace(".", "/") / "__init__.py"
    for node in ast.parse(file.read_text(encoding="utf-8")).body if file.exists() else ():
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "PUBLIC":
            return set(ast.literal_eval(node.value))
    return set()


def _is_shown(stage: str, module: str) -> bool:
    """Whether every package from the stage down shows the next part of a module's name."""
    package = stage
    for part in module.removeprefix(f"{stage}.").split("."):
        if part not in public_names(package):
            return False
        package = f"{package}.{part}"
    return True


class FacesContract(Contract):
    """Of each stage, others import its public modules only."""

    stages: Any = fields.ListField(subfield=fields.StringField())

    def check(self, graph: Any, verbose: bool) -> ContractCheck:
        """Find the imports that reach past a face."""
        wrong: list[tuple[str, str]] = []
        for stage in self.stages:
            for module in sorted(graph.modules):
                if not module.startswith(f"{stage}.") or _is_shown(stage, module):
                    continue
                wrong += [
                    (importer, module)
                    for importer in sorted(graph.find_modules_that_directly_import(module))
                    if not f"{importer}.".startswith(f"{stage}.")
                ]
        return ContractCheck(kept=not wrong, metadata={"wrong": wrong})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Say which."""
        for importer, module in check.metadata["wrong"]:
            output.print_error(f"{importer} imports {module}, which its stage does not show")
