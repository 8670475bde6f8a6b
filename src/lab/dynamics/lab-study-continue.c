/* The study `continue`. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "lab-continuation.h"
#include "lab-option.h"
#include "lab-state-table.h"
#include "lab-study-kind.h"

static const LabOptionRow continue_options[] = {
  { "vary", "p=A:B", N_("the parameter and its range"), NULL, TRUE, N_("Parameter") },
  LAB_BOX_OPTION,
  { "cycles", "true|false", N_("whether cycles are followed from the Hopf points; by default in models with at most 12 states"), NULL, FALSE, N_("Follow cycles") },
};

/* Adds the table "branches" with a row for each point of each branch. Other tables have one row for each row of this
 * one whose kind is "cycle". */
static void
add_branches (LabResult *result, const LabFlow *flow, const LabContinuation *found)
{
  static const char *const columns[] = { "branch", "kind", "p", "stable", NULL };
  LabTable *table = lab_table_with_states (result, "branches", flow, columns);

  for (guint b = 0; b < found->branches->len; b++)
    {
      const LabBranch *branch = found->branches->pdata[b];

      for (int k = 0; k < branch->n_points; k++)
        {
          lab_table_add (table, b + 1);
          lab_table_add_text (table, branch->period != NULL ? "cycle" : "equilibrium");
          lab_table_add (table, branch->p[k]);
          lab_table_add (table, branch->stable[k]);
          lab_table_add_states (table, branch->x + k * flow->n, flow->n);
        }
    }
}

/* Adds a table with the periods, multipliers and extents of all cycles. The extents are those of the first state. The last row of a branch
 * has the reason why the branch ends; a row at a special point has its kind. Returns the number of branches of cycles. */
static int
add_cycle_rows (LabResult *result, const LabFlow *flow, const LabContinuation *found)
{
  const char *columns[] = { "branch", "p", "stable", "period", "multiplier", "multiplier_im", "low", "high", "end", "special", NULL };
  LabTable *table = NULL;
  int n_branches = 0;

  for (guint b = 0; b < found->branches->len; b++)
    {
      const LabBranch *branch = found->branches->pdata[b];

      if (branch->period == NULL)
        continue;
      if (n_branches++ == 0)
        table = lab_result_add_table (result, "cycles", columns);
      for (int k = 0; k < branch->n_points; k++)
        {
          lab_table_add (table, b + 1);
          lab_table_add (table, branch->p[k]);
          lab_table_add (table, branch->stable[k]);
          lab_table_add (table, branch->period[k]);
          lab_table_add (table, branch->multiplier[2 * k]);
          lab_table_add (table, branch->multiplier[2 * k + 1]);
          lab_table_add (table, branch->low[k * flow->n]);
          lab_table_add (table, branch->high[k * flow->n]);
          lab_table_add_text (table, k == branch->n_points - 1 ? lab_branch_end_id (branch->end) : "");
          lab_table_add_text (table, lab_special_id (branch->special[k]));
        }
    }
  return n_branches;
}

/* Adds a table with the least and greatest value of each state on all cycles, in the order of the table of cycles. */
static void
add_extents (LabResult *result, const LabFlow *flow, const LabContinuation *found)
{
  g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func (g_free);
  LabTable *table;

  g_ptr_array_add (columns, g_strdup ("branch"));
  g_ptr_array_add (columns, g_strdup ("p"));
  for (int i = 0; i < flow->n; i++)
    {
      g_ptr_array_add (columns, g_strdup_printf ("low %s", flow->ode->names[i]));
      g_ptr_array_add (columns, g_strdup_printf ("high %s", flow->ode->names[i]));
    }
  g_ptr_array_add (columns, NULL);
  table = lab_result_add_table (result, "extents", (const char *const *) (gpointer) columns->pdata);
  for (guint b = 0; b < found->branches->len; b++)
    {
      const LabBranch *branch = found->branches->pdata[b];

      for (int k = 0; branch->period != NULL && k < branch->n_points; k++)
        {
          lab_table_add (table, b + 1);
          lab_table_add (table, branch->p[k]);
          for (int i = 0; i < flow->n; i++)
            {
              lab_table_add (table, branch->low[k * flow->n + i]);
              lab_table_add (table, branch->high[k * flow->n + i]);
            }
        }
    }
}

static void
add_range (LabResult *result, const LabRange *range)
{
  static const char *const columns[] = { "parameter", "from", "to", NULL };
  LabTable *table = lab_result_add_table (result, "range", columns);

  lab_table_add_text (table, range->name);
  lab_table_add (table, range->from);
  lab_table_add (table, range->to);
}

