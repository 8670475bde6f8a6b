#include "wb-digits-badge.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdatomic.h>

#include "lab-problem.h"
#include "plot-format.h"

/* A truth that takes longer is not worth its electricity: nobody asked for it. */
#define LONGEST_US (10 * G_USEC_PER_SEC)

typedef struct
{
  Model *model;
  SimConfig *config;
  WbValues *values;
  GHashTable *constants;
  double t_start, t_end, *x;
  gint64 begun;
  atomic_int cancelled; /* set by the window, read by the thread */
  char *said;
  double error;
} Check;

struct _WbDigitsBadge
{
  GtkWidget parent_instance;
  WbSession *session;
  GtkWidget *box, *button, *label;
  WbRunItem *run;    /* that can be checked, is or was; borrowed, compared only */
  GTask *task;       /* of the check that counts, or NULL */
  Check *check;      /* its data; the task's */
  double obtained;
};

G_DEFINE_FINAL_TYPE (WbDigitsBadge, wb_digits_badge, GTK_TYPE_WIDGET)

double wb_digits_badge_obtained (WbDigitsBadge *self) { return self->obtained; }
gboolean wb_digits_badge_is_busy (WbDigitsBadge *self) { return self->task != NULL; }

static void
check_free (Check *check)
{
  model_unref (check->model);
  sim_config_free (check->config);
  wb_values_free (check->values);
  g_hash_table_unref (check->constants);
  g_free (check->x);
  g_free (check->said);
  g_free (check);
}

/* ---- on the pool ---- */

static gboolean
go_on (gpointer user, double share)
{
  Check *check = user;

  return !atomic_load (&check->cancelled) && g_get_monotonic_time () - check->begun < LONGEST_US;
}

