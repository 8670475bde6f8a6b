/* Tests units: what each text means, and which expressions have a warning. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "model-library.h"
#include "model-load.h"
#include "model-unit.h"
#include "model-units.h"

/* ---- texts ---- */

/* Two texts of equal units. */
static const struct { const char *a, *b; } equal[] = {
  { "N", "kg m/s^2" }, { "J", "N m" }, { "W", "V A" }, { "V", "J/C" }, { "Ohm", "V/A" }, { "F", "C/V" }, { "H", "V s/A" }, { "T", "Wb/m^2" }, { "S", "1/Ohm" },
  { "Pa", "N/m²" }, { "kat", "mol/s" }, { "Hz", "1/s" }, { "lx", "lm/m^2" }, { "Gy", "J/kg" },
  { "mV/ms", "V/s" }, { "uA/cm^2", "10 mA/m^2" }, { "µA", "uA" }, { "kWh", "3.6 MJ" }, { "h", "60 min" }, { "d", "24 h" }, { "l", "dm^3" }, { "mg/l", "g/m^3" },
  { "M", "mol/l" }, { "m s-1", "m/s" }, { "m·s⁻²", "m/s^2" }, { "m**2", "m2" }, { "N/m^1.5", "N/(m sqrt(m))" }, { "m^(1/2)", "sqrt(m)" },
  { "J/kg K", "J K/kg" }, { "J/(kg K)", "J/kg/K" }, { "rad/s", "1/s" }, { "deg", "0.017453292519943295 rad" }, { "rpm", "2 rev/(2 min)" }, { "", "1" }, { "-", "1" },
  { "%", "0.01" }, { "bar", "100 kPa" }, { "kcal", "4184 J" }, { "mi/h", "mph" }, { "prey/(d predator)", "prey/d/predator" }, { "10^-3 m", "mm" }, { "degC", "K" },
  { "in", "2.54 cm" }, { "lbf", "9.80665 m/s^2 lb" }, { "psi", "lbf/in^2" }, { "TWh", "10^9 kWh" }, { "daN", "10 N" }, { "pm", "10^-12 m" },
};

static void
test_equal (void)
{
  for (gsize k = 0; k < G_N_ELEMENTS (equal); k++)
    {
      ModelUnit a, b, again;
      g_autofree char *text = NULL;

      if (!model_unit_parse (equal[k].a, &a) || !model_unit_parse (equal[k].b, &b) || !model_unit_is_equal (&a, &b))
        g_error ("'%s' and '%s' should be equal", equal[k].a, equal[k].b);
      text = model_unit_text (&a);
      if (!model_unit_parse (text, &again) || !model_unit_is_same_kind (&a, &again) || fabs (again.factor / a.factor - 1) > 1e-5)
        g_error ("'%s' is printed as '%s'", equal[k].a, text);
    }
}

static void
test_different (void)
{
  static const struct { const char *a, *b; gboolean same_kind; } different[] = {
    { "m", "s", FALSE }, { "m", "cm", TRUE }, { "prey", "predators", FALSE }, { "m", "m^2", FALSE }, { "N", "J", FALSE }, { "min", "mm", FALSE },
    { "deg", "rad", TRUE }, { "m^1.5", "m^1.4", FALSE }, { "1/s", "s", FALSE }, { "K", "degF", TRUE }, { "g", "kg", TRUE },
  };
  static const char *const wrong[] = { "m/", "m^", "(m", "m)", "m^^2", "/s", "m^x", "$", "0 m", "-2 m", "m^(1/0)", "1e999 m", "a.u. (!)" };
  ModelUnit a, b;

  for (gsize k = 0; k < G_N_ELEMENTS (different); k++)
    {
      g_assert_true (model_unit_parse (different[k].a, &a) && model_unit_parse (different[k].b, &b));
      g_assert_false (model_unit_is_equal (&a, &b));
      g_assert_cmpint (model_unit_is_same_kind (&a, &b), ==, different[k].same_kind);
    }
  for (gsize k = 0; k < G_N_ELEMENTS (wrong); k++)
    if (model_unit_parse (wrong[k], &a))
      g_error ("'%s' should not be a unit", wrong[k]);
}

static void
test_text (void)
{
  static const struct { const char *unit, *text; } rows[] = {
    { "N", "kg m/s^2" }, { "1/s", "1/s" }, { "", "1" }, { "mS/cm^2 mV", "0.01 A/m^2" }, { "m^1.5", "m^1.5" }, { "V", "kg m^2/(A s^3)" }, { "cm", "0.01 m" },
  };

  for (gsize k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      ModelUnit unit;
      g_autofree char *text = NULL;

      g_assert_true (model_unit_parse (rows[k].unit, &unit));
      text = model_unit_text (&unit);
      g_assert_cmpstr (text, ==, rows[k].text);
    }
}

