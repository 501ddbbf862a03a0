# SPDX-License-Identifier: Apache-2.0
"""Statements as other languages, or none, would have them: what they look like, and how they are written here.

A form is matched with the words of a statement, a blank between them, and `¦` before the one that has no place.
"""

from __future__ import annotations

import re

TEXT_MAX = 2000
"""Effort: longer statements are compared with no form."""

_PORT = r"(?P<kind>in|out|inout)"
_CALL = r"(?P<kind>fire|init|end)"
_INSTANCE = r"actor \w+(?: \[ .+ \])? = \w+ \( (?:.* , )?"

_FORMS = tuple((re.compile(form), message, hint) for form, message, hint in (
    (_PORT + r" (?P<name>\w+)(?: \[ (?P<count>.+) \])? ¦ ;",
     "a port has a type", "Write '{kind} {name} : TYPE[{count}];', with the type of a token."),
    (_PORT + r" .+ : (?P<type>.+) ¦ \( (?P<count>.+) \) .*;",
     "the rate of a port stands in square brackets", "Write '{type}[{count}]'."),
    (r"(?:in|out|inout|state) .+ : (?P<type>.+) ¦ \* .*;",
     "this is the type of one token or state, to which C gets a pointer", "Write '{type}' without '*'."),
    (r"(?:¦ )?(?P<name>core|node) (?:¦ )?(?:= |: )?(?P<value>\w+) ;",
     "where an actor runs is an annotation", "Write '@{name}({value})' behind the actor's name."),
    (r"¦ const (?P<kind>in|out|inout) .*;",
     "how a port is used stands at its end", "Write 'read_only' there, or nothing: the prototype's const says it."),
    (r"(?P<actor>\w+) -> (?P<out>\w+) ¦ -> (?P<reader>\w+) -> (?P<in>\w+) ;",
     "a port is named behind a point", "Write '{actor}.{out} -> {reader}.{in};'."),
    (r"\w+ ¦ :: .* -> .* ;",
     "a port is named behind a point", "Write '.' for '::'."),
    (r".* -> (?P<actor>\w+(?: \[ .+ \])?) \. \w+ ¦ \. .*",
     "an edge ends at a port, and not inside of an actor", "Name an input of '{actor}'."),
    (r"(?=.*->)(?:.* )?(?P<actor>\w+) ¦ \( (?P<index>.+) \) \. .*",
     "one of several is named in square brackets", "Write '{actor}[{index}]'."),
    (r"(?=.*->).*(?:¦ \.\.|\[ ¦ [*:]) .*",
     "an edge names one actor or port of several", "Write a loop: 'for i in 0..n {{ ... }}', and '[i]' in its edges."),
    (r"delay ¦ (?P<count>\w+) (?P<edge>.+ -> .+) ;",
     "a delay stands behind the target", "Write '{edge} delay {count};'."),
    (r"(?P<edge>.+ -> [^{}]+) ¦ : \w+(?: \[ .+ \])? ;",
     "what type the tokens have stands with the ports", "Write '{edge};'."),
    (r"(?P<source>\w+(?: \[ .+? \])? \. (?P<port>\w+)) ¦ (?:[-=] )?(?:[(\[] )?(?P<count>\w+)(?: [)\]])?(?: =)? (?:->|>)"
     r"(?: [(\[]? ?\w+ ?[)\]]?)? (?P<target>\w+(?: \[ .+? \])? \. \w+.*) ;",
     "how many tokens a firing passes stands with the ports",
     "Write '{source} -> {target};' here, and 'out {port} : TYPE[{count}];' in the actor."),
    (r"(?P<source>.+) -> ¦ (?:[(\[] )?\w+ (?:[)\]] )?(?P<target>\w+(?: \[ .+? \])? \. (?P<port>\w+).*) ;",
     "how many tokens a firing passes stands with the ports",
     "Write '{source} -> {target};' here, and the number in the actor, as in 'in {port} : TYPE[4];'."),
    (r"(?P<edge>.+ -> [^{}]+) ¦ (?:size|capacity|depth|buffer|bound|length) (?:= |\( )?(?P<count>\w+)(?: \))? ;",
     "how many tokens it may hold is an annotation", "Write '{edge} @capacity({count});'."),
    (_PORT + r" (?P<name>\w+) ¦ , \w.*;",
     "a port is declared alone, with its type",
     "Write '{kind} {name} : TYPE[1];', with the type of a token, and the same for each other."),
    (r"(?P<source>.+) -> delay ¦ (?P<count>\w+) -> (?P<target>.+) ;",
     "a delay stands behind the target", "Write '{source} -> {target} delay {count};'."),
    (r"(?P<edge>.+ -> [^{}]+) ¦ (?:(?:init|initial|initials|delays|tokens|with) |\( )(?P<count>\w+)(?: \))? ;",
     "initial tokens are a delay", "Write '{edge} delay {count};'."),
    (r"\w+ ¦ (?:: )?(?P<edge>\w+(?: \[ .+? \])? \. .+ -> .+) ;",
     "an edge begins with its source", "Write '{edge};'."),
    (r"\w+ ¦ \( (?P<source>\w+ \. \w+) , (?P<target>\w+ \. \w+) \) ;",
     "an edge is written with '->'", "Write '{source} -> {target};'."),
    (r"(?P<target>\w+ \. \w+) ¦ = (?P<source>\w+ \. \w+) ;",
     "an edge is written with '->'", "Write '{source} -> {target};'."),
    (r"graph ¦ \w+ .*{|import ¦ \".*",
     "this stands outside of all graphs", "Is the '}}' of the graph before it missing?"),
    (r"typedef ¦ (?P<type>.+) (?P<name>\w+) ;",
     "a type is declared by 'type'", "Write 'type {name} = {type};'."),
    (r"type (?P<name>\w+) ¦ (?P<type>[^=]+) ;",
     "a type is declared with '='", "Write 'type {name} = {type};'."),
    (r"type (?P<name>\w+) = (?P<kind>struct|union|enum) ¦ {",
     "a type of C is declared in a header",
     "Name the header by 'include', and the type so: 'type {name} = {kind} {name};'."),
    (r"(?P<kind>struct|union|enum) ¦ (?P<name>\w+) {",
     "a type of C is declared in a header",
     "Name the header by 'include', and the type so: 'type {name} = {kind} {name};'."),
    (r"(?P<kind>broadcast|roundbuffer|fork|join|slice) (?:\w+ )?¦ \( .*[{;]",
     "a routing actor has ports and no parameters", "Write '{kind} NAME {{ ... }}'."),
    (r"actor (?P<name>\w+) = (?P<instance>\w+ \( .* \)) ¦ \[ (?P<count>.+) \] ;",
     "how many there are stands behind the name", "Write 'actor {name}[{count}] = {instance};'."),
    (r"actor \w+(?: \[ .+ \])? = (?P<template>\w+) ¦ [<{].*",
     "the arguments of an instance stand in round brackets", "Write '{template}(NAME = VALUE)'."),
    (r"actor (?P<name>\w+) (?:¦ :|= new ¦) (?P<instance>.+) ;",
     "an instance is made by '='", "Write 'actor {name} = {instance};'."),
    (r"(?P<source>[^{}]+) -> (?P<target>(?P<actor>\w+)[^{}]*) ¦ -> (?P<next>.+) ;",
     "an edge ends at its targets",
     "Write '{source} -> {target};', and another edge from an output of '{actor}' to '{next}'."),
    (r".+ delay .+ = (?P<first>[^{}]+) ¦ , (?P<more>.+) ;",
     "initial values stand in braces", "Write '{{{first}, {more}}}'."),
    (r".+ delay .+ = ¦ \".*",
     "initial values are numbers", "Leave them out for zero, or have C write them: '= init f(tokens)'."),
    (r"(?P<source>[^{}]+) -> (?P<target>[^{},]+) ¦ , .* -> .*;",
     "every edge ends with ';'", "Write '{source} -> {target};'."),
    (r"(?P<source>[^{}]+) -> (?P<target>[^{},]+) ¦ , (?P<next>.*) ;",
     "several targets stand in braces", "Write '{source} -> {{ {target}, {next} }};'."),
    (r"(?P<edge>.+ -> [^\[\]]+) \[ delay ¦ = (?P<count>.+) \] ;",
     "a delay stands behind the target", "Write '{edge} delay {count};'."),
    (r"(?P<edge>.+ -> .+?) (?P<annotation>@ .+) ¦ delay (?P<count>.+) ;",
     "a delay stands before annotations", "Write '{edge} delay {count} {annotation};'."),
    (r".+ delay .+ = ¦ \[ (?P<values>.+) \] .*;",
     "initial values stand in braces", "Write '{{{values}}}'."),
    (r"param (?P<name>\w+) : ¦ (?P<value>.+) ;",
     "a parameter gets its value by '='", "Write 'param {name} = {value};'."),
    (r"param (?P<type>\w+(?: \w+)*) ¦ (?P<name>\w+) = (?P<value>.+) live ;",
     "the type of a parameter stands behind its name", "Write 'param {name} : {type} = {value} live;'."),
    (r"param \w+(?: \w+)* ¦ (?P<name>\w+) = (?P<value>.+) ;",
     "a parameter is a number without a type", "Write 'param {name} = {value};'."),
    (r"(?:param|graph|actor) .*= ¦ \".*",
     "a parameter is a number, not a text", "Put texts into the C of the actors."),
    (r"(?P<kind>graph|actor) (?P<name>\w+) ¦ (?P<given>\w+(?: = .+)?) {",
     "parameters stand in brackets", "Write '{kind} {name}({given}) {{ ... }}'."),
    (_CALL + r" (?P<function>\w+) ¦ ;",
     "a call has its arguments in brackets",
     "Write '{kind} {function}(...);', with the names of ports, of the state and of parameters."),
    (_CALL + r" ¦ = (?P<call>.+) ;",
     "a call stands right behind its word", "Write '{kind} {call};'."),
    (_CALL + r" (?P<name>\w+) ¦ = (?P<function>\w+) \( .*",
     "outputs are arguments, too", "Name '{name}' in the brackets of '{function}', which gets a pointer to write to."),
    (r"state (?P<name>\w+) : (?P<type>.+?) ¦ = .+ ;",
     "a state is zero at first",
     "Write 'state {name} : {type};'; a function that 'init' names can set it to something else."),
    (_CALL + r" .* ¦ \".*",
     "C gets numbers, ports and states from a graph, and no texts", "Write the text in C."),
    (r"for (?P<name>\w+) in (?P<range>.+) ¦ : .*",
     "the edges of a loop stand in braces", "Write 'for {name} in {range} {{ ... }}'."),
    (r"if ¦ \( .*",
     "a graph has no 'if': it is the same for all data",
     "Choose sizes by expressions with min and max; what depends on data belongs into the C of an actor."),
    (r"¦ - - .*",
     "'--' begins no comment", "A comment begins with '//'."),
    (r"(?P<word>time|period) ¦ = (?P<value>.+) ;",
     "a time stands right behind its word", "Write '{word} {value};'."),
    (r"(?:.* )?@ (?P<name>\w+) ¦ (?:= (?P<value>[\w.]+)|(?P<number>\d+)) .*",
     "what an annotation says stands in brackets", "Write '@{name}({value}{number})'."),
    (_INSTANCE + r"(?:¦ (?P<value>[\d.]+)|(?P<name>\w+) ¦) [,)] .*",
     "an argument of an instance has the name of its parameter", "Write 'NAME = {value}{name}'."),
    (r"(?:¦ )?(?:(?:static|inline|const|unsigned) )*(?:void|int|float|double|char|bool|\w+_t)(?: \*)*(?: ¦)?"
     r" \w+ \( .*[;{]",
     "a graph file holds no functions of C", 'Put it into a C file and name that: source "NAME.c";'),
    (r"(?P<name>\w+) ¦ = (?P<value>[^{]+) ;",
     "a constant is declared by 'param'", "Write 'param {name} = {value};'."),
    (r"(?!fire|init|end|state)(?P<template>\w+) ¦ (?P<name>\w+) \( (?P<given>.*?) ?\) ;",
     "an instance begins with 'actor'", "Write 'actor {name} = {template}({given});'."),
    (r"(?:connect|edge|arc|link|fifo|channel) ¦ (?P<source>\w+ \. \w+) (?:(?:to|,|:) )?(?P<target>\w+ \. \w+) ;",
     "an edge is written with '->'", "Write '{source} -> {target};'."),
    (r"(?:process|node|task|block|kernel|module|component|function|def|class) ¦ (?P<name>\w+) .*",
     "what fires is an 'actor'", "Write 'actor {name} {{ ... }}'."),
    (r"(?!(?:fire|init|end|state|stops|time|period) )(?P<template>\w+) ¦ (?P<name>\w+) ;",
     "an instance begins with 'actor'", "Write 'actor {name} = {template}();'."),
    (r"(?!(?:fire|init|end) )(?:¦ )?(?P<function>\w+) (?:¦ )?\( (?P<given>.*?) ?\) ;",
     "calls stand in actors, behind 'fire', 'init' or 'end'", "Write 'fire {function}({given});' there."),
    (r".*[\w)\]] ¦ [<>] .*",
     "expressions have no such operator",
     "There are + - * / % ** and the functions min, max, floor, ceil, log2 and mod; 'a << b' is 'a * 2 ** b'."),
))  # fmt: skip
"""What a statement looks like, what is wrong with it, and what to do, in the words that were found."""

_TIGHT = re.compile(r" (?=[.,;)\]])|(?<=\w) (?=[(\[])|(?<=[.(\[@]) ")


def advice_by_form(before: str, behind: str) -> tuple[str, str] | None:
    """A message and a hint for a statement whose words `before` the mistake and from it on are joined by blanks."""
    text = f"{before} ¦ {behind}".lstrip()
    if len(text) > TEXT_MAX:
        return None
    for form, message, hint in _FORMS:
        found = form.fullmatch(text)
        if found is not None:
            words = {name: _TIGHT.sub("", word or "") for name, word in found.groupdict().items()}
            if "count" in words:
                words["count"] = words["count"] or "1"
            return message, hint.format(**words)
    return None
