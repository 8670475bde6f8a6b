/* Compares the settings, values and times of two runs by name. */
#include "wb-run-differs.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-text.h"
#include "wb-branches.h"
#include "wb-difference.h"
#include "wb-session.h"
#include "wb-translate.h"

/* Largest number of changes that a name lists. If there are more, the name states only how many. */
#define MOST_CHANGES 3
#define MOST_DIGITS 4
#define STATE_DIGITS 6
#define DIFFERENCE_DIGITS 3
/* Largest number of states in the table. Nobody would read a longer one. */
#define MOST_STATES 100

/* ---- differences of settings and values ---- */

static void
differing_free (gpointer data)
{
  WbDiffering *differing = data;

  g_free (differing->label);
  g_free (differing->before);
  g_free (differing->after);
  g_free (differing);
}

static WbDiffering *
add (GPtrArray *all, const char *label, char *before, char *after)
{
  WbDiffering *differing = g_new0 (WbDiffering, 1);

  *differing = (WbDiffering) { .label = g_strdup (label), .before = before, .after = after };
  g_ptr_array_add (all, differing);
  return differing;
}

static void
add_setting (GPtrArray *all, const WbSide *before, const WbSide *after, const char *key, const char *label)
{
  g_autofree char *was = sim_config_get (before->config, key), *is = sim_config_get (after->config, key);

  if (sim_config_origin (before->config, key) != SIM_ORIGIN_LIVE && sim_config_origin (after->config, key) != SIM_ORIGIN_LIVE)
    return;
  if (g_strcmp0 (was, is) != 0 && is != NULL)
    add (all, label, g_steal_pointer (&was), g_steal_pointer (&is))->is_setting = TRUE;
}

static void
add_settings (GPtrArray *all, const WbSide *before, const WbSide *after)
{
  const OdeMethod *was = sim_config_method (before->config), *method = sim_config_method (after->config);
  int n_rows;
  const SimSettingRow *rows = sim_config_rows (&n_rows);

  if (was != method)
    add (all, _("Integrator"), g_strdup (wb_translate (was->label)), g_strdup (wb_translate (method->label)))->is_method = TRUE;
  for (int i = 0; i < n_rows; i++)
    if (strcmp (rows[i].key, "integrator") != 0 && strcmp (rows[i].key, "realtime_rate") != 0)
      add_setting (all, before, after, rows[i].key, wb_translate (rows[i].label));
  for (int i = 0; i < method->n_options; i++)
    {
      g_autofree char *key = g_strconcat ("method.", method->options[i].key, NULL);

      add_setting (all, before, after, key, wb_translate (method->options[i].label));
    }
}

/* Returns the initial value of a state of a ModelSystem as text. */
static char *
initial_text (ModelSystem *system, const char *name)
{
  int column = model_system_find_column (system, name);
  g_autofree double *x = g_new0 (double, model_system_n_states (system) + 1), *d = g_new0 (double, model_system_n_discrete (system) + 1);
  const ModelColumn *info = column >= 0 ? model_system_column (system, column) : NULL;

  if (info == NULL || !model_system_initial (system, x, d, NULL))
    return NULL;
  return lab_values_number_text (info->type == MODEL_COLUMN_STATE ? x[info->index] : d[info->index]);
}

static char *
constant_text (ModelSystem *system, const char *name)
{
  Model *model = model_system_model (system);

  for (int i = 0; i < model_n_constants (model); i++)
    if (strcmp (model_constant (model, i)->name, name) == 0)
      return lab_values_number_text (model_constant (model, i)->value);
  return NULL;
}

static GHashTable *
table_of (const WbSide *side, WbKind kind)
{
  switch (kind)
    {
    case WB_PARAMETER: return side->values->parameters;
    case WB_CONSTANT: return side->values->constants;
    case WB_INITIAL: return side->values->initials;
    default: return side->values->events_off;
    }
}