/* ---- models ---- */

/* Declarations after "format: 1, name, time in s", and the warnings; "" is no warning. */
static const struct { const char *title, *text, *warning; } rows[] = {
  { "derivative", "states: {x: {initial: 0, derivative: k*x, unit: m}}\nparameters: {k: {value: 1, unit: m/s}}\n",
    "the derivative of 'x' has the unit m^2/s, but needs m/s" },
  { "derivative that is right", "states: {x: {initial: 0, derivative: k*x, unit: m}}\nparameters: {k: {value: 1, unit: 1/s}}\n", "" },
  { "conversion", "states: {x: {initial: 0, derivative: v, unit: m}}\nparameters: {v: {value: 1, unit: km/h}}\n",
    "the derivative of 'x' has the unit km/h, but needs m/s; to convert it, multiply it by 0.2777777778" },
  { "sum", "states: {x: {initial: 0, derivative: -(x - d)/T, unit: m}}\nparameters: {d: {value: 1, unit: cm}, T: {value: 1, unit: s}}\n",
    "'x' has the unit m and 'd' the unit cm; to convert it, write 0.01*(d)" },
  { "sum of different kinds", "states: {x: {initial: 0, derivative: x + v, unit: m}}\nparameters: {v: {value: 1, unit: m/s}}\n",
    "'x' has the unit m and 'v' the unit m/s, which cannot be added or compared" },
  { "third term", "parameters: {a: {value: 1, unit: m}, b: {value: 1, unit: s}}\nvariables: {z: 1 + a + b}\nstates: {x: {initial: 0, derivative: 0}}\n",
    "'a' has the unit m and 'b' the unit s" },
  { "angle", "states: {x: {initial: 0, derivative: sin(a)/T}}\nparameters: {a: {value: 1, unit: deg}, T: {value: 1, unit: s}}\n",
    "'sin' needs a number or an angle in rad, but 'a' has the unit deg; to convert it, write 0.01745329252*(a)" },
  { "exponential", "states: {x: {initial: 0, derivative: exp(a)}}\nparameters: {a: {value: 1, unit: V}}\n", "'exp' needs a number, but 'a' has the unit V" },
  { "exponent", "states: {x: {initial: 0, derivative: 2^a}}\nparameters: {a: {value: 1, unit: V}}\n", "an exponent needs a number, but 'a' has the unit V" },
  { "condition", "states: {x: {initial: 0, derivative: \"if(a > b, 1, 0)\"}}\nparameters: {a: {value: 1, unit: V}, b: {value: 1, unit: A}}\n",
    "'a' has the unit V and 'b' the unit A" },
  { "branches", "states: {x: {initial: 0, derivative: \"if(t > 1, a, b)/T\"}}\nparameters: {a: {value: 1, unit: V}, b: {value: 1, unit: A}, T: {value: 1, unit: s}}\n",
    "'a' has the unit V and 'b' the unit A" },
  { "initial value", "states: {x: {initial: a, derivative: 0, unit: m}}\nparameters: {a: {value: 1, unit: s}}\n", "the initial value of 'x' has the unit s, but needs m" },
  { "nominal size", "states: {x: {initial: 0, derivative: 0, unit: m, nominal: a}}\nparameters: {a: {value: 1, unit: s}}\n", "the nominal size of 'x' has the unit s" },
  { "weight", "states: {x: {initial: 0, derivative: 0, unit: m, weight: a}}\nparameters: {a: {value: 1, unit: m}}\n", "the weight of 'x' has the unit m, but needs 1/m" },
  { "variable without a unit", "variables: {w: a*b}\nstates: {x: {initial: 0, derivative: w, unit: m}}\nparameters: {a: {value: 1, unit: V}, b: {value: 1, unit: A}}\n",
    "the derivative of 'x' has the unit kg m^2/s^3, but needs m/s" },
  { "variable with a unit", "variables: {w: {value: a*b, unit: J}}\nstates: {x: {initial: 0, derivative: 0}}\nparameters: {a: {value: 1, unit: V}, b: {value: 1, unit: A}}\n",
    "'w' has the unit kg m^2/s^3, but needs J" },
  { "function", "functions: {f: {arguments: [u], value: u^2}}\nstates: {x: {initial: 0, derivative: f(a), unit: m}}\nparameters: {a: {value: 1, unit: m}}\n",
    "the derivative of 'x' has the unit m^2, but needs m/s" },
  { "body of a function", "functions: {f: {arguments: [u], value: sin(u)}}\nstates: {x: {initial: 0, derivative: f(a)}}\nparameters: {a: {value: 1, unit: m}}\n",
    "'sin' needs a number, but 'u' has the unit m" },
  { "root", "states: {x: {initial: 0, derivative: sqrt(g*h), unit: m}}\nparameters: {g: {value: 1, unit: m/s^2}, h: {value: 1, unit: m}}\n", "" },
  { "power with a fraction", "states: {x: {initial: 0, derivative: (g*h)^(1/2), unit: m}}\nparameters: {g: {value: 1, unit: m/s^2}, h: {value: 1, unit: m}}\n", "" },
  { "third root", "states: {x: {initial: 0, derivative: cbrt(a)/T, unit: m}}\nparameters: {a: {value: 1, unit: m^3}, T: {value: 1, unit: s}}\n", "" },
  { "array", "constants: {N: 3}\nstates: {u: {size: N, initial: 0, derivative: \"D*sum(k, 1, N, u[k])/d\", unit: K}}\n"
             "parameters: {D: {value: 1, unit: m^2/s}, d: {value: 1, unit: m}}\n", "the derivative of 'u' has the unit K m/s, but needs K/s" },
  { "event", "states: {x: {initial: 0, derivative: 0, unit: m}}\nparameters: {e: {value: 1, unit: m/s}}\nevents: {hit: {crossing: x - e, set: {x: e}}}\n",
    "the new value of 'x' has the unit m/s, but needs m" },
  { "period", "states: {x: {initial: 0, derivative: 0}}\nparameters: {T: {value: 1, unit: 1/s}}\nevents: {tick: {every: T, publish: true}}\n",
    "the period of 'tick' has the unit 1/s, but needs s" },
  { "force", "mechanics: {coordinates: {q: {initial: 0, mass: m, force: F, unit: m}}}\nparameters: {m: {value: 1, unit: kg}, F: {value: 1, unit: J}}\n",
    "the force on 'q' has the unit J, but needs kg m/s^2" },
  { "velocity", "mechanics: {coordinates: {q: {initial: 0, mass: m, force: -c*q.v, unit: m}}}\nparameters: {m: {value: 1, unit: kg}, c: {value: 1, unit: N s/m}}\n", "" },
  { "closed form", "states: {x: {initial: 1, derivative: -k*x, unit: m}}\nparameters: {k: {value: 1, unit: 1/s}}\nexact: {x: initial(x)*exp(-k*(t - t0))}\n", "" },
  { "unknown unit", "states: {x: {initial: 1, derivative: -k*x*y, unit: prey}, y: {initial: 1, derivative: k*x*y, unit: fox}}\nparameters: {k: {value: 1, unit: 1/(fox s)}}\n",
    "the derivative of 'y' has the unit prey/s, but needs fox/s" },
  { "text that is no unit", "states: {x: {initial: 1, derivative: 0, unit: \"m/\"}}\nparameters: {k: {value: 1, unit: s}}\n", "the unit 'm/' of 'x' is not understood" },
  /* What cannot be decided has no warning. */
  { "number that may have a unit", "states: {v: {initial: 0, derivative: 9.81*sin(a), unit: m/s}}\nparameters: {a: {value: 1, unit: rad}}\n", "" },
  { "division by a number that may have a unit", "states: {v: {initial: 0, derivative: (a - v)/0.5, unit: m/s}}\nparameters: {a: {value: 1, unit: m/s}}\n", "" },
  { "name without a unit", "states: {v: {initial: 0, derivative: a*b, unit: m/s}}\nparameters: {a: {value: 1, unit: kg}, b: 1}\n", "" },
  { "number in a sum", "states: {v: {initial: 0, derivative: (a + 1)/T, unit: m/s}}\nparameters: {a: {value: 1, unit: m/s}, T: {value: 1, unit: s}}\n", "" },
  { "residuals of different index", "states: {x: {initial: 1, derivative: y, unit: m}}\nalgebraic: {y: {initial: 0, residual: \"if(x > 1, y, x)\", unit: m/s}}\n", "" },
  { "zero", "states: {v: {initial: 0, derivative: 0*a, unit: m/s}}\nparameters: {a: {value: 1, unit: kg}}\n", "" },
  { "half of a square", "outputs: {e: {value: 0.5*m*v^2, unit: J}}\nstates: {v: {initial: 1, derivative: 0, unit: m/s}}\nparameters: {m: {value: 1, unit: kg}}\n", "" },
};

