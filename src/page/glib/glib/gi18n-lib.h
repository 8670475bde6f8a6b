/* The macros of translated messages. */
#pragma once

#include <glib.h>

#define _(text) ((char *)g_dgettext (GETTEXT_PACKAGE, text))
#define N_(text) text
#define NC_(context, text) text
#define C_(context, text) g_dpgettext2 (GETTEXT_PACKAGE, context, text)
#define ngettext(message, plural, n) ((char *)g_dngettext (GETTEXT_PACKAGE, message, plural, (gulong)(n)))
