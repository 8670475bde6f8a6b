/* Reads and writes the file of an unfinished basin: a GVariant in little-endian order with identity, stride, attractors
 * and cells. The file is written under another name and then renamed, so that the old file remains if the program is
 * killed. */
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "expr-program.h"
#include "lab-basin-private.h"
#include "lab-problem.h"
#include "sim-output-file.h"

#define ATTRACTORS "a(uduadadadadadad)"
#define MAGIC "stepwise-basin-1"

/* Returns a digest of everything on which the cells depend: model, settings, parameters, initial values, times and
 * grid. */
static char *
identify (const LabBasin *basin)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  const LabBasinSetup *setup = &basin->setup;
  const LabProblem *problem = &basin->problem;
  ModelSystem *system = basin->ensemble->system;
  int n_parameters = model_system_n_parameter_values (system);
  g_autofree double *values = g_new0 (double, n_parameters + basin->n_states + model_system_n_discrete (system) + 1);
  g_autofree char *settings = sim_config_to_yaml (problem->config, TRUE);
  double numbers[] = { problem->t_start, problem->t_end, setup->x_low, setup->x_high, setup->y_low, setup->y_high,
                       setup->nx, setup->ny, basin->escape, setup->compute_all, problem->instance.fast_math };

  model_system_get_parameters (system, values);
  model_system_initial (system, values + n_parameters, values + n_parameters + basin->n_states, NULL);
  g_checksum_update (sum, (const guchar *) model_text (problem->model), -1);
  g_checksum_update (sum, (const guchar *) settings, -1);
  g_checksum_update (sum, (const guchar *) expr_arithmetic (problem->instance.fast_math ? EXPR_PROGRAM_FUSED : 0), -1);
  g_checksum_update (sum, (const guchar *) setup->x, -1);
  g_checksum_update (sum, (const guchar *) (setup->y != NULL ? setup->y : "-"), -1);
  g_checksum_update (sum, (const guchar *) values, (gssize) sizeof (double) * (n_parameters + basin->n_states));
  g_checksum_update (sum, (const guchar *) numbers, sizeof numbers);
  return g_strdup (g_checksum_get_string (sum));
}

/* Returns an array of numbers for the file; NULL becomes an empty array. */
static GVariant *
doubles (const double *values, int n)
{
  return g_variant_new_fixed_array (G_VARIANT_TYPE_DOUBLE, values, values != NULL ? (gsize) n : 0, sizeof *values);
}

/* The second number is the period of a cycle or the level of an equilibrium; what follows from these (reach,
 * per_quarter) is computed again. */
static GVariant *
pack_attractor (const LabAttractor *a)
{
  int n = a->n_states;
  GVariant *parts[] = {
    g_variant_new_uint32 (a->kind), g_variant_new_double (a->kind == LAB_ATTRACTOR_CYCLE ? a->period : a->level),
    g_variant_new_uint32 ((guint32) a->n_path), doubles (a->x, n), doubles (a->matrix, n * n), doubles (a->path, n * a->n_path),
    doubles (a->low, n), doubles (a->high, n), doubles (a->scale, n),
  };

  return g_variant_new_tuple (parts, G_N_ELEMENTS (parts));
}

/* Reads the cells with acquire order; a save is made between stages or after an interruption, when no thread is at
 * work. */
gboolean
lab_basin_save (const LabBasin *basin, const char *path, GError **error)
{
  g_autofree char *identity = identify (basin);
  g_autofree gint8 *code = g_new (gint8, basin->n_cells);
  g_autoptr (GVariant) whole = NULL;
  g_autoptr (GBytes) bytes = NULL;
  GVariantBuilder attractors;

  for (int k = 0; k < basin->n_cells; k++)
    code[k] = (gint8) atomic_load_explicit (&basin->code[k], memory_order_acquire);
  g_variant_builder_init (&attractors, G_VARIANT_TYPE (ATTRACTORS));
  for (guint k = 0; k < basin->attractors->len; k++)
    g_variant_builder_add_value (&attractors, pack_attractor (basin->attractors->pdata[k]));
  whole = g_variant_ref_sink (g_variant_new (
    "(ssi@" ATTRACTORS "@ay@ay@ay)", MAGIC, identity, basin->stride, g_variant_builder_end (&attractors),
    g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, code, (gsize) basin->n_cells, 1),
    g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, basin->source, (gsize) basin->n_cells, 1),
    g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, basin->capture, (gsize) basin->n_cells * sizeof (float), 1)));
  bytes = g_variant_get_data_as_bytes (whole);
  return sim_write_file (path, bytes, SIM_OUTPUT_AGAIN, error);
}

/* Returns a copy of child `index`, or NULL if it does not have n > 0 numbers. */
static double *
take_doubles (GVariant *tuple, gsize index, gsize n)
{
  g_autoptr (GVariant) child = g_variant_get_child_value (tuple, index);
  gsize length;
  const double *values = g_variant_get_fixed_array (child, &length, sizeof (double));

  return length == n && n > 0 ? g_memdup2 (values, n * sizeof *values) : NULL;
}

