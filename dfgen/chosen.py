# SPDX-License-Identifier: Apache-2.0
"""What options choose: the platform, and whether there is what they name."""

from __future__ import annotations

from collections.abc import Sequence

from dfgen.engine_choice import NO_ENGINES, engines_named, refuse_unknown
from dfgen.mapping.fusing import FUSIONS
from dfgen.mapping.helping import HELPING
from dfgen.mapping.mappers import MAPPERS
from dfgen.memory.strategies import STRATEGIES
from dfgen.model.calibration import calibrated
from dfgen.model.compile_options import CONTRACTIONS, CompileOptions
from dfgen.model.diagnostics import fail
from dfgen.model.dumps import counted
from dfgen.model.network import NODES_MAX
from dfgen.model.platform import Platform, default_platform, host_platform, load_platform, with_cores, with_nodes

MAX_CORES = 64
STAGES = ("graph", "facts", "schedule", "plan", "program")


def choose_platform(options: CompileOptions, core_names: Sequence[str] = ()) -> Platform:
    """`core_names`: the cores that the graph comes with; they count where the user says nothing else."""
    own = 0 if options.platform_given or options.cores else len(core_names)
    if own > MAX_CORES:
        message = f"the architecture of this graph has {own} cores, more than a program can use"
        raise fail("option-unknown", message, None, f"Say --cores {MAX_CORES}, or fewer.")
    if options.platform == "default":
        platform = default_platform(options.cores or own or None)
    else:
        platform = calibrated(host_platform()) if options.platform == "host" else load_platform(options.platform)
        refuse_unknown(platform, options.platform)
        _refuse_more_nodes(platform, options)
        platform = with_cores(platform, options.cores or own or platform.core_count)
    return with_nodes(platform, options.nodes)


def _refuse_more_nodes(platform: Platform, options: CompileOptions) -> None:
    """A file that describes no nodes leaves open how many there are; of those that one describes, no more are known."""
    known = len(platform.nodes)
    if known and options.nodes is not None and options.nodes > known:
        message = f"'{options.platform}' describes {counted(known, 'node')}, and --nodes {options.nodes} asks for more"
        hint = f"Say --nodes {known} or less, or describe the others in further [[nodes]], also by 'count'."
        raise fail("option-unknown", message, platform.nodes[-1].span, hint)


def usable(platform: Platform) -> tuple[Platform, tuple[str, ...]]:
    """The platform with no more cores than a program can use, and a note if it has more."""
    if platform.core_count <= MAX_CORES:
        return platform, ()
    note = f"platform '{platform.name}' has {platform.core_count} cores; a program uses {MAX_CORES} at most"
    return with_cores(platform, MAX_CORES), (note,)


def check_options(options: CompileOptions) -> None:
    """Raises `UserError` for values that no option has, and for platforms that cannot be read."""
    _check_names(options)  # a platform of so many cores or nodes as nobody has would take long to make
    choose_platform(options)


def _check_names(options: CompileOptions) -> None:
    for name in options.candidates:
        if name not in STRATEGIES or not STRATEGIES[name].may_be_candidate:
            known = ", ".join(s.name for s in STRATEGIES.values() if s.may_be_candidate)
            message = f"'{name}' is not a transfer strategy that a program can choose as it starts"
            raise fail("option-unknown", message, None, f"Valid here: {known}.")
    if options.mapper not in MAPPERS:
        raise fail(
            "option-unknown", f"there is no mapper '{options.mapper}'", None, f"Valid here: {', '.join(MAPPERS)}."
        )
    if options.fusion not in FUSIONS:
        raise fail(
            "option-unknown", f"there is no way '{options.fusion}' to fuse", None, f"Valid here: {', '.join(FUSIONS)}."
        )
    if options.helping not in HELPING:
        message = f"there is no way '{options.helping}' for cores to help each other"
        raise fail("option-unknown", message, None, f"Valid here: {', '.join(HELPING)}.")
    if options.fp_contract not in CONTRACTIONS:
        message = f"there is no contraction '{options.fp_contract}' of floating-point operations"
        raise fail("option-unknown", message, None, f"Valid here: {', '.join(CONTRACTIONS)}.")
    engines_named(options.engines or NO_ENGINES)
    for stage in options.dump:
        if stage not in STAGES:
            raise fail(
                "option-unknown", f"there is no stage '{stage}' to dump", None, f"Valid here: {', '.join(STAGES)}."
            )
    if options.cores is not None and options.cores > MAX_CORES:
        message = f"{options.cores} cores are more than a program can use"
        raise fail("option-unknown", message, None, f"Use {MAX_CORES} at most.")
    if options.nodes is not None and options.nodes > NODES_MAX:
        message = f"{options.nodes} nodes are more than a program can use"
        raise fail("option-unknown", message, None, f"Use {NODES_MAX} at most.")
