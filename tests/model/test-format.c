/* Tests all keys and short forms of the model format. */
#include "model-equal-scale.h"
#include "model-identity.h"
#include "model-labels.h"
#include "model-load.h"
#include "model-schema.h"
#include "model-test.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define HEAD "format: 1\nname: Test\n"

/* A model that uses all keys of the schema. It detects a key that is declared but not read. */
static const char everything[] = HEAD
    "summary: One sentence.\n"
    "category: Tests\n"
    "tags: [stiff, Hamiltonian, odd]\n"
    "source: \"A book, page 1\"\n"
    "description: |\n  First paragraph.\n\n  Second paragraph.\n"
    "time: {start: t0, end: 2*t0 + 1, unit: s}\n"
    "constants:\n  N: {value: 3, unit: points, about: grid points, range: [1, 10], step: 0.5*3}\n  M: 2*N\n"
    "parameters:\n"
    "  t0: 1\n"
    "  g: {value: 9.81, unit: m/s^2, range: [1, 5*M], scale: log, about: gravity, distribution: \"normal(9.81, 0.1)\"}\n"
    "  K: {value: [1, 2], about: gains}\n"
    "  L: {size: N, value: i^2}\n"
    "functions:\n  sq: {arguments: [a], value: a^2, about: square}\n  one: {arguments: b, value: b}\n"
    "tables:\n"
    "  drag: {x: [0, 1, 2], y: [0, 0.5, 2], interpolation: linear, outside: extend, about: measured}\n"
    "  lift: {x: [0, 1, 2, 3], y: [0, 1, 8, 27], interpolation: cubic, outside: error}\n"
    "variables:\n  w: {value: late + 1, unit: m, about: uses a later one}\n  late: 2*q\n  vec: {size: N, value: \"i*q\"}\n"
    "states:\n"
    "  q: {initial: 1, derivative: p, kind: position, unit: m, about: place, weight: 2, wrap: 2*pi, index: 1}\n"
    "  p: {initial: vec_start, derivative: -g*sq(q) - drag(q) - lift(1), kind: velocity, distribution: \"uniform(0, 1)\"}\n"
    "  u: {size: N, initial: \"i + 0\", derivative: \"-u[i] + if(i == 1, 0, u[i-1])\", kind: other}\n"
    "  m2: {size: [2, N], initial: \"10*i + j\", derivative: \"-m2[i, j]\"}\n"
    "  lst: {initial: [3, 4], derivative: [\"lst[2]\", \"-lst[1]\"], nominal: [4, g]}\n"
    "  vec_start: {initial: q + 1, derivative: 0}\n"
    "  ma: {initial: 1, derivative: -ma}\n"
    "  mb: {initial: 1, derivative: ma - mb}\n"
    "algebraic:\n  z: {initial: 1, residual: \"z[i]^3 + z[1] - q\", unit: m, about: unknown, weight: 3, size: 1, index: 1}\n"
    "mass_matrix: {rows: [ma, mb], values: [[2, g], [0, 0]]}\n"
    "rotations:\n"
    "  R:\n    initial: {axis: [0, 0, 2], angle: pi/2}\n    angular_velocity: [0, 0, 1]\n    frame: world\n"
    "    position: [1, 2, 3]\n    velocity: [q, 0, 0]\n    about: body\n"
    "  S: {initial: [2, 0, 0, 0], angular_velocity: [1, 0, 0], frame: body}\n"
    "mechanics:\n"
    "  coordinates:\n"
    "    a: {initial: 1, velocity_initial: 0.5, mass: 2, force: -a, unit: m, about: first, weight: 5, wrap: 6}\n"
    "    b: {initial: 0, mass: 3, force: 0, nominal: 8}\n"
    "  constraints:\n    rod: {value: (a^2 + b^2 - 1)/2, alpha: 3, beta: 4, about: rod}\n"
    "constraints:\n  circle: {value: \"lst[1]^2 + lst[2]^2 - 25\", about: circle}\n  plain: lst[1]^2 + lst[2]^2 - 25\n"
    "discrete:\n  n: 0\n  d: {initial: [5, 6], unit: s, about: two, label_1: one, label_0: none, distribution: \"choice(1, 2)\", size: 2}\n"
    "outputs:\n  e: {value: g*q + p^2/2, unit: J, about: energy, invariant: true}\n  w2: w\n  o: {size: N, value: \"u[i]*L[i]\"}\n"
    "events:\n"
    "  impact: {crossing: q, direction: falling, while: p < 0, set: {q: 0, p: -0.8*p, n: n + 1}, about: bounce}\n"
    "  sample: {every: 0.1, offset: 0.05, update: {n: n + 1, \"d[2]\": 7}}\n"
    "  kick: {at: [1, 2.5], set: {u: i, \"u[3]\": 9, lst: [1, 2]}}\n"
    "  begin: {at: start, set: {p: 1}}\n"
    "  once: {at: 2*t0, publish: true}\n"
    "  each: {each_step: true, update: {n: 1}}\n"
    "  down: {crossing: q + 1, terminate: \"down at {t:.2f} with {{p}} = {p}\"}\n"
    "  over: {crossing: q - 99, direction: rising, fail: over}\n"
    "monitors:\n  far: {when: q > 100, terminate: \"far: {q:.1e}\", about: far}\n  bad: {when: q < -100, fail: bad}\n"
    "noise:\n  nz: {distribution: \"normal(0, 1)\", every: 0.01, unit: m, about: shaking, size: 2}\n"
    "exact: {q: initial(q)*cos(t - t0), lst: [t, 2*t], \"u[2]\": 5}\n"
    "reference:\n  source: nowhere\n  points:\n    - {t: 3, values: {q: 0.5, \"u[1]\": 1/4}}\n"
    "solver:\n  integrator: radau\n  accuracy: 1e-6\n  absolute_tolerance: {q: 1e-14}\n  method: {max_order: 5}\n  gains: [0.7, -0.4, 0]\n"
    "plots:\n"
    "  - {type: time, show: [q, u], title: both, log: [x, y], range: {x: [0, 1], y: [2, 3]}}\n"
    "  - {type: phase, x: q, y: p, equal_scale: true, range: [-1, 1]}\n"
    "  - {type: step}\n  - {type: error}\n  - {type: invariant}\n  - {type: events}\n  - {type: section, at: q, x: t, y: p}\n"
    "scene:\n"
    "  - {line: {from: [0, 0], to: [q, 1]}}\n  - {polyline: {points: [[0, 0], [1, q], [2, 0]], color: 3}}\n"
    "  - {polyline: {points: [i, \"u[i]\"], count: N}}\n  - {disc: {at: [0, q], radius: 0.3, fill: true, while: q > 0}}\n"
    "  - {box: {at: [0, 0], size: [1, 2], angle: q}}\n  - {spring: {from: [0, 0], to: [0, q]}}\n  - {arrow: {from: [0, 0], to: [p, 0]}}\n"
    "  - {text: {at: [0, 0], text: \"q = {q:.2f}\"}}\n  - {trace: {at: [q, p]}}\n  - {ground: {at: [0, 0], angle: 0}}\n"
    "  - {region: {from: [-1, 0], to: [q, 1], text: here}}\n  - {history: {at: [q, 0], span: 2, length: 1}}\n"
    "  - {level: {at: [0, q], text: here}}\n  - {marks: {at: [q, 0], event: impact}}\n  - {flash: {at: [q, 0], radius: 1, event: impact}}\n"
    "  - {view: {x: [-1, t0], y: [-2, 2], share: q, stretch: true}}\n";