static void
test_models (void)
{
  gboolean failed = FALSE;

  for (gsize k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autofree char *text = g_strconcat ("format: 1\nname: U\ntime: {end: 1, unit: s}\n", rows[k].text, NULL), *messages = NULL;
      g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
      g_autoptr (Model) model = model_load_text (text, -1, NULL, NULL, diagnostics);
      ModelUnitsReport report = { 0 };

      if (model != NULL)
        model_units_check (model, diagnostics, &report);
      messages = model_diagnostics_to_string (diagnostics);
      if (model == NULL || (*rows[k].warning == '\0') != (*messages == '\0') || strstr (messages, rows[k].warning) == NULL)
        g_printerr ("%s: wanted '%s', got '%s'\n", rows[k].title, rows[k].warning, messages), failed = TRUE;
      /* Warnings are not counted as errors: only a model that cannot be read has one. */
      g_assert_cmpuint (model_diagnostics_n_errors (diagnostics), ==, model == NULL ? 1 : 0);
    }
  g_assert_false (failed);
}

/* An expression is counted once: as right, as different, or as open. */
static void
test_counts (void)
{
  static const char text[] = "format: 1\nname: U\ntime: {end: 1, unit: s}\nparameters: {k: {value: 1, unit: 1/s}, m: {value: 2}}\n"
                             "states:\n  x: {initial: 1, derivative: -k*x, unit: m}\n  y: {initial: 1, derivative: -k*m*y, unit: m}\n"
                             "  z: {initial: 1, derivative: -k, unit: m}\n  w: {initial: 1, derivative: 9.81*k*w, unit: m}\n";
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_load_text (text, -1, NULL, NULL, diagnostics);
  ModelUnitsReport report;

  g_assert_nonnull (model);
  model_units_check (model, diagnostics, &report);
  g_assert_cmpuint (report.n_agree, ==, 1);
  g_assert_cmpuint (report.n_differ, ==, 1);
  g_assert_cmpuint (report.n_open, ==, 2);
  g_assert_cmpuint (model_diagnostics_n_warnings (diagnostics), ==, 1);
}

