"""The writers of a program, each with what it is there for.

A `Part` writes one sort of thing and keeps what only it needs to know. All write with one writer
(`w`), which has the current body, and ask one another through `parts`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from alarife.lowering.flow.at_once import AtOnceWriter
    from alarife.lowering.flow.blocks import BlockWriter
    from alarife.lowering.flow.decisions import DecisionWriter
    from alarife.lowering.flow.flow import FlowWriter
    from alarife.lowering.flow.procedures import ProcedureWriter
    from alarife.lowering.flow.statements import StatementWriter
    from alarife.lowering.laws.graphs import GraphWriter
    from alarife.lowering.laws.obeying import LawWriter
    from alarife.lowering.offers.chain import ChainWriter
    from alarife.lowering.offers.offers import OfferWriter
    from alarife.lowering.offers.watching import WatchWriter
    from alarife.lowering.offers.why import WhyWriter
    from alarife.lowering.values.functions import FunctionWriter
    from alarife.lowering.writing import Writer


class Parts:
    """All parts of one program."""

    functions: FunctionWriter
    graphs: GraphWriter
    laws: LawWriter
    statements: StatementWriter
    chains: ChainWriter
    why: WhyWriter
    offers: OfferWriter
    blocks: BlockWriter
    decisions: DecisionWriter
    at_once: AtOnceWriter
    flow: FlowWriter
    procedures: ProcedureWriter
    watches: WatchWriter

    def __init__(self, writer: Writer) -> None:
        self.writer = writer


class Part:
    """A writer of one sort of thing."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.w = parts.writer