/* Checks that the model above contains all keys of the schema. */
static void
test_every_key_is_used (void)
{
  int n_rows;
  const ModelSchemaRow *rows = model_schema_rows (&n_rows);
  /* tests/sim/test-rest.c tests `rest` and `slide`, which a model with algebraic unknowns cannot have. */
  static const char *const not_here[] = { "file", "scale", "rest", "slide", NULL };

  for (int k = 0; k < n_rows; k++)
    {
      g_autofree char *key = g_strconcat (rows[k].key, ":", NULL);

      if (g_strv_contains (not_here, rows[k].key))
        continue;
      if (rows[k].section == MODEL_SECTION_MECHANICS && strcmp (rows[k].key, "mass_matrix") == 0)
        continue;
      if (strstr (everything, key) == NULL)
        g_error ("'%s' is not tested", rows[k].key);
    }
}

static void
test_texts (void)
{
  g_autoptr (Model) model = model_test_load (everything);

  g_assert_cmpstr (model_name (model), ==, "Test");
  g_assert_cmpstr (model_summary (model), ==, "One sentence.");
  g_assert_cmpstr (model_category (model), ==, "Tests");
  g_assert_cmpstr (model_tags (model)[1], ==, "Hamiltonian");
  g_assert_cmpstr (model_source (model), ==, "A book, page 1");
  g_assert_cmpstr (model_description (model), ==, "First paragraph.\n\nSecond paragraph.\n");
  g_assert_cmpstr (model_time_unit (model), ==, "s");
  g_assert_cmpstr (model_label (model, "d", TRUE), ==, "one");
  g_assert_cmpstr (model_label (model, "d", FALSE), ==, "none");
  g_assert_null (model_label (model, "n", TRUE));
  g_assert_null (model_label (model, "unknown", TRUE));
  g_assert_cmpstr (model_text (model), ==, everything);
  g_assert_null (model_path (model));
  g_assert_cmpuint (model_traits (model), ==,
                    MODEL_HAS_EVENTS | MODEL_IS_STIFF | MODEL_IS_DAE | MODEL_IS_HAMILTONIAN | MODEL_HAS_ROTATIONS | MODEL_HAS_NOISE
                        | MODEL_HAS_EXACT | MODEL_HAS_DISTRIBUTIONS);
}