/* Returns the value that the user has set, or the default. */
static char *
value_of (const WbSide *side, WbKind kind, const char *name)
{
  const char *text = g_hash_table_lookup (table_of (side, kind), name);
  double value;

  if (kind == WB_EVENT)
    return g_strdup (text != NULL ? "off" : "on");
  if (text != NULL || side->system == NULL)
    return g_strdup (text);
  switch (kind)
    {
    case WB_PARAMETER: return model_system_get_parameter (side->system, name, &value) ? lab_values_number_text (value) : NULL;
    case WB_CONSTANT: return constant_text (side->system, name);
    default: return initial_text (side->system, name);
    }
}

static void
add_table (GPtrArray *all, WbKind kind, const WbSide *before, const WbSide *after)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTable *tables[2] = { table_of (before, kind), table_of (after, kind) };
  g_autoptr (GList) sorted = NULL;
  GHashTableIter iter;
  gpointer key;

  for (int i = 0; i < 2; i++)
    {
      g_hash_table_iter_init (&iter, tables[i]);
      while (g_hash_table_iter_next (&iter, &key, NULL))
        g_hash_table_add (names, key);
    }
  sorted = g_list_sort (g_hash_table_get_keys (names), (GCompareFunc) strcmp);
  for (GList *link = sorted; link != NULL; link = link->next)
    {
      g_autofree char *variable = plot_text_variable (link->data), *label = plot_text_plain (variable);

      if (g_strcmp0 (g_hash_table_lookup (tables[0], link->data), g_hash_table_lookup (tables[1], link->data)) != 0)
        add (all, kind == WB_EVENT ? link->data : label, value_of (before, kind, link->data), value_of (after, kind, link->data))->is_event = kind == WB_EVENT;
    }
}

static void
add_time (GPtrArray *all, const char *label, double before, double after, double default_before, double default_after)
{
  if (before != after && !(isnan (before) && isnan (after)))
    add (all, label, lab_values_number_text (isnan (before) ? default_before : before),
         lab_values_number_text (isnan (after) ? default_after : after));
}

GPtrArray *
wb_run_differing (const WbSide *before, const WbSide *after)
{
  GPtrArray *all = g_ptr_array_new_with_free_func (differing_free);
  const LabValues *was = before->values, *is = after->values;

  add_settings (all, before, after);
  add_table (all, WB_PARAMETER, before, after);
  add_table (all, WB_CONSTANT, before, after);
  add_table (all, WB_INITIAL, before, after);
  add_table (all, WB_EVENT, before, after);
  add_time (all, _("Start"), was->t_start, is->t_start, before->system != NULL ? model_system_t_start (before->system) : NAN,
            after->system != NULL ? model_system_t_start (after->system) : NAN);
  add_time (all, _("End"), was->t_end, is->t_end, before->system != NULL ? model_system_t_end (before->system) : NAN,
            after->system != NULL ? model_system_t_end (after->system) : NAN);
  return all;
}

void
wb_run_differing_text (const char *value, char *text, gsize size)
{
  char *end = NULL;
  double number = value != NULL ? g_ascii_strtod (value, &end) : NAN;
  int digits = 1;

  if (value == NULL || end == value || *end != '\0')
    {
      g_strlcpy (text, value != NULL ? value : "", size);
      return;
    }
  for (; digits < MOST_DIGITS; digits++)
    {
      char rounded[G_ASCII_DTOSTR_BUF_SIZE], format[8];

      g_snprintf (format, sizeof format, "%%.%dg", digits);
      if (g_ascii_strtod (g_ascii_formatd (rounded, sizeof rounded, format, number), NULL) == number)
        break;
    }
  plot_format_number (number, digits, text, size);
  if (g_str_has_prefix (text, "1×")) /* write "10⁻⁶", as on the scale of the accuracy */
    memmove (text, text + strlen ("1×"), strlen (text) - strlen ("1×") + 1);
}

/* ---- the name of a run ---- */

