# SPDX-License-Identifier: Apache-2.0
"""The libraries that code of foreign projects may use beside the C library, and how they are found.

Which ones a program needs is told by the names that its sources leave undefined. The table below is all there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dfgen.csource.toolchain import Compiler
from dfgen.model.frozen import frozen


@frozen
class Library:
    """`name`: as the linker has it; `header` lies in `folder` below a folder of system headers; `package`: Debian's."""

    name: str
    prefix: str
    header: str
    folder: str
    package: str


LIBRARIES: tuple[Library, ...] = (
    Library("SDL2", "SDL_", "SDL.h", "SDL2", "libsdl2-dev"),
    Library("SDL2_ttf", "TTF_", "SDL_ttf.h", "SDL2", "libsdl2-ttf-dev"),
    Library("SDL2_image", "IMG_", "SDL_image.h", "SDL2", "libsdl2-image-dev"),
    Library("SDL2_mixer", "Mix_", "SDL_mixer.h", "SDL2", "libsdl2-mixer-dev"),
    Library("SDL2_gfx", "SPG_", "SDL2_gfxPrimitives.h", "SDL2", "libsdl2-gfx-dev"),
    Library("png", "png_", "png.h", "", "libpng-dev"),
    Library("jpeg", "jpeg_", "jpeglib.h", "", "libjpeg-dev"),
    Library("fftw3f", "fftwf_", "fftw3.h", "", "libfftw3-dev"),
    Library("fftw3", "fftw_", "fftw3.h", "", "libfftw3-dev"),
)

UNPACKAGED: Mapping[str, frozenset[str]] = {
    "PSRDADA": frozenset(
        {"ascii_header.h", "dada_def.h", "dada_hdu.h", "futils.h", "ipcbuf.h", "ipcio.h", "multilog.h"}
    )
}
"""Libraries that are built from their sources, with headers of theirs."""

# SDL's headers include those of all vector instructions, which take ten times as long to read as all others together.
WITHOUT_INTRINSICS = tuple(
    f"-DSDL_DISABLE_{name}_H" for name in ("MMINTRIN", "XMMINTRIN", "EMMINTRIN", "PMMINTRIN", "IMMINTRIN", "ARM_NEON")
)


def libraries_for(undefined: Iterable[str]) -> tuple[Library, ...]:
    """The libraries that define these names, in the order of the table."""
    names = tuple(undefined)
    return tuple(library for library in LIBRARIES if any(name.startswith(library.prefix) for name in names))


def library_flags(compiler: Compiler) -> tuple[str, ...]:
    """What makes `#include <SDL.h>` find its file where the library is installed."""
    folders = dict.fromkeys(library.folder for library in LIBRARIES if library.folder)
    places = (directory / folder for folder in folders for directory in compiler.include_dirs)
    return tuple(f"-isystem{place}" for place in places if place.is_dir())


def header_hint(problem: str) -> str:
    """What to do where a header of the user's does not parse."""
    if problem == "'df.h' file not found":
        return 'dfgen\'s own header is "df/df.h".'
    return "Correct the header, or put the header that it needs before it in the graph file."


def library_hint(header: str) -> str:
    """What to do where a source of a project includes a header that is not found."""
    name = header.rpartition("/")[2]
    package = next((library.package for library in LIBRARIES if library.header == name), "")
    if package:
        return f"Install its library (on Debian: apt-get install {package})."
    library = next((library for library, headers in UNPACKAGED.items() if name in headers), "")
    if library:
        return f"It is one of {library}, which Debian has no package of: name the folder of its headers in CPATH."
    return "The project has no such file: add it, or name in CPATH the folder where its library has it."