/* Tags are compared without regard to case. */
static void
test_traits_of_tags (void)
{
  static const struct { const char *tags; unsigned traits; } cases[] = {
    { "[]", 0 }, { "[chaos]", 0 }, { "[Stiff]", MODEL_IS_STIFF }, { "[chaos, HAMILTONIAN]", MODEL_IS_HAMILTONIAN }, { "[dae, test]", MODEL_IS_DAE },
  };

  for (gsize k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      g_autofree char *text = g_strdup_printf ("format: 1\nname: Test\ntags: %s\nstates: {x: {initial: 1, derivative: -x}}\n", cases[k].tags);
      g_autoptr (Model) model = model_test_load (text);

      g_assert_cmpuint (model_traits (model), ==, cases[k].traits);
    }
}

static void
test_quantities (void)
{
  g_autoptr (Model) model = model_test_load (everything);
  const ModelQuantity *g = model_parameter (model, 1);

  g_assert_cmpint (model_n_parameters (model), ==, 4);
  g_assert_cmpstr (g->name, ==, "g");
  g_assert_cmpfloat (g->value, ==, 9.81);
  g_assert_cmpstr (g->unit, ==, "m/s^2");
  g_assert_cmpfloat (g->low, ==, 1);
  g_assert_cmpfloat (g->high, ==, 30);
  g_assert_true (g->log_scale);
  g_assert_cmpstr (g->distribution, ==, "normal(9.81, 0.1)");
  g_assert_cmpint (g->size, ==, 0);
  g_assert_cmpint (model_parameter (model, 2)->size, ==, 2);
  g_assert_true (isnan (model_parameter (model, 2)->low));
  g_assert_cmpint (model_parameter (model, 3)->size, ==, 3);
  g_assert_cmpint (model_n_constants (model), ==, 2);
  g_assert_cmpfloat (model_constant (model, 0)->step, ==, 1.5);
  g_assert_cmpfloat (model_constant (model, 1)->step, ==, 0);
  g_assert_cmpfloat (model_constant (model, 1)->value, ==, 6);
  g_assert_cmpfloat (model_constant (model, 0)->high, ==, 10);
}

