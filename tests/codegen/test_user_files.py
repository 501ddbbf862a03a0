# SPDX-License-Identifier: Apache-2.0
"""What a user's sources include is found in the generated folder, too."""

from __future__ import annotations

from pathlib import Path

from dfgen.pipeline import CompileOptions, compile_graph
from tests.apps.harness import Workbench, run

GRAPH = """graph linked {
    include "inc/actors.h"; source "actors.c";
    actor one { fire one(o); out o : int32[1]; }
    actor tell { fire tell(i); io; in i : int32[1]; }
    one.o -> tell.i;
}
"""


def test_a_header_or_source_that_is_a_link_is_found_by_its_own_name(tmp_path: Path) -> None:
    project, common = tmp_path / "project", tmp_path / "common"
    (project / "inc").mkdir(parents=True)
    common.mkdir()
    (common / "prototypes.h").write_text("#include <stdint.h>\nvoid one(int32_t *o);\nvoid tell(const int32_t *i);\n")
    (common / "shared.c").write_text(
        '#include "beside.h"\n#include <stdio.h>\n'
        'void one(int32_t *o) { *o = 7; }\nvoid tell(const int32_t *i) { printf("%d\\n", *i); }\n'
    )
    (project / "inc/actors.h").write_text('#include "prototypes.h"\n')
    (project / "inc/prototypes.h").symlink_to("../../common/prototypes.h")
    (project / "beside.h").write_text('#include "inc/actors.h"\n')
    (project / "actors.c").symlink_to("../common/shared.c")
    (project / "linked.sdf").write_text(GRAPH)
    (tmp_path / "way").symlink_to(project, target_is_directory=True)
    for folder in (project, tmp_path / "way"):
        compiled = compile_graph(folder / "linked.sdf", CompileOptions())
        ended = run(Workbench(tmp_path / f"bench_{folder.name}").build(compiled.files), "-n", "2")
        assert (ended.returncode, ended.stdout) == (0, "7\n7\n")
