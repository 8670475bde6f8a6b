/* Compares the run with a reference solution, computed on a thread, and shows how many digits are correct. */
#include "wb-digits-badge.h"

#include <float.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-reference.h"
#include "plot-format.h"
#include "wb-failure-text.h"
#include "wb-job.h"
#include "wb-snapshot.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

/* Time in µs after which the computation of a reference solution is cancelled. It may have started without a request of the user. */
#define LONGEST_US (10 * G_USEC_PER_SEC)

typedef struct
{
  WbSnapshot *snapshot;
  double *x;
  SimTrajectory *trajectory;
  int n_states;
  gint64 begun;
  WbJob *job;       /* the job that computes the check; set by the thread of the job */
} Check;

/* The result of a check, and the settings for which it is valid. */
typedef struct
{
  SimConfig *config;
  char *said;
  double error;    /* divided by the largest value of the run */
  double relative; /* divided by the value at the end */
  double agreement;
} Answer;

struct _WbDigitsBadge
{
  GtkWidget parent_instance;
  WbSession *session;
  GtkWidget *box, *button, *label;
  WbRunItem *run;    /* run that was checked; weak pointer, because a new run may get the same address */
  WbJob *job;        /* running check, or NULL */
  double obtained;
};

G_DEFINE_FINAL_TYPE (WbDigitsBadge, wb_digits_badge, GTK_TYPE_WIDGET)

double wb_digits_badge_obtained (WbDigitsBadge *self) { return self->obtained; }
gboolean wb_digits_badge_is_busy (WbDigitsBadge *self) { return self->job != NULL; }

static void
check_free (gpointer data)
{
  Check *check = data;

  wb_snapshot_free (check->snapshot);
  sim_trajectory_unref (check->trajectory);
  g_free (check->x);
  g_free (check);
}

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  sim_config_free (answer->config);
  g_free (answer->said);
  g_free (answer);
}

/* ---- on the pool ---- */

static gboolean
go_on (gpointer user, double share)
{
  Check *check = user;

  return wb_job_go_on (check->job, share) && g_get_monotonic_time () - check->begun < LONGEST_US;
}

/* Returns a new array with the largest absolute value of each state. Errors are divided by these values. Free it with
 * g_free. */
static double *
scales_of (SimTrajectory *trajectory, int n_states)
{
  double *scales = g_new0 (double, n_states);
  gsize n = sim_trajectory_n_rows (trajectory);

  for (gsize k = 0; k < n; k++)
    {
      const double *row = sim_trajectory_row (trajectory, k);

      for (int i = 0; i < n_states; i++)
        scales[i] = fmax (scales[i], fabs (row[1 + i]));
    }
  return scales;
}

static gpointer
run_check (WbJob *job, gpointer data, GError **error)
{
  Check *check = data;
  LabProblem problem = wb_snapshot_problem (check->snapshot);
  LabProgress progress = { go_on, check };
  LabReference reference = { 0 };
  g_autofree double *scales = NULL;
  Answer *answer;

  check->job = job;
  if (!lab_reference_find (&problem, &progress, &reference, error))
    return NULL;
  answer = g_new0 (Answer, 1);
  answer->config = sim_config_copy (wb_snapshot_config (check->snapshot));
  scales = scales_of (check->trajectory, check->n_states);
  answer->error = lab_reference_scaled_error (&reference, check->x, scales);
  memset (scales, 0, (gsize)check->n_states * sizeof *scales);
  answer->relative = lab_reference_scaled_error (&reference, check->x, scales);
  answer->agreement = reference.agreement;
  answer->said = g_strdup (reference.source);
  lab_reference_clear (&reference);
  return answer;
}

/* ---- on the main thread ---- */

/* Returns the number of correct digits as text, with one decimal if it is below 10. Free it with
 * g_free. */
static char *
digits_text (double error)
{
  char text[32];

  plot_format_tick (round (10 * fmax (-log10 (error), 0)) / 10, 0.1, text, sizeof text);
  if (g_str_has_suffix (text, ".0"))
    text[strlen (text) - 2] = '\0';
  return g_strdup (text);
}

/* Two errors with this ratio have numbers of correct digits that differ by more than a half. */
#define OTHER_DIGITS 3

