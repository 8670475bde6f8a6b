#!/bin/sh
exec "$(dirname "$0")/check-documentation.py" "$@"
