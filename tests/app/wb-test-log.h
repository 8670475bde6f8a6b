/* Warnings that do not end a test. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef gboolean (*WbTestExcuse) (const GLogField *fields, gsize n);

/* Lets warnings for which the function returns TRUE pass, besides those of wb_test_is_excused. */
void wb_test_excuse_also (WbTestExcuse excuse);

G_END_DECLS
