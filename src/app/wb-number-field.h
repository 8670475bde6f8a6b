/* A number with unit and the buttons less and more; powers of ten are read and shown as people write them. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_NUMBER_FIELD (wb_number_field_get_type ())
G_DECLARE_FINAL_TYPE (WbNumberField, wb_number_field, WB, NUMBER_FIELD, GtkWidget)

/* unit may be "". log: less and more go along 1-2-5; else by step (0: a tenth of the size). */
GtkWidget *wb_number_field_new (const char *unit, gboolean log, double step);
void wb_number_field_set_range (WbNumberField *self, double minimum, double maximum);
/* Shows text as it is given ("1e-5" becomes 10⁻⁵); no signal. */
void wb_number_field_set_text (WbNumberField *self, const char *text);
/* The shown text, as the user left it. */
const char *wb_number_field_text (WbNumberField *self);
void wb_number_field_set_wrong (WbNumberField *self, const char *why);
/* Reads "1e-5", "10^-5", "10⁻⁵", "2·10⁻⁵", "−3", "0,5" with one comma; FALSE: no number. */
gboolean wb_number_parse (const char *text, double *value);
/* On the ladder of 1, 2 and 5 times powers of ten: the next above (direction > 0) or below (< 0), or the nearest (0). value > 0. */
double wb_number_ladder (double value, int direction);
/* What is stored for a value: shortest text that reads back; free with g_free. */
char *wb_number_text (double value);

/* Signal "committed" (text): Return, a button, or the focus left with a changed text. */

G_END_DECLS