static void
test_views (void)
{
  g_autoptr (Model) model = model_test_load (everything);
  const ModelPlot *first = model_plot (model, 0);
  const ModelReferencePoint *point = model_reference_point (model, 0);

  g_assert_cmpint (model_n_plots (model), ==, 7);
  g_assert_cmpint (first->type, ==, MODEL_PLOT_TIME);
  g_assert_cmpstr (first->title, ==, "both");
  g_assert_cmpstr (first->show[1], ==, "u");
  g_assert_true (first->log_x && first->log_y);
  g_assert_cmpfloat (first->range[3], ==, 3);
  g_assert_cmpfloat (model_plot (model, 1)->range[2], ==, -1);
  g_assert_true (isnan (model_plot (model, 1)->range[0]));
  g_assert_true (model_has_equal_scale (model, "q", "p") && model_has_equal_scale (model, "p", "q"));
  g_assert_false (model_has_equal_scale (model, "q", "u") || model_has_equal_scale (model, "q", NULL));
  g_assert_cmpint (model_plot (model, 6)->type, ==, MODEL_PLOT_SECTION);
  g_assert_cmpstr (model_plot (model, 6)->at, ==, "q");
  g_assert_cmpstr (model_reference_source (model), ==, "nowhere");
  g_assert_cmpint (point->n_values, ==, 2);
  g_assert_cmpstr (point->names[1], ==, "u[1]");
  g_assert_cmpfloat (point->values[1], ==, 0.25);
}

/* The mapping `solver` is stored as written. */
static void
test_solver (void)
{
  g_autoptr (Model) model = model_test_load (everything);
  const ModelYaml *solver = model_solver (model);

  g_assert_cmpint (solver->n_items, ==, 5);
  g_assert_cmpstr (model_yaml_get_text (model_yaml_get (solver, "absolute_tolerance"), "q", NULL), ==, "1e-14");
  g_assert_cmpstr (model_yaml_get (solver, "gains")->items[1]->text, ==, "-0.4");
}

static void
test_equations (void)
{
  g_autoptr (Model) model = model_test_load (everything);
  gboolean found = FALSE;

  for (int k = 0; k < model_n_equations (model); k++)
    {
      const ModelEquation *equation = model_equation (model, k);

      g_assert_nonnull (equation->left);
      g_assert_nonnull (equation->right);
      if (strcmp (equation->name, "u") != 0)
        continue;
      found = TRUE;
      g_assert_cmpint (equation->kind, ==, MODEL_EQUATION_STATE);
      g_assert_cmpstr (equation->left, ==, "u[i]'");
      g_assert_cmpstr (equation->right, ==, "-u[i] + if(i == 1, 0, u[i-1])");
      g_assert_cmpstr (equation->initial, ==, "i + 0");
      g_assert_cmpint (equation->n_elements, ==, 3);
    }
  g_assert_true (found);
}

/* Columns have the order that model.h states. */
static void
test_columns (void)
{
  g_autoptr (ModelSystem) system = model_test_system (everything);
  static const char *const names[] = {
    "q", "p", "u[1]", "u[2]", "u[3]", "m2[1,1]", "m2[1,2]", "m2[1,3]", "m2[2,1]", "m2[2,2]", "m2[2,3]", "lst[1]", "lst[2]",
    "vec_start", "ma", "mb", "a", "a.v", "b", "b.v", "R.w", "R.x", "R.y", "R.z", "R.px", "R.py", "R.pz", "S.w", "S.x", "S.y", "S.z",
    "z[1]", "n", "d[1]", "d[2]", "rod.lambda", "e", "w2", "o[1]", "o[2]", "o[3]", "R.norm_error", "S.norm_error", "nz[1]", "nz[2]",
  };
  const ModelColumn *column;

  g_assert_cmpint (model_system_n_columns (system), ==, G_N_ELEMENTS (names));
  for (int k = 0; k < model_system_n_columns (system); k++)
    {
      g_assert_cmpstr (model_system_column (system, k)->name, ==, names[k]);
      g_assert_cmpint (model_system_find_column (system, names[k]), ==, k);
    }
  column = model_system_column (system, 0);
  g_assert_cmpint (column->kind, ==, ODE_POSITION);
  g_assert_cmpfloat (column->wrap, ==, 2 * G_PI);
  g_assert_cmpstr (column->unit, ==, "m");
  g_assert_cmpstr (model_system_column (system, 17)->unit, ==, "m/s");
  g_assert_cmpstr (model_system_column (system, 2)->base, ==, "u");
  g_assert_true (model_system_column (system, model_system_find_column (system, "e"))->invariant);
  g_assert_cmpint (model_system_column (system, model_system_find_column (system, "z[1]"))->kind, ==, ODE_ALGEBRAIC);
  g_assert_cmpint (model_system_column (system, model_system_find_column (system, "mb"))->kind, ==, ODE_ALGEBRAIC);
}