/* Returns the name of a special point, with its type if it has one. A Hopf point is supercritical if its first
 * Lyapunov coefficient is negative (lab-hopf.c); it has no type if the sign is not certain. */
static const char *
special_type (const LabSpecial *special)
{
  if (isfinite (special->period))
    return special->pitchfork ? "cycle_pitchfork" : special->transcritical ? "cycle_transcritical" : "cycle";
  if (special->kind == LAB_SPECIAL_BRANCH)
    return special->pitchfork ? "pitchfork" : special->transcritical ? "transcritical" : "";
  if (special->kind == LAB_SPECIAL_HOPF && isfinite (special->coefficient))
    return special->coefficient > 0 ? "subcritical" : "supercritical";
  return "";
}

static void
add_special (LabResult *result, const LabFlow *flow, const LabContinuation *found)
{
  static const char *const columns[] = { "kind", "type", "p", "frequency", "coefficient", "period", NULL };
  LabTable *table = lab_table_with_states (result, "special", flow, columns);

  for (guint k = 0; k < found->special->len; k++)
    {
      const LabSpecial *special = found->special->pdata[k];

      lab_table_add_text (table, lab_special_id (special->kind));
      lab_table_add_text (table, special_type (special));
      lab_table_add (table, special->p);
      lab_table_add (table, special->frequency);
      lab_table_add (table, special->coefficient);
      lab_table_add (table, special->period);
      lab_table_add_states (table, special->x, flow->n);
    }
}

/* Returns the number of branches of cycles that end because of a limit of the work. */
static int
count_limited (const LabContinuation *found)
{
  int n = 0;

  for (guint b = 0; b < found->branches->len; b++)
    {
      const LabBranch *branch = found->branches->pdata[b];

      n += branch->period != NULL && (branch->end == LAB_BRANCH_TIME || branch->end == LAB_BRANCH_POINTS);
    }
  return n;
}

/* Returns the number of branches of equilibria that end inside of the range of the parameter. */
static int
count_ended (const LabContinuation *found)
{
  int n = 0;

  for (guint b = 0; b < found->branches->len; b++)
    {
      const LabBranch *branch = found->branches->pdata[b];

      n += branch->period == NULL && branch->end != LAB_BRANCH_RANGE && branch->end != LAB_BRANCH_CLOSED;
    }
  return n;
}

/* Returns the sentence of the result. It also states what was not computed. */
static char *
continue_sentence (const LabContinuation *found, int n_cycles, const LabBox *box, const LabFlow *flow)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *searched = lab_box_sentence (box, flow);
  int n_limited = count_limited (found), n_ended;

  g_string_printf (text, _("Branches of equilibria: %u, of cycles: %d. Special points: %u."), found->branches->len - (guint) n_cycles,
                   n_cycles, found->special->len);
  if (found->n_singular > 0)
    g_string_append_printf (
        text,
        ngettext (" %d equilibrium was found from which no branch could be followed: ∂f/∂x is singular there, or f is not smooth.",
                  " %d equilibria were found from which no branch could be followed: ∂f/∂x is singular there, or f is not smooth.",
                  (gulong) found->n_singular),
        found->n_singular);
  if (found->branches->len == 0 && found->continuum)
    g_string_append (text, _(" The equilibria are not isolated, so they have no branches."));
  else if (found->continuum)
    g_string_append (text, _(" Some equilibria are not isolated; they have no branches."));
  n_ended = count_ended (found);
  if (n_ended > 0)
    g_string_append_printf (text,
                            ngettext (" %d branch of equilibria ends inside of the range of the parameter.",
                                      " %d branches of equilibria end inside of the range of the parameter.", (gulong) n_ended),
                            n_ended);
  if (found->n_omitted > 0)
    g_string_append (text, _(" There are more branches of equilibria, which are not followed."));
  if (found->n > LAB_CONTINUE_CYCLE_STATES)
    g_string_append_printf (text, _(" Cycles are followed in models with at most %d states only."), LAB_CONTINUE_CYCLE_STATES);
  if (found->n_not_followed > 0)
    {
      g_string_append_printf (text, ngettext (" %d more branch of cycles was found and not followed.",
                                              " %d more branches of cycles were found and not followed.", (gulong) found->n_not_followed),
                              found->n_not_followed);
      g_string_append_printf (text, _(" At most %d are followed, %d of them after one period doubling, %d after each larger number of doublings up to %d."),
                              LAB_CONTINUE_BRANCHES, LAB_CONTINUE_DOUBLED, LAB_CONTINUE_DOUBLED_AGAIN, LAB_CONTINUE_DOUBLINGS);
    }
  if (n_limited > 0)
    g_string_append_printf (text, ngettext (" %d branch of cycles ends because of a limit on the computing time.",
                                            " %d branches of cycles end because of a limit on the computing time.", (gulong) n_limited), n_limited);
  g_string_append_printf (text, " %s", searched);
  if (found->branches->len > 0)
    g_string_append (text, _(" Branches were followed from there wherever they lead."));
  if (found->further)
    g_string_append (text, _(" There are more equilibria far outside, from which no branches were followed."));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Reads the option 'cycles'. Returns FALSE with an error if it is not a truth value, or if it requests cycles of a model with too many
 * states. */
