/* An entry for a number, with a unit and two buttons that decrease and increase the number. It reads and shows powers of ten as in
 * mathematical text. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_NUMBER_FIELD (wb_number_field_get_type ())
G_DECLARE_FINAL_TYPE (WbNumberField, wb_number_field, WB, NUMBER_FIELD, GtkWidget)

/* Makes a field; unit may be "". log: the buttons go to the next 1, 2 or 5 times a power of ten.
 * Otherwise they add and subtract `step` or, if step is 0, a tenth of the magnitude of the
 * value. */
GtkWidget *wb_number_field_new (const char *unit, gboolean log, double step);
/* Hides the two buttons. The keys Up and Down still change the number. */
void wb_number_field_set_compact (WbNumberField *self);
/* Sets the range of allowed values. */
void wb_number_field_set_range (WbNumberField *self, double minimum, double maximum);
/* Shows a number in mathematical notation, so that "1e-5" becomes 10⁻⁵. Emits no
 * signal. */
void wb_number_field_set_text (WbNumberField *self, const char *text);
/* Returns the current text; borrowed. */
const char *wb_number_field_text (WbNumberField *self);
/* Moves the focus to the field and replaces its text by what the user began to type. */
void wb_number_field_type (WbNumberField *self, const char *text);
/* Leaves the check of typed texts to the caller. Otherwise the field marks a text that is not a number. */
void wb_number_field_set_checked (WbNumberField *self);
/* Highlights the number as wrong. why is the reason, shown as the tooltip. why NULL removes the mark. */
void wb_number_field_set_wrong (WbNumberField *self, const char *why);
/* Reads a number such as "1e-5", "10^-5", "10⁻⁵", "2·10⁻⁵", "−3" or "0,5". Returns FALSE if text is not a
 * number. */
gboolean wb_number_parse (const char *text, double *value);
/* Reads a number like wb_number_parse, or a constant expression such as "1/10". */
gboolean wb_number_read (const char *text, double *value);
/* Returns a number of the form 1, 2 or 5 times a power of ten: the next one above value if direction
 * > 0, the next one below if direction < 0, the nearest one if direction = 0. value must be
 * positive. */
double wb_number_ladder (double value, int direction);
/* Returns the shortest text that reads back as value. Free it with g_free. */
char *wb_number_text (double value);

/* Signal: "edited", when the user has changed the text. */
/* Signal: "committed" (text), after Return, after a click on a button, and when the field loses
 * the focus after a change. A constant expression such as "1/10" is replaced by its value
 * before. */

G_END_DECLS
