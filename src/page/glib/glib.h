/* A small stand-in for GLib, with which the folders ode, expr, model and sim compile for WebAssembly. It has the functions that these
 * folders call, with the behaviour that GLib documents; its tables keep the order of insertion. There is one thread, so locks do
 * nothing. Memory that cannot be allocated ends the program, as with GLib. */
#pragma once

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "page-glib-types.h"

#include "page-glib-memory.h"

#include "page-glib-array.h"
#include "page-glib-hash.h"
#include "page-glib-string.h"
#include "page-glib-text.h"