static void
run_check (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Check *check = data;
  LabProblem problem = {
    .model = check->model, .config = check->config, .t_start = check->t_start, .t_end = check->t_end,
    .instance = { .constants = check->constants, .fast_math = sim_config_get_boolean (check->config, "fast_math"),
                  .seed = (guint64) sim_config_get_number (check->config, "seed") },
    .prepare = wb_values_prepare, .user = check->values,
  };
  LabProgress progress = { go_on, check };
  LabTruth truth = { 0 };
  GError *error = NULL;

  if (!lab_truth_find (&problem, &progress, &truth, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  check->error = lab_truth_error (&truth, check->x);
  check->said = g_strdup (truth.said);
  lab_truth_clear (&truth);
  g_task_return_boolean (task, TRUE);
}

/* ---- on the main thread ---- */

static void
show (WbDigitsBadge *self, const Check *check)
{
  const OdeMethod *method = sim_config_method (check->config);
  gboolean adaptive = (method->traits & ODE_TRAIT_ADAPTIVE) && !(method->traits & ODE_TRAIT_ESTIMATE_ON_REQUEST)
                      && sim_config_get_boolean (check->config, "error_control");
  double asked = sim_config_get_number (check->config, "accuracy");
  char obtained_text[64], asked_text[64];
  g_autofree char *text = NULL, *tooltip = NULL;

  self->obtained = check->error;
  plot_format_number (check->error, 1, obtained_text, sizeof obtained_text);
  plot_format_number (asked, 1, asked_text, sizeof asked_text);
  text = adaptive ? g_strdup_printf (_("asked %s, obtained %s"), asked_text, obtained_text)
                  : g_strdup_printf (_("error %s"), obtained_text);
  tooltip = g_strdup_printf (_("Largest relative error at the end, against %s"), check->said);
  gtk_label_set_text (GTK_LABEL (self->label), text);
  gtk_widget_set_tooltip_text (self->label, tooltip);
  /* Within a factor of ten of what was asked is what an accuracy promises over many steps. */
  if (adaptive && check->error <= 10 * asked)
    gtk_widget_add_css_class (self->label, "verified");
  else
    gtk_widget_remove_css_class (self->label, "verified");
  gtk_widget_set_visible (self->label, !isnan (check->error));
}

static void
on_checked (GObject *source, GAsyncResult *result, gpointer user)
{
  WbDigitsBadge *self = WB_DIGITS_BADGE (source);
  Check *check = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  gboolean counts = G_TASK (result) == self->task, known = g_task_propagate_boolean (G_TASK (result), &error);

  if (!counts)
    return;
  self->task = NULL;
  self->check = NULL;
  if (self->box == NULL)
    return;
  if (known)
    show (self, check);
  else
    {
      gtk_label_set_text (GTK_LABEL (self->label), _("no truth known"));
      gtk_widget_set_tooltip_text (self->label, error->message);
    }
}

static void
forget (WbDigitsBadge *self)
{
  if (self->check != NULL)
    atomic_store (&self->check->cancelled, 1);
  self->task = NULL;
  self->check = NULL;
  self->run = NULL;
  self->obtained = NAN;
  if (self->box == NULL)
    return;
  gtk_widget_set_visible (self->label, FALSE);
  gtk_widget_set_visible (self->button, FALSE);
}

static GHashTable *
numbers_of (GHashTable *texts)
{
  GHashTable *numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer name, text;

  g_hash_table_iter_init (&iter, texts);
  while (g_hash_table_iter_next (&iter, &name, &text))
    {
      double *number = g_new (double, 1);

      *number = g_ascii_strtod (text, NULL);
      g_hash_table_insert (numbers, g_strdup (name), number);
    }
  return numbers;
}

/* Runs whose parameters were moved, or whose events were switched off, have no truth to compare with: what is run again is another thing. */
static gboolean
is_plain (WbRunItem *run)
{
  SimTrajectory *trajectory = wb_run_item_trajectory (run);
  gsize n = sim_trajectory_n_events (trajectory);

  for (gsize i = 0; i < n; i++)
    if (sim_trajectory_event (trajectory, i).parameter >= 0)
      return FALSE;
  return g_hash_table_size (wb_run_item_values (run)->events_off) == 0;
}

static gboolean
can_check (WbRunItem *run)
{
  SimTrajectory *trajectory = wb_run_item_trajectory (run);
  gsize n = sim_trajectory_n_rows (trajectory);

  return n > 0 && sim_trajectory_row (trajectory, n - 1)[0] == wb_run_item_t_end (run) && is_plain (run);
}

static gboolean
has_ended (WbDigitsBadge *self, WbRunItem *run)
{
  return run != NULL && wb_session_state (self->session) == SIM_RUN_FINISHED
         && wb_run_item_state (run)->status.reason == SIM_REACHED_END;
}

void
wb_digits_badge_check (WbDigitsBadge *self)
{
  WbRunItem *run = wb_session_current (self->session);
  SimTrajectory *trajectory;
  const double *row;
  Check *check;

  if (self->task != NULL || !has_ended (self, run) || !can_check (run))
    return;
  self->run = run;
  trajectory = wb_run_item_trajectory (run);
  row = sim_trajectory_row (trajectory, sim_trajectory_n_rows (trajectory) - 1);
  gtk_widget_set_visible (self->button, FALSE);
  gtk_label_set_text (GTK_LABEL (self->label), _("checking…"));
  gtk_widget_set_visible (self->label, TRUE);
  check = g_new0 (Check, 1);
  check->model = model_ref (wb_run_item_model (run));
  check->config = sim_config_copy (wb_run_item_config (run));
  check->values = wb_values_copy (wb_run_item_values (run));
  check->constants = numbers_of (check->values->constants);
  check->t_start = wb_run_item_t_start (run);
  check->t_end = wb_run_item_t_end (run);
  check->x = g_memdup2 (row + 1, model_system_n_states (wb_run_item_system (run)) * sizeof (double));
  check->begun = g_get_monotonic_time ();
  self->check = check;
  self->task = g_task_new (self, NULL, on_checked, NULL);
  g_task_set_task_data (self->task, check, (GDestroyNotify) check_free);
  g_task_run_in_thread (self->task, run_check);
  g_object_unref (self->task); /* lives until on_checked; here it is only compared */
}

static void
follow (WbDigitsBadge *self)
{
  WbRunItem *run = wb_session_current (self->session);

  if (!has_ended (self, run))
    {
      forget (self);
      return;
    }
  if (run != self->run)
    forget (self);
  self->run = run;
  if (!gtk_widget_get_visible (self->label))
    gtk_widget_set_visible (self->button, can_check (run));
}

static void
wb_digits_badge_dispose (GObject *object)
{
  WbDigitsBadge *self = WB_DIGITS_BADGE (object);
  GtkWidget *box = g_steal_pointer (&self->box);

  forget (self);
  if (box != NULL)
    gtk_widget_unparent (box);
  G_OBJECT_CLASS (wb_digits_badge_parent_class)->dispose (object);
}

static void
wb_digits_badge_class_init (WbDigitsBadgeClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_digits_badge_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "digitsbadge");
}

static void
wb_digits_badge_init (WbDigitsBadge *self)
{
  self->obtained = NAN;
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_valign (self->box, GTK_ALIGN_CENTER);
  self->button = gtk_button_new_with_label (_("Check digits"));
  gtk_widget_set_tooltip_text (self->button, _("How many digits at the end are right: against the closed form, or two tight runs that agree"));
  g_signal_connect_swapped (self->button, "clicked", G_CALLBACK (wb_digits_badge_check), self);
  self->label = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->label, "badge");
  gtk_widget_add_css_class (self->label, "large");
  gtk_widget_set_valign (self->label, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (self->label, FALSE);
  gtk_widget_set_visible (self->button, FALSE);
  gtk_box_append (GTK_BOX (self->box), self->button);
  gtk_box_append (GTK_BOX (self->box), self->label);
}

GtkWidget *
wb_digits_badge_new (WbSession *session)
{
  WbDigitsBadge *self = g_object_new (WB_TYPE_DIGITS_BADGE, NULL);

  self->session = session;
  g_signal_connect_object (session, "state-changed", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "advanced", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "runs-changed", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (forget), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