static void
show (WbDigitsBadge *self, const Answer *answer)
{
  gboolean adaptive = sim_config_controls_error (answer->config);
  double asked = sim_config_get_number (answer->config, "accuracy");
  /* A smaller error cannot be distinguished from the uncertainty of the reference solution. */
  double least = fmax (answer->agreement, DBL_EPSILON);
  g_autofree char *asked_text = digits_text (asked), *digits = digits_text (fmax (answer->error,
                                                                                  least)), *text = NULL, *tooltip = NULL, *sentence = NULL;
  g_autofree char *obtained = answer->error > least ? g_steal_pointer (&digits) : g_strconcat ("≥\u2009", digits, NULL);
  char error_text[64];

  self->obtained = answer->error;
  plot_format_number (answer->error, 2, error_text, sizeof error_text);
  /* The digits of a state that is much smaller at the end than its largest value are not those of its value there. */
  if (answer->relative > OTHER_DIGITS * fmax (answer->error, least))
    text = adaptive ? g_strdup_printf (_ ("%s digits requested, %s correct of the largest value"), asked_text, obtained)
                    : g_strdup_printf (_ ("%s correct digits of the largest value"), obtained);
  else
    text = adaptive ? g_strdup_printf (_ ("%s digits requested, %s correct"), asked_text, obtained)
                    : g_strdup_printf (_ ("%s correct digits"), obtained);
  tooltip = g_strdup_printf (_("The error at the end is %s times the largest absolute value of the state. The reference is: %s"), error_text, answer->said);
  gtk_label_set_text (GTK_LABEL (self->label), text);
  sentence = wb_failure_sentence (tooltip);
  wb_tooltip_set (self->label, sentence);
  /* Errors accumulate over many steps. Therefore an error of up to ten times the accuracy counts as normal. */
  if (adaptive && answer->error <= 10 * asked)
    gtk_widget_add_css_class (self->label, "verified");
  else
    gtk_widget_remove_css_class (self->label, "verified");
  gtk_widget_set_visible (self->label, !isnan (answer->error));
}

static void
on_checked (gpointer owner, gpointer result, const GError *error)
{
  WbDigitsBadge *self = owner;

  if (result != NULL)
    {
      show (self, result);
      answer_free (result);
    }
  else
    {
      gtk_label_set_text (GTK_LABEL (self->label), _("no reference known"));
      wb_tooltip_set (self->label, error->message);
    }
}

static void
forget (WbDigitsBadge *self)
{
  g_clear_pointer (&self->job, wb_job_cancel);
  g_clear_weak_pointer (&self->run);
  self->obtained = NAN;
  if (self->box == NULL)
    return;
  gtk_widget_remove_css_class (self->label, "verified");
  gtk_widget_set_visible (self->label, FALSE);
  gtk_widget_set_visible (self->button, FALSE);
}

/* Returns whether all parameters were constant during the run. Otherwise there is no reference solution for the
 * run. */
static gboolean
is_plain (WbRunItem *run)
{
  SimTrajectory *trajectory = wb_run_item_trajectory (run);
  gsize n = sim_trajectory_n_events (trajectory);

  for (gsize i = 0; i < n; i++)
    if (sim_trajectory_event (trajectory, i).parameter >= 0)
      return FALSE;
  return TRUE;
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

  if (self->job != NULL || !has_ended (self, run) || !can_check (run))
    return;
  g_set_weak_pointer (&self->run, run);
  trajectory = wb_run_item_trajectory (run);
  row = sim_trajectory_row (trajectory, sim_trajectory_n_rows (trajectory) - 1);
  gtk_widget_set_visible (self->button, FALSE);
  gtk_label_set_text (GTK_LABEL (self->label), _("checking…"));
  gtk_widget_set_visible (self->label, TRUE);
  check = g_new0 (Check, 1);
  check->snapshot = wb_run_item_snapshot (run, wb_run_item_t_end (run));
  check->x = g_memdup2 (row + 1, model_system_n_states (wb_run_item_system (run)) * sizeof (double));
  check->trajectory = sim_trajectory_ref (trajectory);
  check->n_states = model_system_n_states (wb_run_item_system (run));
  check->begun = g_get_monotonic_time ();
  wb_job_replace (&self->job, self, run_check, check, check_free, on_checked, answer_free);
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
  g_set_weak_pointer (&self->run, run);
  if (!gtk_widget_get_visible (self->label))
    gtk_widget_set_visible (self->button, can_check (run));
}

static void
on_model (WbDigitsBadge *self)
{
  forget (self);
  follow (self); /* the file was read again: the run is still there */
}

static void
wb_digits_badge_dispose (GObject *object)
{
  WbDigitsBadge *self = WB_DIGITS_BADGE (object);
  GtkWidget *box = g_steal_pointer (&self->box);

  g_clear_weak_pointer (&self->run);
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
  self->button = gtk_button_new_with_label (_("Check accuracy"));
  wb_tooltip_set (self->button, _("Count the correct digits at the end. The reference is the closed form or two "
                                  "high-accuracy runs that agree."));
  g_signal_connect_swapped (self->button, "clicked", G_CALLBACK (wb_digits_badge_check), self);
  self->label = wb_styled (gtk_label_new (NULL), "badge large");
  gtk_widget_set_valign (self->label, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (self->label, FALSE);
  gtk_widget_set_visible (self->button, FALSE);
  wb_box_add (self->box, self->button, self->label, NULL);
}

GtkWidget *
wb_digits_badge_new (WbSession *session)
{
  WbDigitsBadge *self = g_object_new (WB_TYPE_DIGITS_BADGE, NULL);

  self->session = session;
  g_signal_connect_object (session, "state-changed", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "advanced", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "runs-changed", G_CALLBACK (follow), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "model-changed", G_CALLBACK (on_model), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
