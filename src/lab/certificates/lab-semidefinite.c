/* Runs csdp (Borchers, Optim. Methods Softw. 11 (1999) 613), which reads param.csdp and writes its solution in its
 * working folder. It runs as a child process because the library of csdp prints to the terminal and may end the
 * process. The program has the dual form of csdp: minimize bᵀ y so that Σ_k y_k F_k − F_0 is positive semidefinite.
 * F_0 … F_m are block diagonal and sparse; variable 0 of an entry is F_0. */
#include "lab-semidefinite.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "ode-format.h"
#include "sim-output-file.h"

/* Interval at which the progress function is called while csdp runs, in ms. */
#define PATIENCE 20

/* Limits of csdp: processor time in s, memory in bytes, and the size of a file that it writes in bytes. A program of MOST_VARIABLES (lab-sos.c)
 * takes about 0.5 GB and some minutes. */
#define MOST_SECONDS 900
#define MOST_MEMORY ((rlim_t) 4 << 30)
#define MOST_FILE ((rlim_t) 1 << 30)

/* The largest exit status of csdp that is an answer: 0 solved, 1 and 2 infeasible, 3 to 9 stopped before full accuracy (CSDP User's Guide,
 * section 3). Others mean that it could not work, for example 205 without memory. */
#define LAST_ANSWER 9

/* Parameters of csdp (CSDP User's Guide, 2006, section 4), with less output and tighter tolerances than the default. */
static const char parameters[] = "axtol=1.0e-9\natytol=1.0e-9\nobjtol=1.0e-9\npinftol=1.0e8\ndinftol=1.0e8\nmaxiter=150\n"
                                 "minstepfrac=0.90\nmaxstepfrac=0.97\nminstepp=1.0e-8\nminstepd=1.0e-8\nusexzgap=1\ntweakgap=0\n"
                                 "affine=0\nprintlevel=0\nperturbobj=0\nfastmode=0\n";

LabSdp *
lab_sdp_new (int n_variables, int n_blocks)
{
  LabSdp *sdp = g_new0 (LabSdp, 1);

  sdp->n_variables = n_variables;
  sdp->objective = g_new0 (double, n_variables + 1);
  sdp->n_blocks = n_blocks;
  sdp->sizes = g_new0 (int, n_blocks + 1);
  sdp->entries = g_array_new (FALSE, FALSE, sizeof (LabSdpEntry));
  return sdp;
}

void
lab_sdp_free (LabSdp *sdp)
{
  if (sdp == NULL)
    return;
  g_free (sdp->objective);
  g_free (sdp->sizes);
  g_array_unref (sdp->entries);
  g_free (sdp);
}

/* Appends an entry of F_variable. Only the upper triangle is written, as the format requires; entries at the same
 * place are added. */
void
lab_sdp_add (LabSdp *sdp, int variable, int block, int row, int column, double value)
{
  LabSdpEntry entry = { variable, block, MIN (row, column), MAX (row, column), value };

  if (value != 0)
    g_array_append_val (sdp->entries, entry);
}

char *
lab_sdp_find_solver (void)
{
  return g_find_program_in_path ("csdp");
}

/* ---- input and output files of csdp ---- */

/* Sorts by variable, block, row and column, so that entries at one place are neighbours and can be added. */
static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const LabSdpEntry *p = a, *q = b;

  if (p->variable != q->variable)
    return p->variable - q->variable;
  if (p->block != q->block)
    return p->block - q->block;
  return p->row != q->row ? p->row - q->row : p->column - q->column;
}

