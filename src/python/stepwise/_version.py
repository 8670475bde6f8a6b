"""The version of the package, which is that of the program."""

VERSION = "1.0.0"