static gboolean
read_cycles (const LabFlow *flow, const char *text, gboolean *cycles, GError **error)
{
  *cycles = flow->n <= LAB_CONTINUE_CYCLE_STATES;
  if (text == NULL)
    return TRUE;
  if (!lab_option_boolean ("cycles", text, cycles, error))
    return FALSE;
  if (!*cycles || flow->n <= LAB_CONTINUE_CYCLE_STATES)
    return TRUE;
  lab_option_set_error (error, "cycles", _("cycles are followed in models with at most %d states; this one has %d"), LAB_CONTINUE_CYCLE_STATES, flow->n);
  return FALSE;
}

/* Returns the result of a continuation. */
static LabResult *
result_of (const LabFlow *flow, const LabContinuation *found, const LabRange *range, const LabBox *box, gboolean cycles)
{
  LabResult *result = lab_result_new ();
  int n_cycles;

  lab_result_add_number (result, "branches", found->branches->len, NULL);
  lab_result_add_number (result, "special", found->special->len, NULL);
  add_special (result, flow, found);
  add_branches (result, flow, found);
  n_cycles = add_cycle_rows (result, flow, found);
  if (n_cycles > 0)
    add_extents (result, flow, found);
  add_range (result, range);
  if (cycles) /* the result has these numbers only if cycles were followed */
    {
      lab_result_add_number (result, "cycle_branches", n_cycles, NULL);
      lab_result_add_number (result, "not_followed", found->n_not_followed, NULL);
    }
  lab_box_add (result, box, flow);
  result->sentence = continue_sentence (found, n_cycles, box, flow);
  return result;
}

/* Computes all branches, and shows those of equilibria before the cycles are followed. Sets the box to the one that was searched: a default box is doubled while there are no equilibria in it for any of the values
 * of the parameter. */
static LabContinuation *
compute_continuation (LabFlow *flow, const LabRange *range, const char *box_text, LabBox *box, const LabProgress *progress, gboolean cycles,
                      GError **error)
{
  LabPart equilibria_part = { progress, 0, 2 }, cycles_part = { progress, 1, 2 };
  LabProgress first = lab_part_progress (&equilibria_part), second = lab_part_progress (&cycles_part);
  g_autoptr (LabContinuation) found = NULL;
  gboolean done = FALSE;

  if (!lab_box_init (box, flow, box_text, &first, error))
    return NULL;
  do
    {
      lab_continuation_free (found);
      found = lab_continue (flow, box, range->name, range->from, range->to, &first, error);
    }
  while (found != NULL && found->branches->len == 0 && !found->continuum && found->n_singular == 0 && lab_box_widen (box));
  if (found != NULL && cycles && progress != NULL && progress->show != NULL)
    {
      g_autoptr (LabResult) part = result_of (flow, found, range, box, FALSE);

      lab_result_set_sentence (part, _("These are the branches of equilibria. The cycles are being followed."));
      lab_progress_show (progress, part);
    }
  if (found != NULL)
    done = !cycles || lab_continue_cycles (flow, box, range->name, range->from, range->to, found, &second, error);
  return done ? g_steal_pointer (&found) : NULL;
}

static LabResult *
continue_study (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  g_autoptr (LabFlow) flow = lab_flow_new (problem, error);
  g_autoptr (LabContinuation) found = NULL;
  g_autofree char *name = NULL;
  g_auto (LabBox) box = { 0 };
  LabRange range = { 0 };
  gboolean cycles;

  if (flow == NULL || !lab_continue_require (flow, error) || !read_cycles (flow, values[2], &cycles, error)
      || !lab_option_range ("vary", values[0], FALSE, &range, error))
    return NULL;
  name = range.name;
  found = compute_continuation (flow, &range, values[1], &box, progress, cycles, error);
  if (found == NULL)
    return NULL;
  return result_of (flow, found, &range, &box, cycles);
}

