/* Tests ensembles that several processes compute together: the file must equal that of one process. The ranks are threads here, and queues
 * transport their messages. */
#include <glib.h>
#include <gio/gio.h>
#include <math.h>
#include <string.h>

#include "lab-ensemble-run.h"
#include "model-load.h"

#define MODEL                                                                                                                     \
  "format: 1\nname: Test\ntime: {start: 0, end: 2}\nparameters: {a: 1}\nstates:\n  x: {initial: 1, derivative: a*x^2}\n"
#define MOST_RANKS 4

/* A queue of messages for each rank. */
typedef struct { GQueue to[MOST_RANKS]; GMutex lock; int n; } Wires;
typedef struct { Wires *wires; int rank; } End;
typedef struct { int from; GBytes *bytes; } Message;

static void
send_message (gpointer user, int to, gconstpointer bytes, gsize n)
{
  End *end = user;
  Message *message = g_new (Message, 1);

  *message = (Message) { end->rank, g_bytes_new (bytes, n) };
  g_mutex_lock (&end->wires->lock);
  g_queue_push_tail (&end->wires->to[to], message);
  g_mutex_unlock (&end->wires->lock);
}

static GBytes *
receive_message (gpointer user, int *from)
{
  End *end = user;
  g_autofree Message *message = NULL;

  g_mutex_lock (&end->wires->lock);
  message = g_queue_pop_head (&end->wires->to[end->rank]);
  g_mutex_unlock (&end->wires->lock);
  if (message == NULL)
    return NULL;
  *from = message->from;
  return message->bytes;
}

/* The problem of one rank. Each rank has separate objects, as processes have. */
typedef struct
{
  Model *model;
  SimConfig *config;
  LabProblem problem;
  LabEnsemble *ensemble;
  End end;
  LabRanks ranks;
  gboolean done;
  GError *error;
} Rank;

static void
rank_init (Rank *rank, Wires *wires, int k, const char *vary)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new (), errors = expr_errors_new ();

  *rank = (Rank) { .end = { wires, k } };
  rank->ranks = (LabRanks) { k, wires->n, send_message, receive_message, &rank->end };
  rank->model = model_load_text (MODEL, -1, "test.yaml", sim_config_check_solver, diagnostics);
  rank->config = sim_config_new ();
  rank->problem = (LabProblem) { .model = rank->model, .config = rank->config, .t_start = NAN, .t_end = NAN };
  rank->ensemble = lab_ensemble_new (&rank->problem, 3000, NULL);
  g_assert_true (lab_ensemble_vary (rank->ensemble, "a", (ExprPlace) { 1, 1 }, vary, NULL, errors));
  g_assert_true (lab_ensemble_finish (rank->ensemble, errors));
}

static void
rank_clear (Rank *rank)
{
  lab_ensemble_free (rank->ensemble);
  sim_config_free (rank->config);
  model_unref (rank->model);
  g_clear_error (&rank->error);
}

static gpointer
run_rank (gpointer data)
{
  Rank *rank = data;

  rank->done = lab_ensemble_run_ranks (rank->ensemble, NULL, 1, &rank->ranks, NULL, &rank->error);
  return NULL;
}

static LabResults *
open_file (const LabEnsemble *ensemble)
{
  g_autoptr (GError) error = NULL;
  LabResultsHeader header;
  LabResults *results;

  lab_ensemble_header (ensemble, "", 0, 0, &header);
  results = lab_results_append_to (NULL, &header, &error);
  g_strfreev (header.columns);
  g_assert_no_error (error);
  return results;
}

