"""What a module forbids: a rule that an action must obey before it is offered.

In: rules that say which action or menu they forbid something in. Out: the same as rules with the
parameters of that menu, and actions that require them first."""

from __future__ import annotations

from dataclasses import replace

from alarife.diagnostics import Label
from alarife.linking.wording import what_it_is
from alarife.linking.work import Work
from alarife.syntax import tree


def apply_bans(work: Work) -> None:
    """Let actions require what rules forbid otherwise."""
    for rule in list(work.program.rules.values()):
        if rule.forbids:
            _apply(rule, work)


def _apply(rule: tree.Rule, work: Work) -> None:
    p = work.program
    target = work.today(rule.forbids)
    actions = p.actions_of.get(target, [target] if target in p.actions else [])
    menu = p.menus.get(target) or (p.menus.get(p.actions[actions[0]].menu) if actions else None)
    if menu is None:
        other = work.named.get(target)
        message = (
            f"There is no action or menu `{target}` in which something could be forbidden."
            if other is None
            else f"`{target}` is {what_it_is(other)}: only in an action or a menu can something be"
            " forbidden."
        )
        hint = work.hint_for(target, [*p.actions, *p.menus])
        work.report.error("E0267", message, rule.head, hint=hint)
        return
    if rule.params and len(rule.params) != len(menu.params):
        message = (
            f"`{target}` has {len(menu.params)} parameters, and {len(rule.params)} are named here."
        )
        work.report.error("E0237", message, rule.head, Label(menu.head, "declared here"))
        return
    params = [
        replace(old, name=new.name) for old, new in zip(menu.params, rule.params, strict=False)
    ]
    found = replace(rule, params=params)
    p.rules[rule.name] = work.named[rule.name] = found
    for name in actions:
        p.actions[name] = _obeying(p.actions[name], found, menu)


def _obeying(action: tree.Action, rule: tree.Rule, menu: tree.Menu) -> tree.Action:
    """The same action, offered only where a rule holds."""
    at = rule.head
    names = action.menu_params or [field.name for field in menu.params]
    condition: tree.Expr = tree.Name(rule.name, at=at)
    if rule.params:
        condition = tree.Call(rule.name, [tree.Name(name, at=at) for name in names], at=at)
    return replace(action, body=[tree.Require(condition, at=at), *action.body])
