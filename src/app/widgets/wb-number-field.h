/* A number with unit and the buttons less and more; powers of ten are read and
 * shown as people write them. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_NUMBER_FIELD (wb_number_field_get_type ())
G_DECLARE_FINAL_TYPE (WbNumberField, wb_number_field, WB, NUMBER_FIELD, GtkWidget)

/* Makes a field. unit may be "". With log, the buttons step along 1-2-5; else
 * by step, or a tenth of the size where step is 0. */
GtkWidget *wb_number_field_new (const char *unit, gboolean log, double step);
/* Sets the range of allowed values. */
void wb_number_field_set_range (WbNumberField *self, double minimum, double maximum);
/* Shows a number as given ("1e-5" becomes 10⁻⁵); emits no signal. */
void wb_number_field_set_text (WbNumberField *self, const char *text);
/* Returns the text as the user left it; borrowed. */
const char *wb_number_field_text (WbNumberField *self);
/* Sets or clears the mark of a wrong number; why is its tooltip, NULL: right. */
void wb_number_field_set_wrong (WbNumberField *self, const char *why);
/* Reads "1e-5", "10^-5", "10⁻⁵", "2·10⁻⁵", "−3" or "0,5"; returns FALSE where
 * text is no number. */
gboolean wb_number_parse (const char *text, double *value);
/* Returns the next value on the ladder of 1, 2 and 5 times powers of ten above
 * value (direction > 0) or below it (< 0), or the nearest one (0). value > 0. */
double wb_number_ladder (double value, int direction);
/* Returns the shortest text that reads back as value; free with g_free. */
char *wb_number_text (double value);

/* Signal "committed" (text): Return, a button, or the focus left with a changed
 * text. */

G_END_DECLS