static void
test_initial (void)
{
  g_autoptr (ModelSystem) system = model_test_system (everything);
  g_autofree double *x = NULL;
  g_autofree double *d = NULL;
  static const double expected[] = { 1, 2, 1, 2, 3, 11, 12, 13, 21, 22, 23, 3, 4, 2, 1, 1, 1, 0.5, 0, 0 };

  model_test_initial (system, &x, &d);
  for (gsize k = 0; k < G_N_ELEMENTS (expected); k++)
    g_assert_cmpfloat (x[k], ==, expected[k]);
  g_assert_cmpfloat_with_epsilon (x[20], sqrt (0.5), 1e-15);
  g_assert_cmpfloat_with_epsilon (x[23], sqrt (0.5), 1e-15);
  g_assert_cmpfloat (x[24], ==, 1);
  g_assert_cmpfloat (x[27], ==, 1);
  g_assert_cmpfloat (d[0], ==, 0);
  g_assert_cmpfloat (d[2], ==, 6);
  g_assert_cmpfloat (model_system_t_start (system), ==, 1);
  g_assert_cmpfloat (model_system_t_end (system), ==, 3);
}

static void
test_weights_and_mass (void)
{
  g_autoptr (ModelSystem) system = model_test_system (everything);
  const OdeSystem *ode = model_system_ode (system);
  g_autofree double *weights = g_new0 (double, ode->n_states);
  int n_entries = ode->mass_pattern->start[ode->n_states];
  int ma = model_system_find_column (system, "ma");

  g_assert_true (model_system_weights (system, weights));
  g_assert_cmpfloat (weights[0], ==, 2);
  g_assert_cmpfloat (weights[1], ==, 1);
  g_assert_cmpfloat (weights[16], ==, 5);
  g_assert_cmpfloat (weights[31], ==, 3);
  /* A nominal value is a reciprocal weight. That of a coordinate does not apply to its velocity. */
  g_assert_cmpfloat (weights[model_system_find_column (system, "lst[1]")], ==, 0.25);
  g_assert_cmpfloat (weights[model_system_find_column (system, "lst[2]")], ==, 1 / 9.81);
  g_assert_cmpfloat (weights[model_system_find_column (system, "b")], ==, 0.125);
  g_assert_cmpfloat (weights[model_system_find_column (system, "b.v")], ==, 1);
  g_assert_true (model_system_gives_weight (system, model_system_find_column (system, "b")));
  g_assert_false (model_system_gives_weight (system, model_system_find_column (system, "b.v")));
  /* All states except mb and z have a diagonal entry, and ma has a second entry. The values are 2 and
   * g. */
  g_assert_cmpint (n_entries, ==, ode->n_states - 2 + 1);
  g_assert_cmpfloat (ode->mass[ode->mass_pattern->start[ma]], ==, 2);
  g_assert_cmpfloat (ode->mass[ode->mass_pattern->start[ma + 1]], ==, 9.81);
  g_assert_cmpint (ode->mass_pattern->row[ode->mass_pattern->start[ma + 1]], ==, ma);
  g_assert_true (model_system_set_parameter (system, "g", 5, NULL));
  g_assert_cmpfloat (ode->mass[ode->mass_pattern->start[ma + 1]], ==, 5);
}

/* ---- short forms of entries ---- */

