/* A model as an FMU for Model Exchange and Co-Simulation: a ZIP archive with its description, its source in C, the texts of data/code that make it an instance of FMI, and a
 * library for this machine if there is a compiler. */
#include "model-code-fmu.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "model-code-c.h"
#include "model-code-compile.h"
#include "model-code-texts.h"
#include "model-code-zip.h"

#define LONGEST_IDENTIFIER 60

char *
model_code_fmu_identifier (const ModelCode *code)
{
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const char *id = model_id (code->model);
  char *identifier = model_code_make_id (code->target, taken, id != NULL && id[0] != '\0' ? id : code->title);

  if (strlen (identifier) > LONGEST_IDENTIFIER)
    identifier[LONGEST_IDENTIFIER] = '\0';
  return identifier;
}

/* Returns the expression of an initial value. */
static ExprValue
initial_of (const ModelCode *code, int state)
{
  return g_array_index (code->plan->initial, ExprValue, state);
}

gboolean *
model_code_fmu_follows (const ModelCode *code)
{
  gboolean *follows = g_new0 (gboolean, code->n_states + 1);

  for (int k = 0; k < code->n_states; k++)
    {
      const ExprValue value = initial_of (code, k);
      g_autoptr (GArray) inputs = model_code_inputs (code, &value, 1);

      follows[k] = !code->fixed[k] && inputs->len > 0 && model_code_check_inputs (code, &value, 1, NULL);
    }
  return follows;
}

/* Appends the function that computes the initial values that follow from others, in as many passes as they need. Returns FALSE with an error. */
static gboolean
write_initial (ModelCode *code, GString *out, const gboolean *follows, GError **error)
{
  const ModelPlan *plan = code->plan;

  g_string_append (out, "\n/* Computes the initial values that follow from parameters, the time and other initial values. */\nstatic void\n"
                        "start_values (double t, const double *p, double *x)\n{\n  (void) t, (void) p, (void) x;\n");
  for (int level = 0; level < plan->n_initial_levels; level++)
    {
      g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (ExprValue));
      g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);

      for (int k = 0; k < code->n_states; k++)
        if (follows[k] && plan->initial_level[k] == level)
          {
            const ExprValue value = initial_of (code, k);

            g_array_append_val (values, value);
            g_ptr_array_add (ids, g_strdup_printf ("%d", k));
          }
      if (values->len == 0)
        continue;
      g_string_append (out, "  {\n");
      if (!model_code_body (code, out, "    ", (const ExprValue *) (gpointer) values->data, (int) values->len, "x[{id}] = {value};", (const char *const *) ids->pdata, error))
        return FALSE;
      g_string_append (out, "  }\n");
    }
  g_string_append (out, "}\n");
  return TRUE;
}

/* Appends a flag for each of n things. */
static void
append_flags (GString *out, const char *name, const gboolean *flags, int n)
{
  g_string_append_printf (out, "static const unsigned char %s[] = { ", name);
  for (int k = 0; k < n; k++)
    g_string_append (out, flags[k] ? "1, " : "0, ");
  g_string_append (out, "0 };\n");
}

/* Appends what the program in C has besides the model itself. Returns FALSE with an error. */
static gboolean
write_start (ModelCode *code, GString *out, GError **error)
{
  g_autofree gboolean *follows = model_code_fmu_follows (code), *at_start = g_new0 (gboolean, code->events->len + 1);
  guint next = 0;

  /* The indices of the events in the order in which the generated program numbers them: events with crossings come first. */
  for (int crossing = 1; crossing >= 0; crossing--)
    for (guint k = 0; k < code->events->len; k++)
      if ((model_code_event (code, k)->trigger == MODEL_TRIGGER_CROSSING) == (crossing == 1))
        at_start[next++] = model_code_event (code, k)->trigger == MODEL_TRIGGER_START;
  g_string_append (out, "\n/* The initial values, and which of them follow from others. */\nstatic const double X0[] = { ");
  model_code_numbers (out, code->x0, code->n_states);
  g_string_append (out, " };\n");
  append_flags (out, "FOLLOWS", follows, code->n_states);
  g_string_append (out, "/* The events at the start. */\n");
  append_flags (out, "at_start", at_start, (int) code->events->len);
  g_string_append (out, "#define T_START ");
  model_code_number (out, code->t_start);
  g_string_append (out, "\n#define TOLERANCE ");
  model_code_number (out, code->accuracy);
  g_string_append (out, "\n#define FIRST_STEP ");
  model_code_number (out, code->t_end > code->t_start ? 1e-4 * (code->t_end - code->t_start) : 1e-4);
  g_string_append_c (out, '\n');
  return write_initial (code, out, follows, error) && model_code_fmu_write_directions (code, out, follows, error);
}

