/* The log of tests with random actions. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns whether a warning comes from a defect of GTK 4.8 that random actions meet. */
gboolean random_log_is_excused (const GLogField *fields, gsize n);

G_END_DECLS
