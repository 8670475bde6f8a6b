/* Rows of the settings panel, each made from a record of the core or the model: the setting rows, a method's options, parameters,
 * initial values, constants. A row shows the value in force, sets it through the session, and follows every change. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* A control for one setting of the table; its kind follows from the row's type. */
GtkWidget *wb_setting_row_new (WbSession *session, const SimSettingRow *row);
/* The same under another label ("Initial" in a group "Step size"). */
GtkWidget *wb_setting_row_new_labelled (WbSession *session, const SimSettingRow *row, const char *label);
/* An option of the method in use. */
GtkWidget *wb_option_row_new (WbSession *session, const OdeOptionRow *option);
/* A number of the model. low, high: range for the slider, NaN: none. */
GtkWidget *wb_value_row_new (WbSession *session, WbKind kind, const char *key, const char *label, const char *unit, const char *about,
                             double low, double high, gboolean log_scale);
/* name = value and a slider, for the compact transport. */
GtkWidget *wb_parameter_slider_new (WbSession *session, const ModelQuantity *parameter);

/* A white rounded box for rows, and the title above it (remark may be NULL). */
GtkWidget *wb_rows_box_new (void);
GtkWidget *wb_rows_title_new (const char *title, const char *remark);
/* A row of a title (and remark) with a control at its end. */
GtkWidget *wb_row_new (const char *title, const char *remark, GtkWidget *control);

G_END_DECLS