/* Returns the program in the SDPA sparse format (Fujisawa et al., SDPA User's Manual, 2008, section 5). */
static char *
write_program (const LabSdp *sdp)
{
  GString *text = g_string_new (NULL);
  const LabSdpEntry *entries = (const LabSdpEntry *) (gpointer) sdp->entries->data;
  char number[ODE_FORMAT_SIZE];

  g_array_sort (sdp->entries, compare_entries);
  g_string_append_printf (text, "%d\n%d\n", sdp->n_variables, sdp->n_blocks);
  for (int k = 0; k < sdp->n_blocks; k++)
    g_string_append_printf (text, "%s%d", k > 0 ? " " : "", sdp->sizes[k]);
  g_string_append_c (text, '\n');
  for (int k = 0; k < sdp->n_variables; k++)
    {
      ode_format_double (number, sdp->objective[k]);
      g_string_append_printf (text, "%s%s", k > 0 ? " " : "", number);
    }
  g_string_append_c (text, '\n');
  for (guint k = 0; k < sdp->entries->len; k++)
    {
      double value = entries[k].value;

      while (k + 1 < sdp->entries->len && compare_entries (&entries[k], &entries[k + 1]) == 0)
        value += entries[++k].value;
      if (value == 0)
        continue;
      ode_format_double (number, value);
      g_string_append_printf (text, "%d %d %d %d %s\n", entries[k].variable, entries[k].block + 1, entries[k].row + 1,
                              entries[k].column + 1, number);
    }
  return g_string_free (text, FALSE);
}

/* Reads the vector y from a solution file. It is in the first line; matrices follow. Returns NULL if a number is missing or not finite. */
static double *
read_solution (const char *text, int n)
{
  double *y = g_new (double, n + 1);
  const char *at = text;

  for (int k = 0; k < n; k++)
    {
      char *end;

      y[k] = g_ascii_strtod (at, &end);
      if (end == at || !(fabs (y[k]) < 1e30))
        {
          g_free (y);
          return NULL;
        }
      at = end;
    }
  return y;
}

/* Removes the files by their names: only these are written here or by csdp. */
static void
remove_folder (const char *folder)
{
  static const char *const names[] = { "program.dat-s", "solution", "param.csdp" };

  for (guint k = 0; k < G_N_ELEMENTS (names); k++)
    {
      g_autofree char *path = g_build_filename (folder, names[k], NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

static gboolean
write_file (const char *folder, const char *name, const char *text, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  return sim_write_file (path, bytes, SIM_OUTPUT_CACHE, error);
}

/* ---- the child process ---- */

typedef struct
{
  GSubprocess *process;
  const LabProgress *progress;
  double fraction;
  gboolean ended;
  GError *error;
} Wait;

/* Sets the limits of the child process. Is called in the child between fork and exec, so it calls only functions that are safe there. The descriptors of
 * Stepwise are already closed. The child ends with the thread that waits for it. */
static void
limit_child (gpointer user)
{
  static const struct { __rlimit_resource_t resource; rlim_t value; } limits[] = {
    { RLIMIT_CPU, MOST_SECONDS }, { RLIMIT_AS, MOST_MEMORY }, { RLIMIT_FSIZE, MOST_FILE }, { RLIMIT_CORE, 0 } };

  for (guint k = 0; k < G_N_ELEMENTS (limits); k++)
    {
      struct rlimit limit;

      if (getrlimit (limits[k].resource, &limit) != 0 || (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < limits[k].value))
        continue;
      limit.rlim_cur = MIN (limit.rlim_cur, limits[k].value);
      limit.rlim_max = limits[k].value;
      setrlimit (limits[k].resource, &limit);
    }
  prctl (PR_SET_PDEATHSIG, SIGKILL);
}

/* Returns FALSE with an error if the child process ended without an answer. Ctrl+C ends it too, since it belongs to the same terminal. */
static gboolean
check_end (const Wait *wait, GError **error)
{
  if (!lab_progress_report (wait->progress, wait->fraction, error))
    return FALSE;
  if (g_subprocess_get_if_signaled (wait->process))
    {
      int number = g_subprocess_get_term_sig (wait->process);

      if (number == SIGXCPU)
        g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("the solver csdp was stopped after %d s of processor time"), MOST_SECONDS);
      else
        g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("the solver csdp was ended by signal %d"), number);
      return FALSE;
    }
  if (g_subprocess_get_exit_status (wait->process) <= LAST_ANSWER)
    return TRUE;
  g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("the solver csdp failed with exit status %d"),
               g_subprocess_get_exit_status (wait->process));
  return FALSE;
}