/* Computes the ensemble with n ranks into a temporary file. Each rank may have another text for the varied quantity. */
static LabResults *
run_ranks (int n, const char *const *vary, const LabProgress *progress, gboolean *done, GError **error)
{
  Wires wires = { .n = n };
  Rank ranks[MOST_RANKS];
  GThread *threads[MOST_RANKS];
  LabResults *results;

  for (int k = 0; k < n; k++)
    g_queue_init (&wires.to[k]);
  g_mutex_init (&wires.lock);
  for (int k = 0; k < n; k++)
    rank_init (&ranks[k], &wires, k, vary[k]);
  results = open_file (ranks[0].ensemble);
  for (int k = 1; k < n; k++)
    threads[k] = g_thread_new ("rank", run_rank, &ranks[k]);
  *done = lab_ensemble_run_ranks (ranks[0].ensemble, results, 1, n > 1 ? &ranks[0].ranks : NULL, progress, error);
  for (int k = 1; k < n; k++)
    g_thread_join (threads[k]);
  for (int k = 0; k < n; k++)
    {
      Message *message;

      while ((message = g_queue_pop_head (&wires.to[k])) != NULL)
        {
          g_bytes_unref (message->bytes);
          g_free (message);
        }
      rank_clear (&ranks[k]);
    }
  g_mutex_clear (&wires.lock);
  return results;
}

static void
expect_same (LabResults *a, LabResults *b)
{
  g_assert_cmpuint (lab_results_n_blocks (a), ==, lab_results_n_blocks (b));
  for (guint64 k = 0; k < lab_results_n_blocks (a); k++)
    {
      g_autoptr (LabBlock) one = lab_results_read (a, k, NULL), two = lab_results_read (b, k, NULL);

      g_assert_cmpmem (one->values, sizeof (double) * 3 * (gsize) one->n, two->values, sizeof (double) * 3 * (gsize) two->n);
      for (int m = 0; m < one->n; m++)
        {
          g_assert_cmpint (one->outcome[m], ==, two->outcome[m]);
          g_assert_cmpstr (one->reason[m], ==, two->reason[m]);
        }
    }
}

/* The results do not depend on the number of ranks. Half of the members fail, so that ranks also send the reasons of
 * failures. */
static void
test_same (void)
{
  static const char *const vary[] = { "uniform(0, 1)", "uniform(0, 1)", "uniform(0, 1)", "uniform(0, 1)" };
  gboolean done;
  g_autoptr (GError) error = NULL;
  g_autoptr (LabResults) alone = run_ranks (1, vary, NULL, &done, &error);

  g_assert_no_error (error);
  for (int n = 2; n <= MOST_RANKS; n++)
    {
      g_autoptr (LabResults) together = run_ranks (n, vary, NULL, &done, &error);

      g_assert_no_error (error);
      g_assert_true (done);
      expect_same (alone, together);
    }
}

/* An error of any rank ends all ranks, and rank 0 reports it. WRONG is infinite for all members except the first, so a rank with this text
 * fails in its first block. Rank 0 always gets a block; another rank may get none. */
#define WRONG "1/floor(1/(member + 1))"

static void
test_error (void)
{
  static const char *const first[] = { WRONG, "uniform(0, 1)" }, *const second[] = { "uniform(0, 1)", WRONG, "uniform(0, 1)" };
  gboolean done;

  for (int k = 0; k < 2; k++)
    {
      g_autoptr (GError) error = NULL;
      G_GNUC_UNUSED g_autoptr (LabResults) results = run_ranks (k == 0 ? 2 : 3, k == 0 ? first : second, NULL, &done, &error);

      g_assert_true (k > 0 || !done);
      if (!done)
        g_assert_nonnull (strstr (error->message, "finite"));
    }
}

static gboolean
refuse (gpointer user, double fraction)
{
  return FALSE;
}

static void
test_cancel (void)
{
  static const char *const vary[] = { "uniform(0, 1)", "uniform(0, 1)" };
  LabProgress progress = { refuse, NULL };
  g_autoptr (GError) error = NULL;
  gboolean done;
  G_GNUC_UNUSED g_autoptr (LabResults) results = run_ranks (2, vary, &progress, &done, &error);

  g_assert_false (done);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ranks/several-processes-give-the-same-file-as-one-process", test_same);
  g_test_add_func ("/ranks/an-error-of-one-process-ends-all-processes", test_error);
  g_test_add_func ("/ranks/a-cancelled-study-ends-on-all-processes", test_cancel);
  return g_test_run ();
}