static void
test_short_forms (void)
{
  g_autoptr (ModelSystem) longer = model_test_system (
      HEAD "constants: {N: {value: 2}}\nparameters: {a: {value: 3}, b: {value: [1, 2]}}\nvariables: {v: {value: a*x}}\n"
           "states: {x: {initial: 1, derivative: \"v + b[N]\"}}\ndiscrete: {n: {initial: 4}}\noutputs: {o: {value: 2*x}}\n");
  g_autoptr (ModelSystem) shorter = model_test_system (HEAD "constants: {N: 2}\nparameters: {a: 3, b: [1, 2]}\nvariables: {v: a*x}\n"
                                                            "states: {x: {initial: 1, derivative: \"v + b[N]\"}}\ndiscrete: {n: 4}\n"
                                                            "outputs: {o: 2*x}\n");
  g_autofree double *f = model_test_rhs (longer);
  g_autofree double *g = model_test_rhs (shorter);
  g_autofree double *x = NULL;
  g_autofree double *d = NULL;

  g_assert_cmpfloat (f[0], ==, 5);
  g_assert_cmpfloat (g[0], ==, 5);
  model_test_initial (shorter, &x, &d);
  g_assert_cmpfloat (d[0], ==, 4);
  g_assert_cmpfloat (model_test_column (shorter, "o", 0, x, d), ==, 2);
}

/* The names i and j are reserved for array indices only if the model has arrays. */
static void
test_names_of_indices (void)
{
  g_autoptr (ModelSystem) system
      = model_test_system (HEAD "parameters: {i: 3, j: 4}\nstates: {x: {initial: 1, derivative: i*x + j}}\n"
                                "scene:\n  - {text: {text: mass, at: [x, 0], size: 2}}\n");
  g_autofree double *f = model_test_rhs (system);

  g_assert_cmpfloat (f[0], ==, 7);
}

static void
test_no_time (void)
{
  g_autoptr (ModelSystem) system = model_test_system (HEAD "states: {x: {initial: 1, derivative: -x}}\n");

  g_assert_cmpfloat (model_system_t_start (system), ==, 0);
  g_assert_cmpfloat (model_system_t_end (system), ==, 10);
}

static void
test_no_states (void)
{
  g_autoptr (ModelSystem) system = model_test_system (HEAD "discrete: {n: 1}\nevents: {e: {every: 1, update: {n: 2*n}}}\n");
  const OdeSystem *ode = model_system_ode (system);
  double nothing;

  g_assert_cmpint (ode->n_states, ==, 0);
  g_assert_cmpint (ode->rhs (ode->self, 0, &nothing, &nothing), ==, ODE_DONE);
  g_assert_cmpint (ode->jacobian (ode->self, 0, &nothing, &nothing), ==, ODE_DONE);
}

static void
test_table_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  g_autofree char *csv = g_build_filename (folder, "drag.csv", NULL);
  g_autofree char *yaml = g_build_filename (folder, "m.yaml", NULL), *extreme_identity = NULL, *again_identity = NULL;
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = NULL, extreme = NULL, again = NULL;
  g_autoptr (GHashTable) texts = NULL, extreme_texts = NULL;
  g_autoptr (ModelSystem) system = NULL;
  g_autofree double *f = NULL;

  g_assert_true (g_file_set_contents (csv, "v,F\n0,0\n1, 10\n2;40\n", -1, NULL));
  g_assert_true (g_file_set_contents (
      yaml, HEAD "tables: {drag: {file: drag.csv}}\nstates: {x: {initial: 1.5, derivative: drag(x)}}\n", -1, NULL));
  model = model_load_file (yaml, NULL, diagnostics);
  g_assert_nonnull (model);
  g_assert_cmpstr (model_id (model), ==, "m");
  g_assert_cmpstr (model_path (model), ==, yaml);
  texts = model_data_texts (model);
  g_assert_cmpuint (g_hash_table_size (texts), ==, 1);
  g_assert_cmpstr (g_hash_table_lookup (texts, "drag.csv"), ==, "0, 0\n1, 10\n2, 40\n");
  system = model_system_new (model, NULL, NULL);
  f = model_test_rhs (system);
  g_assert_cmpfloat (f[0], ==, 25);

  /* The texts replace the file, in every bit. */
  g_assert_true (g_file_set_contents (csv, "0 0\n1 1e300\n2 0.1\n3 1e-300\n", -1, NULL));
  extreme = model_load_file (yaml, NULL, diagnostics);
  g_assert_nonnull (extreme);
  extreme_texts = model_data_texts (extreme);
  again = model_load_text_with_data (model_text (extreme), -1, "elsewhere/m.yaml", extreme_texts, NULL, diagnostics);
  g_assert_nonnull (again);
  extreme_identity = model_identity (extreme);
  again_identity = model_identity (again);
  g_assert_cmpstr (extreme_identity, ==, again_identity);
  g_assert_null (model_load_text (model_text (extreme), -1, "elsewhere/m.yaml", NULL, diagnostics));
  g_ptr_array_set_size (diagnostics, 0);

  g_clear_pointer (&model, model_unref);
  g_assert_true (g_file_set_contents (csv, "0,0\nx,10\n", -1, NULL));
  model = model_load_file (yaml, NULL, diagnostics);
  g_assert_null (model);
  g_assert_cmpint (((const ModelDiagnostic *) diagnostics->pdata[0])->line, ==, 2);
  g_remove (csv);
  g_remove (yaml);
  g_rmdir (folder);
}

