/* Tests that Hamiltonian systems are recognized from their equations, without the tag
 * "hamiltonian". */
#include "model-hamiltonian.h"

#include "model-library.h"

typedef struct { const char *name, *text; gboolean is; } Case;

static const Case cases[] = {
  { "oscillator", "states:\n  q: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: -4*q}\n", TRUE },
  { "damped", "states:\n  q: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: -4*q - 0.1*v}\n", FALSE },
  { "driven", "states:\n  q: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: -q + cos(t)}\n", FALSE },
  { "van der Pol", "states:\n  q: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: (1 - q^2)*v - q}\n", FALSE },
  /* Two masses, 2 and 5, are connected by a spring. */
  { "masses", "states:\n  a: {initial: 1, derivative: va}\n  b: {initial: 0, derivative: vb}\n"
              "  va: {initial: 0, derivative: -(a - b)/2}\n  vb: {initial: 0, derivative: (a - b)/5}\n", TRUE },
  /* The coupling of the accelerations is antisymmetric, so there is no
   * potential. */
  { "circulatory", "states:\n  a: {initial: 1, derivative: va}\n  b: {initial: 0, derivative: vb}\n"
                   "  va: {initial: 0, derivative: -a - b}\n  vb: {initial: 0, derivative: a - b}\n", FALSE },
  /* A magnetic force is antisymmetric in the velocities and does no work. A force that is symmetric in the velocities does
   * work. */
  { "magnetic", "states:\n  a: {initial: 1, derivative: va}\n  b: {initial: 0, derivative: vb}\n"
                "  va: {initial: 0, derivative: 3*vb}\n  vb: {initial: 1, derivative: -3*va}\n", TRUE },
  { "skew", "states:\n  a: {initial: 1, derivative: va}\n  b: {initial: 0, derivative: vb}\n"
            "  va: {initial: 0, derivative: 3*vb}\n  vb: {initial: 1, derivative: 3*va}\n", FALSE },
  /* The Jacobian is symmetric at the start, but not elsewhere. */
  { "nonlinear", "states:\n  a: {initial: 0, derivative: va}\n  b: {initial: 0, derivative: vb}\n"
                 "  va: {initial: 0, derivative: -a + a*b^2}\n  vb: {initial: 0, derivative: -b}\n", FALSE },
  { "jumps", "states:\n  q: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: -9.81}\nevents:\n"
             "  impact: {crossing: q, direction: falling, set: {v: -v}}\n", FALSE },
  /* The derivatives of dry friction and of a relay are zero beside the jump. A spring that pushes on one side only has a potential. */
  { "dry friction", "states:\n  q: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: -4*q - 0.1*sign(v)}\n", FALSE },
  { "relay", "states:\n  q: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: \"if(q + v > 0, -1, 1)\"}\n", FALSE },
  { "one-sided spring", "states:\n  q: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: \"-9.81 - 100*min(q, 0)\"}\n", TRUE },
  { "first order", "states:\n  x: {initial: 1, derivative: -x}\n", FALSE },
};

static void
test_case (gconstpointer data)
{
  const Case *row = data;
  g_autofree char *text = g_strconcat ("format: 1\nname: Test\n", row->text, NULL);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_load_text (text, -1, "test.yaml", NULL, diagnostics);

  g_assert_nonnull (model);
  g_assert_cmpint ((model_traits (model) & MODEL_IS_HAMILTONIAN) != 0, ==, row->is);
}

/* Library models with the tag are recognized if they have the form q' = v with constant masses. Linkages do not have this
 * form. */
static void
test_shipped (void)
{
  g_autoptr (ModelLibrary) library = model_library_scan (NULL, NULL);
  int n_tagged = 0, n_recognized = 0;

  for (int i = 0; i < model_library_n_entries (library); i++)
    {
      const ModelEntry *entry = model_library_entry (library, i);
      g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
      g_autoptr (Model) model = NULL;
      g_autoptr (ModelSystem) system = NULL;

      if ((entry->traits & MODEL_IS_HAMILTONIAN) == 0)
        continue;
      model = model_library_open (entry->id, NULL, diagnostics);
      system = model_system_new (model, NULL, NULL);
      n_tagged++;
      if (model_system_has_hamiltonian (system))
        n_recognized++;
      else
        g_test_message ("%s is not recognized", entry->id);
    }
  g_test_message ("%d of %d", n_recognized, n_tagged);
  g_assert_cmpint (n_recognized, >=, 20);
  g_assert_cmpuint (model_library_find (library, "arenstorf")->traits & MODEL_IS_HAMILTONIAN, !=, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strdup_printf ("/model/hamiltonian/hamiltonian-systems-are-recognized-and-others-are-not/%s", cases[i].name);

      g_test_add_data_func (name, &cases[i], test_case);
    }
  g_test_add_func ("/model/hamiltonian/shipped-models-tagged-hamiltonian-are-recognized", test_shipped);
  return g_test_run ();
}