/* Is called when the child process has ended. */
static void
take_end (GObject *object, GAsyncResult *result, gpointer user)
{
  Wait *wait = user;

  g_subprocess_wait_finish (wait->process, result, NULL);
  wait->ended = TRUE;
}

/* Is called every PATIENCE ms. Ends the child process if the study is cancelled. */
static gboolean
look (gpointer user)
{
  Wait *wait = user;

  if (wait->error == NULL && !lab_progress_report (wait->progress, wait->fraction, &wait->error))
    g_subprocess_force_exit (wait->process);
  return G_SOURCE_CONTINUE;
}

/* Runs the solver in a folder. Only the main context of this thread is iterated, so any thread can call this function. */
static gboolean
run_solver (const char *folder, const LabProgress *progress, double fraction, GError **error)
{
  g_autofree char *solver = lab_sdp_find_solver ();
  g_autoptr (GSubprocessLauncher) launcher
      = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autoptr (GMainContext) context = g_main_context_new ();
  GSource *source = g_timeout_source_new (PATIENCE);
  Wait wait = { .progress = progress, .fraction = fraction };

  gboolean fine;

  g_subprocess_launcher_set_cwd (launcher, folder);
  g_subprocess_launcher_set_child_setup (launcher, limit_child, NULL, NULL);
  /* csdp's threads would compete with those of other studies, and small programs are not faster with threads. */
  g_subprocess_launcher_setenv (launcher, "OMP_NUM_THREADS", "1", TRUE);
  g_subprocess_launcher_setenv (launcher, "OPENBLAS_NUM_THREADS", "1", TRUE);
  g_subprocess_launcher_setenv (launcher, "LC_ALL", "C", TRUE);
  g_main_context_push_thread_default (context);
  wait.process = g_subprocess_launcher_spawn (launcher, error, solver != NULL ? solver : "csdp", "program.dat-s", "solution", NULL);
  if (wait.process != NULL)
    {
      g_source_set_callback (source, look, &wait, NULL);
      g_source_attach (source, context);
      g_subprocess_wait_async (wait.process, NULL, take_end, &wait);
      while (!wait.ended)
        g_main_context_iteration (context, TRUE);
      g_source_destroy (source);
    }
  g_main_context_pop_thread_default (context);
  g_source_unref (source);
  if (wait.process == NULL)
    return FALSE;
  if (wait.error != NULL)
    g_propagate_error (error, wait.error);
  fine = wait.error == NULL && check_end (&wait, error);
  g_object_unref (wait.process);
  return fine;
}

/* Reads the solution whatever the answer of csdp is, since the caller checks every solution. */
double *
lab_sdp_solve (const LabSdp *sdp, const char *keep, const LabProgress *progress, double fraction, GError **error)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", error), *text = NULL, *path = NULL, *solution = NULL;
  g_autoptr (GBytes) bytes = NULL;
  double *y = NULL;

  if (folder == NULL)
    return NULL;
  text = write_program (sdp);
  bytes = g_bytes_new (text, strlen (text));
  path = g_build_filename (folder, "solution", NULL);
  if ((keep == NULL || sim_write_file (keep, bytes, SIM_OUTPUT_AGAIN, error)) && write_file (folder, "program.dat-s", text, error)
      && write_file (folder, "param.csdp", parameters, error) && run_solver (folder, progress, fraction, error)
      && g_file_get_contents (path, &solution, NULL, NULL))
    y = read_solution (solution, sdp->n_variables);
  remove_folder (folder);
  return y;
}
