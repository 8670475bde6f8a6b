/* An entry for a number with a unit and two buttons that decrease and increase
 * it. Powers of ten are read and shown as in mathematical text. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_NUMBER_FIELD (wb_number_field_get_type ())
G_DECLARE_FINAL_TYPE (WbNumberField, wb_number_field, WB, NUMBER_FIELD, GtkWidget)

/* Makes a field; unit may be "". The buttons step to 1, 2 or 5 times powers of
 * ten if log is set, else by `step` or, if step is 0, by a tenth of the value's
 * magnitude. */
GtkWidget *wb_number_field_new (const char *unit, gboolean log, double step);
/* Sets the range of allowed values. */
void wb_number_field_set_range (WbNumberField *self, double minimum, double maximum);
/* Shows a number in mathematical notation ("1e-5" becomes 10⁻⁵); emits no
 * signal. */
void wb_number_field_set_text (WbNumberField *self, const char *text);
/* Returns the current text; borrowed. */
const char *wb_number_field_text (WbNumberField *self);
/* Shows the number as wrong, with `why` as the tooltip. NULL removes this mark. */
void wb_number_field_set_wrong (WbNumberField *self, const char *why);
/* Reads "1e-5", "10^-5", "10⁻⁵", "2·10⁻⁵", "−3" or "0,5". Returns FALSE if text
 * is not a number. */
gboolean wb_number_parse (const char *text, double *value);
/* Returns the number of the form 1, 2 or 5 times a power of ten that follows
 * value (direction > 0), precedes it (< 0) or is nearest to it (0). value must
 * be positive. */
double wb_number_ladder (double value, int direction);
/* Returns the shortest text that reads back as value; free with g_free. */
char *wb_number_text (double value);

/* Signals: "committed" (text), after Return, a click on a button, or when the
 * focus leaves after the text changed. A constant expression such as "1/10" is
 * replaced by its number first. */

G_END_DECLS
