/* The rows of the settings panel: settings, options of the method, parameters, constants and initial values. Each row is made from a row of
 * a table or from a declaration of the model. A row shows the present value and changes it through the session. It is updated after every
 * change. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* Makes a row for a setting. The type of the setting determines the kind of
 * control. */
GtkWidget *wb_setting_row_new (WbSession *session, const SimSettingRow *row);
/* Makes a row for a setting with another label, such as "Initial" in the group "Step
 * size". */
GtkWidget *wb_setting_row_new_labelled (WbSession *session, const SimSettingRow *row, const char *label);
/* Makes a row for an option of the current method. */
GtkWidget *wb_option_row_new (WbSession *session, const OdeOptionRow *option);
/* The range of a slider. There is no slider if low or high is NaN. step 0 means a step that suits the
 * range. */
typedef struct { double low, high, step; gboolean log_scale; } WbSliderRange;
/* Returns the range of the slider for a parameter or a constant. */
WbSliderRange wb_slider_range (const ModelQuantity *quantity);
/* Makes a row for a parameter, constant, initial value or time of the model. */
GtkWidget *wb_value_row_new (WbSession *session, WbKind kind, const char *key, const char *label, const char *unit, const char *about,
                             const WbSliderRange *range);
/* Shows marks at n values above the slider of such a row or of wb_parameter_slider_new, in place of those before. Does nothing if the row has no slider. */
void wb_value_row_set_marks (GtkWidget *row, const double *values, int n);
/* Makes a slider with the name and the value of a parameter, for the bottom of narrow
 * windows. */
GtkWidget *wb_parameter_slider_new (WbSession *session, const ModelQuantity *parameter);

/* Makes a box with rounded corners for rows. */
GtkWidget *wb_rows_box_new (void);
/* Makes the heading of a box of rows; remark may be NULL. */
GtkWidget *wb_rows_title_new (const char *title, const char *remark);
/* Makes a row with a title, a remark, and a control at its right end. remark may be NULL. */
GtkWidget *wb_row_new (const char *title, const char *remark, GtkWidget *control);

G_END_DECLS