/* Reads an attractor. Returns NULL if an array has a wrong size. */
static LabAttractor *
unpack_attractor (GVariant *tuple, gsize n)
{
  LabAttractor *a = g_new0 (LabAttractor, 1);
  gboolean is_cycle, is_whole;
  guint32 kind, n_path;
  double number;

  g_variant_get_child (tuple, 0, "u", &kind);
  g_variant_get_child (tuple, 1, "d", &number);
  g_variant_get_child (tuple, 2, "u", &n_path);
  is_cycle = kind == LAB_ATTRACTOR_CYCLE;
  a->kind = is_cycle ? LAB_ATTRACTOR_CYCLE : LAB_ATTRACTOR_POINT;
  a->n_states = (int) n;
  a->n_path = (int) MIN (n_path, 100000);
  *(is_cycle ? &a->period : &a->level) = number;
  a->x = take_doubles (tuple, 3, n);
  a->matrix = take_doubles (tuple, 4, n * n);
  a->path = take_doubles (tuple, 5, n * (gsize) a->n_path);
  a->low = take_doubles (tuple, 6, n);
  a->high = take_doubles (tuple, 7, n);
  a->scale = take_doubles (tuple, 8, n);
  is_whole = a->x != NULL && (is_cycle ? a->path != NULL && a->low != NULL && a->high != NULL : a->matrix != NULL) && a->scale != NULL;
  if (is_whole && !is_cycle)
    lab_attractor_set_reach (a);
  if (is_whole)
    return a;
  lab_attractor_free (a);
  return NULL;
}

/* Returns the bytes of a child of the GVariant, or NULL if it does not have n bytes. */
static const void *
take_bytes (GVariant *whole, gsize index, gsize n)
{
  g_autoptr (GVariant) child = g_variant_get_child_value (whole, index);
  gsize length;
  const void *bytes = g_variant_get_fixed_array (child, &length, 1);

  return length == n ? bytes : NULL;
}

/* Reads stride and cells. Values that no computation can have are refused, since the file may be damaged. */
static gboolean
take_cells (LabBasin *basin, GVariant *whole)
{
  gsize n = (gsize) basin->n_cells;
  const gint8 *code = take_bytes (whole, 4, n);
  const guint8 *source = take_bytes (whole, 5, n);
  const void *capture = take_bytes (whole, 6, n * sizeof (float));
  gint32 stride;

  g_variant_get_child (whole, 2, "i", &stride);
  if (code == NULL || source == NULL || capture == NULL || stride < 0 || stride > basin->coarsest || (stride & (stride - 1)) != 0)
    return FALSE;
  for (gsize k = 0; k < n; k++)
    if (code[k] < LAB_BASIN_UNKNOWN || code[k] >= (int) basin->attractors->len)
      return FALSE;
  basin->stride = stride;
  memcpy (basin->source, source, n);
  memcpy (basin->capture, capture, n * sizeof (float));
  for (gsize k = 0; k < n; k++)
    atomic_store_explicit (&basin->code[k], (signed char) code[k], memory_order_release);
  return TRUE;
}

/* The identity must be that of this basin: cells of another model, setting, grid or arithmetic would not be those
 * that it computes. */
gboolean
lab_basin_load (LabBasin *basin, const char *path, GError **error)
{
  g_autofree char *identity = identify (basin);
  g_autoptr (GVariant) whole = NULL, attractors = NULL;
  const char *magic = "", *other = "";
  gboolean fine;
  char *bytes;
  gsize size;

  /* A pipe would make the program wait, and could not be read again. */
  if (model_file_is_stream (path))
    {
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("%s is not a regular file, so it cannot keep results"), path);
      return FALSE;
    }
  if (!g_file_get_contents (path, &bytes, &size, error))
    return FALSE;
  whole = g_variant_ref_sink (g_variant_new_from_data (G_VARIANT_TYPE ("(ssi" ATTRACTORS "ayayay)"), bytes, size, FALSE, g_free, bytes));
  g_variant_get_child (whole, 0, "&s", &magic);
  g_variant_get_child (whole, 1, "&s", &other);
  if (strcmp (magic, MAGIC) != 0 || strcmp (other, identity) != 0)
    {
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL,
                   strcmp (magic, MAGIC) != 0 ? _("%s: not a file of a basin") : _("%s: the file belongs to another study"), path);
      return FALSE;
    }
  attractors = g_variant_get_child_value (whole, 3);
  fine = g_variant_n_children (attractors) <= LAB_MOST_ATTRACTORS;
  for (gsize k = 0; fine && k < g_variant_n_children (attractors); k++)
    {
      g_autoptr (GVariant) tuple = g_variant_get_child_value (attractors, k);
      LabAttractor *attractor = unpack_attractor (tuple, (gsize) basin->n_states);

      fine = attractor != NULL;
      if (fine)
        g_ptr_array_add (basin->attractors, attractor);
    }
  fine = fine && take_cells (basin, whole);
  atomic_store_explicit (&basin->n_attractors, (int) basin->attractors->len, memory_order_release);
  if (!fine)
    g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("%s: the file is damaged"), path);
  return fine;
}