/* Checks the numbers that the documentation of the format states for its first model. */
static void
test_first_model (void)
{
  g_autoptr (ModelSystem) system = model_test_system (
      HEAD "time: {start: 0, end: 6.5, unit: s}\n"
           "parameters:\n  g: {value: 9.81, unit: m/s^2, range: [0, 25]}\n  e: {value: 0.8, range: [0, 1]}\n"
           "states:\n  h: {initial: 3, derivative: v, kind: position}\n  v: {initial: 0, derivative: -g, kind: velocity}\n"
           "discrete:\n  impacts: {initial: 0}\noutputs:\n  energy: {value: g*h + v^2/2}\n"
           "events:\n  impact:\n    crossing: h\n    direction: falling\n    set: {h: 0, v: -e*v, impacts: impacts + 1}\n");
  g_autofree double *f = model_test_rhs (system);
  const double x[2] = { 0, -5 };
  double d[1] = { 2 };
  double x_plus[2] = { 0, -5 }, d_plus[1] = { 2 };
  const char *which = NULL;

  g_assert_cmpfloat (f[0], ==, 0);
  g_assert_cmpfloat (f[1], ==, -9.81);
  model_system_set_discrete (system, d);
  g_assert_true (model_system_event_set (system, 0, 0.5, x, x_plus, d_plus, NULL, &which));
  g_assert_cmpfloat (x_plus[0], ==, 0);
  g_assert_cmpfloat (x_plus[1], ==, 4);
  g_assert_cmpfloat (d_plus[0], ==, 3);
  g_assert_true (model_system_ode (system)->separable);
  g_assert_cmpint (model_system_ode (system)->n_pairs, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/format/the-tags-stiff-hamiltonian-and-dae-set-traits", test_traits_of_tags);
  g_test_add_func ("/model/format/every-key-of-the-schema-is-tested", test_every_key_is_used);
  g_test_add_func ("/model/format/name-tags-and-traits-are-read-from-the-file", test_texts);
  g_test_add_func ("/model/format/parameters-and-constants-are-read-with-values-ranges-and-sizes", test_quantities);
  g_test_add_func ("/model/format/plots-and-reference-points-are-read-from-the-file", test_views);
  g_test_add_func ("/model/format/the-solver-section-is-kept-as-text", test_solver);
  g_test_add_func ("/model/format/each-equation-is-listed-with-its-left-and-right-side", test_equations);
  g_test_add_func ("/model/format/columns-have-the-documented-order-and-attributes", test_columns);
  g_test_add_func ("/model/format/initial-values-and-time-span-follow-the-expressions", test_initial);
  g_test_add_func ("/model/format/weights-and-mass-matrix-change-with-the-parameters", test_weights_and_mass);
  g_test_add_func ("/model/format/short-forms-mean-the-same-as-long-ones", test_short_forms);
  g_test_add_func ("/model/format/a-model-without-arrays-may-use-the-names-i-and-j", test_names_of_indices);
  g_test_add_func ("/model/format/a-model-without-time-runs-from-0-to-10", test_no_time);
  g_test_add_func ("/model/format/a-model-without-states-has-an-empty-system", test_no_states);
  g_test_add_func ("/model/format/an-error-in-a-table-file-is-reported-with-its-line", test_table_file);
  g_test_add_func ("/model/format/the-first-example-of-the-documentation-behaves-as-described", test_first_model);
  return g_test_run ();
}
