# SPDX-License-Identifier: Apache-2.0
"""The C functions that a stateless actor may call: results depend on arguments and on memory passed to them alone.

What they keep, if anything, is per thread (`errno`) or cannot be seen again (the heap). A function that remembers
(`rand`, `strtok`), speaks to the world (`printf`, `fopen`) or reads it (`time`, `getenv`) is not here on purpose.
"""

from __future__ import annotations

import re

_MATH = """
    acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp10 exp2 expm1 fabs fdim floor fma
    fmax fmin fmod frexp hypot ilogb j0 j1 jn ldexp llrint llround log log10 log1p log2 logb lrint lround modf
    nan nearbyint nextafter nexttoward pow remainder remquo rint round roundeven scalbln scalbn sin sincos sinh sqrt tan
    tanh tgamma trunc y0 y1 yn
    cabs cacos cacosh carg casin casinh catan catanh ccos ccosh cexp cimag clog conj cpow cproj creal csin csinh csqrt
    ctan ctanh
"""

_FUNCTIONS = """
    memcpy memmove memset memcmp memchr memrchr mempcpy memmem memccpy explicit_bzero bcopy bzero bcmp ffs
    strlen strnlen strcpy strncpy strcat strncat strcmp strncmp strcasecmp strncasecmp strchr strrchr strstr strspn
    strcspn strpbrk strchrnul stpcpy stpncpy strdup strndup strtok_r strcoll strxfrm
    abs labs llabs imaxabs div ldiv lldiv imaxdiv atoi atol atoll atof strtol strtoll strtoul strtoull strtof strtod
    strtold strtoimax strtoumax qsort bsearch rand_r
    malloc calloc realloc aligned_alloc posix_memalign free
    isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper
    snprintf vsnprintf sscanf vsscanf
    htons htonl ntohs ntohl
    lgamma_r lgammaf_r lgammal_r
    abort __assert_fail __assert __assert_perror_fail
"""

COPYING_FUNCTIONS = frozenset({"memcpy", "memmove"})

COMPILER_NAMES = frozenset({"__stack_chk_fail", "__stack_chk_guard", "_GLOBAL_OFFSET_TABLE_"})
"""Of which objects ask for some, whatever their code does."""

_COMPILER_HELPERS = """
    __tls_get_addr
    __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc __errno_location
    __fpclassify __fpclassifyf __fpclassifyl __isnan __isnanf __isnanl __isinf __isinff __isinfl __finite __finitef
    __finitel __signbit __signbitf __signbitl
    __isoc99_sscanf __isoc99_vsscanf __isoc23_sscanf __isoc23_strtol __isoc23_strtoll __isoc23_strtoul
    __isoc23_strtoull __isoc23_strtoimax __isoc23_strtoumax
"""

PURE_FUNCTIONS = frozenset(
    [name + suffix for name in _MATH.split() for suffix in ("", "f", "l")]
    + _FUNCTIONS.split()
    + _COMPILER_HELPERS.split()
    + sorted(COMPILER_NAMES)
)

_CPP_PATTERNS = (
    r"_Zn[wa][jm]\w*|_Zd[la]Pv\w*",  # new and delete
    r"__cxa_(allocate_exception|free_exception|throw|rethrow|begin_catch|end_catch|get_exception_ptr|bad_cast|bad_typeid"
    r"|throw_bad_array_new_length|pure_virtual|demangle)|_Unwind_Resume|__gxx_personality_v0|__dynamic_cast",
    r"_ZT[ISV]\w+",  # what types are called, and their tables of functions
    r"_ZSt\d+__throw_\w+|_ZSt9terminatev",
    r"_ZNK?St\d+(exception|bad_\w+|logic_error|runtime_error|domain_error|invalid_argument|length_error|out_of_range"
    r"|range_error|overflow_error|underflow_error)(C|D|4what)\w+",
    r"_ZNK?St7__cxx1112basic_string\w+",
    r"_ZSt\d+_(Hash_bytes|Rb_tree_\w+)|_ZNK?St8__detail\d+_(List_node_base|Prime_rehash_policy)\w+",
)
"""The library of C++, as the compilers of Linux call it: exceptions, memory, strings, what containers are made of."""

PURE_PATTERNS = (
    r"__(add|sub|mul|div|neg|mod|umod|udiv|udivmod|divmod|ashl|ashr|lshr|cmp|ucmp|clz|ctz|ffs|parity|popcount|bswap)"
    r"[a-z]{2}[0-9]",  # integer arithmetic wider than a register (libgcc, compiler-rt)
    r"__(add|sub|mul|div|neg|eq|ne|lt|le|gt|ge|unord|pow)[hsdtx][fc][0-9]?",  # floating point without hardware for it
    r"__(extend|trunc|fix|fixuns|float|floatun)[a-z]{4,8}[0-9]?",  # conversions between numbers
    r"__aarch64_(cas|swp|ldadd|ldclr|ldeor|ldset)[0-9]+_[a-z_]+",  # atomics on memory that was passed in
    r"__(memcpy|memmove|memset|mempcpy|strcpy|strncpy|strcat|strncat|stpcpy|stpncpy|snprintf|vsnprintf)_chk",
    r"__aeabi_[a-z0-9]+",  # arithmetic of 32-bit Arm
    *_CPP_PATTERNS,
    r"df_struct_\w+",  # descriptions of structs, which are constant
)

PURE_RUNTIME_FUNCTIONS = frozenset(
    {
        "df_fail", "df_option", "df_copy", "df_fill", "df_relocate",
        "df_bulk_copy", "df_bulk_fill", "df_bulk_compare",
        "df__new", "df__new_array", "df__new_references", "df__new_flexible", "df__new_data", "df__clone",
    }
)  # fmt: skip
"""dfgen's own runtime functions that leave an actor free to be split."""

STOPPING_FUNCTIONS = {
    "df_stop": "df_stop", "df_end_of_input": "df_end_of_input",
    "df__try_stop": "df_stop", "df__try_end_of_input": "df_end_of_input",
}  # fmt: skip
"""Those that end the run at an iteration, which only an actor that fires in order can name; those of C++ have other
names in the code."""

REPORTED_FUNCTIONS = STOPPING_FUNCTIONS.keys() | {"df_fail", "df_option"}

_PATTERN = re.compile("|".join(f"(?:{pattern})" for pattern in PURE_PATTERNS))


def is_pure_function(name: str) -> bool:
    return name in PURE_FUNCTIONS or name in PURE_RUNTIME_FUNCTIONS or _PATTERN.fullmatch(name) is not None
