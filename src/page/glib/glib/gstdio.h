/* The state of files. */
#pragma once

#include <glib.h>
#include <sys/stat.h>

typedef struct stat GStatBuf;
#define g_stat(path, buffer) stat (path, buffer)