/* Appends a difference as text, such as "accuracy = 10⁻⁶", the label of a method, or "impact off". */
static void
append_text (GString *name, const WbDiffering *differing)
{
  char value[128];

  wb_run_differing_text (differing->after, value, sizeof value);
  if (differing->is_method)
    g_string_append (name, value);
  else if (differing->is_event)
    /* Translators: a run's name lists its changed settings; %s is an event that is disabled. */
    g_string_append_printf (name, strcmp (value, "off") == 0 ? _("%s off") : _("%s on"), differing->label);
  else
    g_string_append_printf (name, "%s = %s", differing->label, value);
}

char *
wb_run_differing_name (const WbSide *before, const WbSide *after)
{
  g_autoptr (GPtrArray) all = wb_run_differing (before, after);
  GString *name;

  if (all->len == 0)
    return g_strdup (wb_translate (sim_config_method (after->config)->label));
  name = g_string_new (NULL);
  for (guint i = 0; i < all->len && i < MOST_CHANGES; i++)
    {
      if (i > 0)
        g_string_append (name, ", ");
      append_text (name, g_ptr_array_index (all, i));
    }
  if (all->len > MOST_CHANGES)
    /* Translators: ends a list of changed settings in a run's name. */
    g_string_append_printf (name, ngettext (", %d more", ", %d more", all->len - MOST_CHANGES), (int) all->len - MOST_CHANGES);
  return g_string_free (name, FALSE);
}

/* ---- the table ---- */

static void
append_row (GString *out, const char *label, const char *a, const char *b, const char *difference)
{
  g_string_append_printf (out, "%s\t%s\t%s\t%s\n", label, a, b, difference);
}

/* Returns the letter of a run, or its name if the runs are in different trees. */
static char *
name_of (WbRunItem *run, WbRunItem *other)
{
  if (wb_run_item_letter (run) != 0 && wb_run_item_tree (run) == wb_run_item_tree (other))
    return g_strdup_printf ("%c", wb_run_item_letter (run));
  return g_strdup (wb_run_item_name (run));
}

static gboolean
is_number (const char *text, double *value)
{
  char *end = NULL;

  *value = text != NULL ? g_ascii_strtod (text, &end) : NAN;
  return text != NULL && end != text && *end == '\0';
}

/* Formats the value of a parameter or state, or whether an event is on. */
static void
format (const WbDiffering *differing, const char *value, char *text, gsize size)
{
  if (differing->is_event)
    g_strlcpy (text, strcmp (value, "off") == 0 ? _("off") : _("on"), size);
  else
    wb_run_differing_text (value, text, size);
}

static void
append_settings (GString *out, WbRunItem *a, WbRunItem *b, double t)
{
  WbRunItem *const runs[2] = { a, b };
  WbSide sides[2];
  SimConfig *configs[2];
  LabValues *values[2];
  g_autoptr (GPtrArray) all = NULL;

  for (int i = 0; i < 2; i++)
    {
      wb_run_item_settings_at (runs[i], t, &configs[i], &values[i]);
      values[i]->t_end = wb_run_item_t_end (runs[i]);
      sides[i] = (WbSide) { configs[i], values[i], lab_values_instance (values[i], wb_run_item_model (runs[i]), configs[i], NULL) };
    }
  all = wb_run_differing (&sides[0], &sides[1]);
  for (guint i = 0; i < all->len; i++)
    {
      const WbDiffering *differing = g_ptr_array_index (all, i);
      char before[128], after[128], change[64] = "";
      double was, is;

      format (differing, differing->before, before, sizeof before);
      format (differing, differing->after, after, sizeof after);
      if (!differing->is_setting && is_number (differing->before, &was) && is_number (differing->after, &is))
        plot_format_number (is - was, DIFFERENCE_DIGITS, change, sizeof change);
      append_row (out, differing->label, before, after, change);
    }
  for (int i = 0; i < 2; i++)
    {
      model_system_free (sides[i].system);
      sim_config_free (configs[i]);
      lab_values_free (values[i]);
    }
}

