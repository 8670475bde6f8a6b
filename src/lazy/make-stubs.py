#!/usr/bin/env python3
"""Prints the stubs of shared libraries as C source.

make-stubs.py NAME PATTERN LIBRARY...

There is one stub for each function that a LIBRARY, a file, defines and whose name matches PATTERN, a regular expression. A stub is code for
x86-64 that jumps to the function. At its first call it loads the library; src/lazy/lazy-library.h describes how."""

import re
import subprocess
import sys


def lines_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def file_name(library):
    """Returns the name by which the loader finds the library."""
    for line in lines_of("readelf", "-dW", library):
        found = re.search(r"\(SONAME\).*\[(.*)\]", line)
        if found:
            return found.group(1)
    sys.exit(f"make-stubs.py: {library} has no SONAME")


def functions_of(library, pattern):
    """Returns the names of the functions that the library defines for others. T: function, i: function that the loader chooses."""
    for line in lines_of("nm", "-D", "--defined-only", library):
        _, kind, name = line.split()
        name = name.split("@")[0]
        if kind in "TWi" and re.fullmatch(pattern, name):
            yield name


# The System V interface of x86-64 passes arguments in these registers; al holds the number of vector registers of a variadic call, and r10
# the static chain.
GENERAL = ["rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10"]
VECTOR = range(8)


def resolver(name):
    """Returns the code that finds the function whose number is on the stack, and jumps to it with the arguments of the caller."""
    yield f"{name}_resolve:"
    yield ".cfi_startproc"
    # The number and the return address are on the stack.
    yield ".cfi_def_cfa_offset 16"
    for register in GENERAL:
        yield f"push %{register}"
        yield ".cfi_adjust_cfa_offset 8"
    # The stack is now aligned to 16 bytes, as a call needs it.
    yield "sub $128, %rsp"
    yield ".cfi_adjust_cfa_offset 128"
    for k in VECTOR:
        yield f"movups %xmm{k}, {16 * k}(%rsp)"
    yield f"mov {128 + 8 * len(GENERAL)}(%rsp), %rsi"
    yield f"lea lazy_{name}(%rip), %rdi"
    yield "call lazy_library_find"
    yield "mov %rax, %r11"
    for k in VECTOR:
        yield f"movups {16 * k}(%rsp), %xmm{k}"
    yield "add $128, %rsp"
    yield ".cfi_adjust_cfa_offset -128"
    for register in reversed(GENERAL):
        yield f"pop %{register}"
        yield ".cfi_adjust_cfa_offset -8"
    yield "add $8, %rsp"
    yield ".cfi_adjust_cfa_offset -8"
    yield "jmp *%r11"
    yield ".cfi_endproc"


def stub(name, k, function):
    """Returns the code of function k: a jump to its address, and the code that the address points to at first."""
    yield f".globl {function}"
    # Other libraries that call the function go to it directly.
    yield f".hidden {function}"
    yield f".type {function}, @function"
    yield f"{function}:"
    yield ".cfi_startproc"
    yield "endbr64"
    yield f"jmp *lazy_{name}_addresses+{8 * k}(%rip)"
    yield f"{name}_first_{k}:"
    yield "endbr64"
    yield f"push ${k}"
    yield ".cfi_adjust_cfa_offset 8"
    yield f"jmp {name}_resolve"
    yield ".cfi_endproc"
    yield f".size {function}, .-{function}"


def assembly(name, functions):
    yield ".text"
    yield from resolver(name)
    for k, function in enumerate(functions):
        yield from stub(name, k, function)
    yield '.section .data.rel.local, "aw"'
    yield ".balign 8"
    yield f".globl lazy_{name}_addresses"
    yield f".hidden lazy_{name}_addresses"
    yield f"lazy_{name}_addresses:"
    for k in range(len(functions)):
        yield f".quad {name}_first_{k}"
    yield ".text"


def main():
    name, pattern, *libraries = sys.argv[1:]
    functions = sorted({function for library in libraries for function in functions_of(library, pattern)})
    if not functions:
        sys.exit(f"make-stubs.py: no function of {' '.join(libraries)} matches {pattern}")
    print(f"/* Written by make-stubs.py: stubs of the functions {pattern} of {' '.join(map(file_name, libraries))}. */")
    print('#include "lazy-library.h"')
    print(f'extern void *lazy_{name}_addresses[] __attribute__ ((visibility ("hidden")));')
    print(f"static const char *const files[] = {{ {', '.join(chr(34) + file_name(library) + chr(34) for library in libraries)}, NULL }};")
    print("static const char *const names[] = {")
    for function in functions:
        print(f'  "{function}",')
    print("};")
    print(f'extern const LazyLibrary lazy_{name} __attribute__ ((visibility ("hidden")));')
    print(f"const LazyLibrary lazy_{name} = {{ files, names, lazy_{name}_addresses }};")
    print("__asm__ (")
    for line in assembly(name, functions):
        print(f'  "{line.replace(chr(34), chr(92) + chr(34))}\\n"')
    print(");")


main()