/* Returns the source in C, without its token. Returns NULL with an error. */
static char *
write_source (ModelCode *code, int version, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);

  model_code_append (out, "/* {name}, written by Stepwise {version}. Compile with: cc -O2 -fPIC -shared -fvisibility=hidden model.c -lm */\n", "name", code->title, "version",
                     STEPWISE_VERSION, NULL);
  if (!model_code_c_model (code, out, TRUE, error) || !write_start (code, out, error))
    return NULL;
  g_string_append (out, model_code_text_core);
  g_string_append (out, version == 2 ? model_code_text_fmi2_types : model_code_text_fmi3_types);
  g_string_append (out, model_code_text_fmi);
  g_string_append (out, version == 2 ? model_code_text_fmi2 : model_code_text_fmi3);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* Returns the token by which a simulator knows that program and description belong together; free it with g_free. The same model has the same token. */
static char *
make_token (const char *source)
{
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, source, -1);

  return g_strdup_printf ("{%.8s-%.4s-%.4s-%.4s-%.12s}", sum, sum + 8, sum + 12, sum + 16, sum + 20);
}

static char *
write_description (ModelCode *code, int version, GError **error)
{
  g_autofree char *source = write_source (code, version, error), *token = source != NULL ? make_token (source) : NULL;

  return token != NULL ? model_code_fmu_description (code, version, token) : NULL;
}

static void
add_text (ModelCodeZip *zip, const char *name, const char *text)
{
  model_code_zip_add (zip, name, text, strlen (text));
}

/* Adds the library for this machine, if it can be made. Returns FALSE with an error. */
static gboolean
add_library (ModelCodeZip *zip, int version, const char *identifier, const char *source, ModelCodeGoOn go_on, gpointer user, char **note, GError **error)
{
  const char *platform = version == 2 ? MODEL_CODE_PLATFORM2 : MODEL_CODE_PLATFORM3;
  g_autofree char *why = NULL, *name = NULL;
  g_autoptr (GBytes) library = NULL;
  g_autoptr (GError) failure = NULL;

  if (platform == NULL)
    why = g_strdup (_("FMI has no name for this kind of machine"));
  else
    library = model_code_compile (source, go_on, user, &why, &failure);
  if (failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  if (library == NULL)
    {
      *note = g_strdup_printf (_("the FMU has only sources, and no library for this machine: %s"), why);
      return TRUE;
    }
  name = g_strdup_printf ("binaries/%s/%s.so", platform, identifier);
  model_code_zip_add (zip, name, g_bytes_get_data (library, NULL), g_bytes_get_size (library));
  return TRUE;
}

static GBytes *
pack (ModelCode *code, int version, const char *description, ModelCodeGoOn go_on, gpointer user, char **note, GError **error)
{
  g_autofree char *source = write_source (code, version, error), *token = NULL, *whole = NULL, *identifier = model_code_fmu_identifier (code), *build = NULL;
  ModelCodeZip *zip;
  g_autoptr (GBytes) bytes = NULL;
  gboolean fine;

  if (source == NULL)
    return NULL;
  token = make_token (source);
  whole = g_strdup_printf ("#define MODEL_TOKEN \"%s\"\n%s", token, source);
  build = g_strdup_printf ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiBuildDescription fmiVersion=\"3.0\">\n  <BuildConfiguration modelIdentifier=\"%s\">\n"
                           "    <SourceFileSet language=\"C99\">\n      <SourceFile name=\"model.c\"/>\n    </SourceFileSet>\n"
                           "    <Library name=\"m\" external=\"true\" description=\"The mathematical functions of C, where they are a library of their own.\"/>\n"
                           "  </BuildConfiguration>\n</fmiBuildDescription>\n",
                           identifier);
  zip = model_code_zip_new ();
  add_text (zip, "modelDescription.xml", description);
  add_text (zip, "sources/model.c", whole);
  if (version == 3)
    add_text (zip, "sources/buildDescription.xml", build);
  add_text (zip, "documentation/licenses/license.txt", model_code_text_license);
  fine = add_library (zip, version, identifier, whole, go_on, user, note, error);
  bytes = model_code_zip_finish (zip);
  return fine ? g_steal_pointer (&bytes) : NULL;
}

static char *
write_description2 (ModelCode *code, GError **error)
{
  return write_description (code, 2, error);
}

static char *
write_description3 (ModelCode *code, GError **error)
{
  return write_description (code, 3, error);
}

static GBytes *
pack2 (ModelCode *code, const char *text, ModelCodeGoOn go_on, gpointer user, char **note, GError **error)
{
  return pack (code, 2, text, go_on, user, note, error);
}

static GBytes *
pack3 (ModelCode *code, const char *text, ModelCodeGoOn go_on, gpointer user, char **note, GError **error)
{
  return pack (code, 3, text, go_on, user, note, error);
}

#define FMU .ending = "fmu", .language = &model_code_c_language, .reserved = model_code_c_reserved, .has_events = TRUE, .has_phases = TRUE, .has_start = TRUE, \
  .take_parameter = "const double {id} = p[{k}];", .take_state = "const double {id} = x[{k}];"

const ModelCodeTarget model_code_target_fmu = { .id = "fmu", .name = N_("FMU, FMI 3.0"), .write = write_description3, .pack = pack3, FMU };
const ModelCodeTarget model_code_target_fmu2 = { .id = "fmu2", .name = N_("FMU, FMI 2.0"), .write = write_description2, .pack = pack2, FMU };
