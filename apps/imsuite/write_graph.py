# SPDX-License-Identifier: Apache-2.0
"""Write the graph of the kernels for a number of places, and the C functions that have a parameter for each port:

    python apps/imsuite/write_graph.py 14 [--cores 2] [--strategy memcpy] [-o FOLDER]

makes imsuite_14.sdf, actors/places_14.c and actors/places_14.h in the folder, by default that of this script. Each
place has a FIFO to each other one, whose first token is empty. Places are spread over the cores in blocks.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
SOURCES = ("place", "network", "input", "lcr", "hs", "bf", "by", "mis", "mst")
PLACES_MOST = 16

HEAD = """\
// SPDX-License-Identifier: Apache-2.0
// Kernels of distributed algorithms at {places} places: kernel 0 is LCR, 1 HS, 2 BF, 3 BY, 4 MIS, 5 MST. Written by
// write_graph.py.
graph {name}(kernel = 0, nodes = 64, closure = 0) {{
    include "actors/places_{places}.h";
    source {sources};
    type place = place;
    object struct closure {{ matrix[cells]; }}
"""

PLACE = """
    actor p{me} @core({core}) {{
        state here : place;
        init open_place(kernel, {me}, {places}, nodes, closure, here);
        fire fire_{place}(here, {ports});
        end close_place(here);
        {mark};
{declared}
    }}
"""


def others(me: int, places: int) -> list[int]:
    return [other for other in range(places) if other != me]


def place(me: int, places: int, cores: int) -> str:
    inputs = [f"from{other}" for other in others(me, places)]
    outputs = [f"to{other}" for other in others(me, places)]
    declared = [f"        in {name} : object struct message[1];" for name in inputs]
    declared += [f"        out {name} : object struct message[1] up to 64KiB;" for name in outputs]
    return PLACE.format(
        me=me,
        core=me * cores // places,
        places=places,
        place=f"place_{places}",
        ports=", ".join([*inputs, *outputs]),
        mark="effect; stops" if me == 0 else "effect",
        declared="\n".join(declared),
    )


def graph(name: str, places: int, cores: int, strategy: str) -> Iterator[str]:
    sources = ", ".join(f'"actors/{source}.c"' for source in (*SOURCES, f"places_{places}"))
    yield HEAD.format(name=name, places=places, sources=sources)
    for me in range(places):
        yield place(me, places, cores)
    yield "\n"
    transfer = f" @transfer({strategy})" if strategy else ""
    for source in range(places):
        for target in others(source, places):
            yield f"    p{source}.to{target} -> p{target}.from{source} delay 1{transfer};\n"
    yield "}\n"


def prototype(places: int) -> str:
    parameters = [f"const df_ref *in{n}" for n in range(places - 1)] + [f"df_ref *out{n}" for n in range(places - 1)]
    lines = [f"void fire_place_{places}(place *here"]
    for parameter in parameters:
        if len(lines[-1]) + len(parameter) + 2 > 108:
            lines[-1] += ","
            lines.append(" " * len(f"void fire_place_{places}(") + parameter)
        else:
            lines[-1] += f", {parameter}"
    return "\n".join(lines) + ")"


def list_of(name: str, places: int) -> str:
    return "{" + ", ".join(f"{name}{n}" for n in range(places - 1)) + "}"


def header(places: int) -> str:
    guard = f"PLACES_{places}_H"
    return f"""\
/* SPDX-License-Identifier: Apache-2.0 */
/* A round of one of {places} places. Written by write_graph.py. */
#ifndef {guard}
#define {guard}

#include "imsuite.h"

{prototype(places)};

#endif
"""


def code(places: int) -> str:
    return f"""\
/* SPDX-License-Identifier: Apache-2.0 */
/* A round of one of {places} places. Written by write_graph.py. */
#include "places_{places}.h"

{prototype(places)}
{{
    const df_ref *const in[] = {list_of("in", places)};
    df_ref *const out[] = {list_of("out", places)};
    fire_place(here, in, out);
}}
"""


def write(folder: Path, places: int, cores: int, strategy: str = "") -> Path:
    """Where the graph is. The actors beside it are those of this folder, or copies of them."""
    name = f"imsuite_{places}"
    (folder / "actors").mkdir(parents=True, exist_ok=True)
    (folder / "actors" / f"places_{places}.h").write_text(header(places), encoding="utf-8")
    (folder / "actors" / f"places_{places}.c").write_text(code(places), encoding="utf-8")
    path = folder / f"{name}.sdf"
    path.write_text("".join(graph(name, places, cores, strategy)), encoding="utf-8")
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the graph of the kernels for a number of places.")
    parser.add_argument("places", type=int, choices=range(2, PLACES_MOST + 1), metavar="PLACES")
    parser.add_argument("--cores", type=int, default=2, metavar="N", help="over which places are spread (default: 2)")
    parser.add_argument("--strategy", default="", help="of all FIFOs, such as memcpy (default: dfgen chooses)")
    parser.add_argument("-o", "--output", type=Path, default=HERE, metavar="FOLDER")
    given = parser.parse_args()
    print(write(given.output, given.places, given.cores, given.strategy))


if __name__ == "__main__":
    main()