/* Returns the last row of a run at exactly time t, without the time. Returns NULL if the run has no such row. */
static const double *
row_at (WbRunItem *run, double t)
{
  SimTrajectory *rows = wb_run_item_trajectory (run);
  const double *row = sim_trajectory_n_rows (rows) > 0 ? sim_trajectory_row (rows, sim_trajectory_find (rows, t)) : NULL;

  return row != NULL && row[0] == t ? row + 1 : NULL;
}

/* The difference of the states is known at times that one of the two runs has stored. Compute the state of the other run from it. */
static void
append_states (GString *out, WbRunItem *a, WbRunItem *b, const LabDifference *difference, double t)
{
  const int n = MIN (difference->n_states, MOST_STATES);
  gsize i = 0;
  const double *x, *y;
  char p[64], q[64], change[64];
  g_autofree char *time = NULL;

  while (i + 1 < difference->n && difference->t[i + 1] <= t)
    i++;
  if (difference->n == 0)
    return;
  x = row_at (a, difference->t[i]);
  y = row_at (b, difference->t[i]);
  if (x == NULL && y == NULL)
    return;
  time = plot_text_value (difference->t[i], STATE_DIGITS, model_time_unit (wb_run_item_model (a)));
  append_row (out, _("Time"), time, time, "");
  for (int k = 0; k < n; k++)
    {
      const ModelColumn *column = model_system_column (wb_run_item_system (a), k);
      const double apart = difference->values[i * (gsize) difference->n_states + (gsize) k];
      g_autofree char *quantity = plot_text_quantity (column->name, column->unit), *label = plot_text_plain (quantity);

      plot_format_number (x != NULL ? x[k] : y[k] - apart, STATE_DIGITS, p, sizeof p);
      plot_format_number (y != NULL ? y[k] : x[k] + apart, STATE_DIGITS, q, sizeof q);
      plot_format_number (apart, DIFFERENCE_DIGITS, change, sizeof change);
      append_row (out, label, p, q, change);
    }
  plot_format_number (difference->distance[i], DIFFERENCE_DIGITS, change, sizeof change);
  append_row (out, _("Distance"), "", "", change);
  if (difference->growth.rate > 0)
    {
      g_autofree char *grows = NULL;

      plot_format_number (difference->growth.rate, 2, p, sizeof p);
      grows = g_strdup_printf ("e^(%s t)", p);
      append_row (out, _("The distance grows as"), "", "", grows);
      g_free (grows);
      {
        g_autofree char *from = plot_text_value (difference->growth.t_first, 3, model_time_unit (wb_run_item_model (a)));
        g_autofree char *until = plot_text_value (difference->growth.t_last, 3, model_time_unit (wb_run_item_model (a)));

        grows = g_strdup_printf (_("%s to %s"), from, until);
        append_row (out, _("Fitted from"), "", "", grows);
      }
    }
}

char *
wb_run_differs_table (GListModel *runs, WbRunItem *a, WbRunItem *b, double t)
{
  GString *out = g_string_new (NULL);
  const char *unit = model_time_unit (wb_run_item_model (a));
  const double common = wb_branches_common (runs, a, b);
  g_autofree char *first = name_of (a, b), *second = name_of (b, a);

  append_row (out, "", first, second, _("difference"));
  if (!isnan (common))
    {
      g_autofree char *time = plot_text_value (common, 4, unit);

      append_row (out, _("Same run until"), time, time, "");
    }
  append_settings (out, a, b, t);
  if (wb_run_item_model (a) == wb_run_item_model (b))
    {
      WbDifference *difference = wb_difference_of (b, a);

      if (wb_difference_result (difference) != NULL && !wb_difference_is_busy (difference))
        append_states (out, a, b, wb_difference_result (difference), t);
    }
  return g_string_free (out, FALSE);
}