/* A long chain of variables, and calls that grow exponentially, end. */
static void
test_bounds (void)
{
  GString *text = g_string_new ("format: 1\nname: U\ntime: {end: 1, unit: s}\nstates: {x: {initial: 0, derivative: v500, unit: m}}\nvariables:\n  v0: x\n");
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = NULL;
  ModelUnitsReport report;

  for (int k = 1; k <= 500; k++)
    g_string_append_printf (text, "  v%d: v%d + x\n", k, k - 1);
  model = model_load_text (text->str, -1, NULL, NULL, diagnostics);
  g_assert_nonnull (model);
  model_units_check (model, diagnostics, &report);
  g_assert_cmpuint (report.n_agree + report.n_differ + report.n_open, >, 400);
  g_string_free (text, TRUE);
}

static void
test_library (void)
{
  g_autoptr (ModelLibrary) library = model_library_scan (NULL, NULL);
  gboolean failed = FALSE;
  guint n = 0;

  for (int k = 0; k < model_library_n_entries (library); k++)
    {
      const ModelEntry *entry = model_library_entry (library, k);
      g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
      g_autoptr (Model) model = model_load_file (entry->path, NULL, diagnostics);
      g_autofree char *messages = NULL;
      ModelUnitsReport report = { 0 };

      if (model != NULL)
        model_units_check (model, diagnostics, &report);
      n += report.n_agree;
      messages = model_diagnostics_to_string (diagnostics);
      if (*messages != '\0')
        g_printerr ("%s", messages), failed = TRUE;
    }
  g_assert_false (failed);
  g_assert_cmpuint (n, >, 300);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/units/texts-of-equal-units", test_equal);
  g_test_add_func ("/model/units/texts-of-different-units-and-wrong-texts", test_different);
  g_test_add_func ("/model/units/a-unit-is-printed-in-base-units", test_text);
  g_test_add_func ("/model/units/expressions-with-and-without-a-warning", test_models);
  g_test_add_func ("/model/units/each-expression-is-counted-once", test_counts);
  g_test_add_func ("/model/units/long-chains-end", test_bounds);
  g_test_add_func ("/model/units/the-library-has-no-warning", test_library);
  return g_test_run ();
}
