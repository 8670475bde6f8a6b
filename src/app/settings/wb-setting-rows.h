/* Rows of the settings panel. Each is made from a row of a table or from a declaration of the model: settings, options of a method,
 * parameters, initial values, constants. A row shows the current value, changes it through the session, and is updated after every change. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* Makes a control for one setting of the table; the type of the row determines
 * the kind of control. */
GtkWidget *wb_setting_row_new (WbSession *session, const SimSettingRow *row);
/* Makes a control for a setting with a different label, such as "Initial" in a
 * group "Step size". */
GtkWidget *wb_setting_row_new_labelled (WbSession *session, const SimSettingRow *row, const char *label);
/* Makes a control for an option of the current method. */
GtkWidget *wb_option_row_new (WbSession *session, const OdeOptionRow *option);
/* The range of a slider. low or high NaN: no slider; step 0: a step that suits
 * the range. */
typedef struct { double low, high, step; gboolean log_scale; } WbSliderRange;
/* Returns the range of the slider of a parameter or constant. */
WbSliderRange wb_slider_range (const ModelQuantity *quantity);
/* Makes a control for a number of the model. */
GtkWidget *wb_value_row_new (WbSession *session, WbKind kind, const char *key, const char *label, const char *unit, const char *about,
                             const WbSliderRange *range);
/* Makes a slider with the name and value of a parameter, for the narrow
 * transport. */
GtkWidget *wb_parameter_slider_new (WbSession *session, const ModelQuantity *parameter);

/* Makes a box with rounded corners for rows. */
GtkWidget *wb_rows_box_new (void);
/* Makes the heading of a box of rows; remark may be NULL. */
GtkWidget *wb_rows_title_new (const char *title, const char *remark);
/* Makes a row with a title, a remark (or NULL) and a control at its end. */
GtkWidget *wb_row_new (const char *title, const char *remark, GtkWidget *control);

G_END_DECLS
