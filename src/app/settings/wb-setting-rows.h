/* Rows of the settings panel, each made from a record of the core or the model:
 * the setting rows, a method's options, parameters, initial values, constants.
 * A row shows the value in force, sets it through the session, and follows
 * every change. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* Makes a control for one setting of the table; its kind follows from the type
 * of the row. */
GtkWidget *wb_setting_row_new (WbSession *session, const SimSettingRow *row);
/* Makes a control for a setting with another label ("Initial" in a group "Step
 * size"). */
GtkWidget *wb_setting_row_new_labelled (WbSession *session, const SimSettingRow *row, const char *label);
/* Makes a control for an option of the method in use. */
GtkWidget *wb_option_row_new (WbSession *session, const OdeOptionRow *option);
/* Makes a control for a number of the model. low and high are the range of its
 * slider, NaN: no slider. */
GtkWidget *wb_value_row_new (WbSession *session, WbKind kind, const char *key, const char *label, const char *unit, const char *about,
                             double low, double high, gboolean log_scale);
/* Makes a slider with name and value of a parameter, for the compact transport.
 */
GtkWidget *wb_parameter_slider_new (WbSession *session, const ModelQuantity *parameter);

/* Makes a rounded box for rows. */
GtkWidget *wb_rows_box_new (void);
/* Makes a heading for a box of rows; remark may be NULL. */
GtkWidget *wb_rows_title_new (const char *title, const char *remark);
/* Makes a row of a title, a remark (or NULL) and a control at its end. */
GtkWidget *wb_row_new (const char *title, const char *remark, GtkWidget *control);

G_END_DECLS