/* Appends what a row of the table of cycles says besides the states. */
static void
write_cycle (LabJson *json, const LabTable *cycles, int row)
{
  lab_json_cell (json, "period", cycles, row, 3);
  lab_json_cell (json, "low", cycles, row, 6);
  lab_json_cell (json, "high", cycles, row, 7);
  lab_json_array (json, "multiplier", LAB_JSON_FLAT);
  lab_json_cell (json, NULL, cycles, row, 4);
  lab_json_cell (json, NULL, cycles, row, 5);
  lab_json_end (json);
}

static void
continue_json (LabJson *json, const LabResult *result, const char *const *values)
{
  static const char *const keys[] = { "kind", "type", "p", "frequency", "coefficient", "period" };
  const LabTable *branches = lab_result_table (result, "branches"), *special = lab_result_table (result, "special"), *cycles = lab_result_table (result, "cycles");
  int n_rows = lab_table_n_rows (branches), cycle = 0;

  lab_json_object (json, NULL, LAB_JSON_FLAT);
  lab_json_array (json, "branches", LAB_JSON_ROWS);
  for (int r = 0; r < n_rows; r++)
    {
      gboolean first = r == 0 || lab_table_number (branches, r, 0) != lab_table_number (branches, r - 1, 0);
      gboolean last = r == n_rows - 1 || lab_table_number (branches, r, 0) != lab_table_number (branches, r + 1, 0);
      gboolean is_cycle = g_str_equal (lab_table_text (branches, r, 1), "cycle");

      if (first)
        {
          lab_json_object (json, NULL, LAB_JSON_FLAT);
          lab_json_cell (json, "kind", branches, r, 1);
          lab_json_array (json, "points", LAB_JSON_FLAT);
        }
      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_cell (json, "p", branches, r, 2);
      lab_json_row (json, "x", branches, r, 4);
      lab_json_flag (json, "stable", lab_table_number (branches, r, 3) != 0);
      if (is_cycle)
        write_cycle (json, cycles, cycle);
      lab_json_end (json);
      if (last)
        {
          lab_json_end (json);
          if (is_cycle)
            lab_json_cell (json, "end", cycles, cycle, 8);
          lab_json_end (json);
        }
      cycle += is_cycle;
    }
  lab_json_end (json);
  lab_json_space (json, "\n ");
  lab_json_array (json, "special", LAB_JSON_ROWS);
  for (int r = 0; r < lab_table_n_rows (special); r++)
    {
      lab_json_object (json, NULL, LAB_JSON_FLAT);
      for (int c = 0; c < (int) G_N_ELEMENTS (keys); c++)
        lab_json_cell (json, keys[c], special, r, c);
      lab_json_row (json, "x", special, r, G_N_ELEMENTS (keys));
      lab_json_end (json);
    }
  lab_json_end (json);
  if (isfinite (lab_result_number (result, "not_followed")))
    lab_json_number_named (json, result, "not_followed");
  lab_json_end (json);
}

const LabStudyKind lab_study_continue = {
  .id = "continue",
  .label = N_("Bifurcation diagram"),
  .advice = N_("Follows equilibria and cycles over a parameter and finds folds, branch points, Hopf points, period doublings and torus points."),
  .of = LAB_STUDY_OF_MODEL,
  .places = LAB_PLACE_CARDS,
  .sketch = "5 50 35 50 60 80 95 90|35 50 60 20 95 10",
  .own_methods = TRUE,
  .axes = "vary",
  .sets = "vary",
  .explains = TRUE,
  .argument = "MODEL",
  .summary = "follow equilibria and cycles while a parameter varies",
  .description =
    "Follows the branches of equilibria that are found in the box, and around a default box, wherever they lead, and prints folds, branch points (pitchfork, transcritical) and Hopf points "
    "(with frequency and first Lyapunov coefficient: positive is subcritical). In models with at most 12 states the cycles that begin at Hopf "
    "points are followed too, with their folds, branch points (cycle_pitchfork, cycle_transcritical), period doublings and torus "
    "(Neimark–Sacker) points, and the cycles that begin at branch points and period doublings: those of the other branch, and those of double period. "
    "The frequency of a torus point is the angle of its multipliers divided by the period. "
    "At most 12 branches of cycles are followed, at most 4 of them after one period doubling, and 2 after each larger number of "
    "doublings up to 4; not_followed is the number of branches that were found and not followed. A branch of cycles ends at 500 points, at 20 times "
    "its first period, a million widths of the box outside of it, and where only the period grows (end is 'period'). "
    "A default box without an equilibrium is doubled, up to three times.",
  .options = continue_options,
  .n_options = G_N_ELEMENTS (continue_options),
  .json = continue_json,
  .run = continue_study,
};
