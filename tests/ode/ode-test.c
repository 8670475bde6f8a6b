#include "ode-test.h"

static const char *const pair_names[] = { "q", "v" };
static const OdeKind pair_kinds[] = { ODE_POSITION, ODE_VELOCITY };
static const OdePair one_pair[] = { { 0, 1 } };

static OdeStatus
pendulum_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = -sin (x[0]) + 0.2 * cos (2 * t);
  return ODE_DONE;
}

static OdeStatus
pendulum_jacobian (void *self, double t, const double *x, double *values)
{
  values[0] = 0;
  values[1] = -cos (x[0]);
  values[2] = 1;
  values[3] = 0;
  return ODE_DONE;
}

static OdeStatus
pendulum_time (void *self, double t, const double *x, double *dfdt)
{
  dfdt[0] = 0;
  dfdt[1] = -0.4 * sin (2 * t);
  return ODE_DONE;
}

const Problem problem_pendulum = {
  .name = "pendulum",
  .system = {
    .n_states = 2, .kinds = pair_kinds, .rhs = pendulum_rhs, .jacobian = pendulum_jacobian,
    .time_derivative = pendulum_time, .time_dependent = true, .n_pairs = 1, .pairs = one_pair, .separable = true,
    .names = pair_names,
  },
  .t0 = 0, .t1 = 2,
  .x0 = { 0.9, -0.4 },
  .x1 = { -0.6776748500395677150185, -0.8294154917352773326174 }, /* from the function odefun of mpmath, with 30 digits */
};

static const char *const henon_names[] = { "q1", "q2", "p1", "p2" };
static const OdeKind henon_kinds[] = { ODE_POSITION, ODE_POSITION, ODE_VELOCITY, ODE_VELOCITY };
static const OdePair henon_pairs[] = { { 0, 2 }, { 1, 3 } };

static OdeStatus
henon_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[2];
  dxdt[1] = x[3];
  dxdt[2] = -x[0] - 2 * x[0] * x[1];
  dxdt[3] = -x[1] - x[0] * x[0] + x[1] * x[1];
  return ODE_DONE;
}

static OdeStatus
henon_jacobian (void *self, double t, const double *x, double *values)
{
  const double rows[4][4] = {
    { 0, 0, 1, 0 }, { 0, 0, 0, 1 }, { -1 - 2 * x[1], -2 * x[0], 0, 0 }, { -2 * x[0], -1 + 2 * x[1], 0, 0 },
  };

  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      values[j * 4 + i] = rows[i][j];
  return ODE_DONE;
}

const Problem problem_henon = {
  .name = "henon",
  .system = {
    .n_states = 4, .kinds = henon_kinds, .rhs = henon_rhs, .jacobian = henon_jacobian, .n_pairs = 2,
    .pairs = henon_pairs, .separable = true, .names = henon_names,
  },
  .t0 = 0, .t1 = 1,
  .x0 = { 0.3, -0.2, 0.1, 0.35 },
  .x1 = { 0.26788855623923655976720896828, 0.147067846915575697809602915593, -0.194805239193594568570622739851,
          0.28548765586200773518046314262 },
};

static const char *const body_names[] = { "y1", "y2", "y3" };

static OdeStatus
body_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = 0.5 * x[1] * x[2];
  dxdt[1] = -x[0] * x[2];
  dxdt[2] = 0.5 * x[0] * x[1];
  return ODE_DONE;
}

const Problem problem_body = {
  .name = "body",
  .system = { .n_states = 3, .rhs = body_rhs, .names = body_names },
  .t0 = 0, .t1 = 2,
  .x0 = { 0.453596121425577387771370, 0.2, 0.891207360061435339951802 }, /* cos 1.1, 0.2 and sin 1.1 */
  .x1 = { 0.2811412402863160391593, -0.5416807997014460417447, 0.8170321378287844321854 },
};

static OdeStatus
table_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = -sin (x[0]) + cos (t) * x[0] * x[1] / 4 - x[1] / 5;
  return ODE_DONE;
}

static OdeStatus
table_jacobian (void *self, double t, const double *x, double *values)
{
  values[0] = 0;
  values[1] = -cos (x[0]) + cos (t) * x[1] / 4;
  values[2] = 1;
  values[3] = cos (t) * x[0] / 4 - 0.2;
  return ODE_DONE;
}

static OdeStatus
table_time (void *self, double t, const double *x, double *dfdt)
{
  dfdt[0] = 0;
  dfdt[1] = -sin (t) * x[0] * x[1] / 4;
  return ODE_DONE;
}

const Problem problem_table = {
  .name = "table",
  .system = {
    .n_states = 2, .rhs = table_rhs, .jacobian = table_jacobian, .time_derivative = table_time, .time_dependent = true,
  },
  .t0 = 0, .t1 = 1,
  .x0 = { 1.2, 0.3 },
  .x1 = { 1.03318608881521638674010693827, -0.624068932073772146247770311311 },
};

static const char *const spring_names[] = { "x", "v", "work" };
static const OdeKind spring_kinds[] = { ODE_POSITION, ODE_VELOCITY, ODE_OTHER };

static OdeStatus
spring_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = -150 * x[0];
  dxdt[2] = -300 * x[0] * x[1];
  return ODE_DONE;
}

/* The solution is x = 0.1 cos ωt + 0.01/ω sin ωt with ω = √150; the work of the spring is 150 (x0² − x²). */
const Problem problem_spring = {
  .name = "spring",
  .system = {
    .n_states = 3, .kinds = spring_kinds, .rhs = spring_rhs, .n_pairs = 1, .pairs = one_pair, .names = spring_names,
  },
  .t0 = 0, .t1 = 1,
  .x0 = { 0.1, 0.01, 0 },
  .x1 = { 0.09470139325, 0.39350593067, NAN },
};

static OdeStatus
pleiades_rhs (void *self, double t, const double *x, double *dxdt)
{
  const double *px = x, *py = x + 7;

  for (int i = 0; i < 14; i++)
    dxdt[i] = x[14 + i];
  for (int i = 0; i < 7; i++)
    {
      double ax = 0, ay = 0;

      for (int j = 0; j < 7; j++)
        if (j != i)
          {
            double dx = px[j] - px[i], dy = py[j] - py[i], r2 = dx * dx + dy * dy, r3 = r2 * sqrt (r2);

            ax += (j + 1) * dx / r3;
            ay += (j + 1) * dy / r3;
          }
      dxdt[14 + i] = ax;
      dxdt[21 + i] = ay;
    }
  return ODE_DONE;
}

static const OdePair pleiades_pairs[] = {
  { 0, 14 }, { 1, 15 }, { 2, 16 }, { 3, 17 }, { 4, 18 }, { 5, 19 }, { 6, 20 },
  { 7, 21 }, { 8, 22 }, { 9, 23 }, { 10, 24 }, { 11, 25 }, { 12, 26 }, { 13, 27 },
};
static const OdeKind pleiades_kinds[] = {
  ODE_POSITION, ODE_POSITION, ODE_POSITION, ODE_POSITION, ODE_POSITION, ODE_POSITION, ODE_POSITION,
  ODE_POSITION, ODE_POSITION, ODE_POSITION, ODE_POSITION, ODE_POSITION, ODE_POSITION, ODE_POSITION,
  ODE_VELOCITY, ODE_VELOCITY, ODE_VELOCITY, ODE_VELOCITY, ODE_VELOCITY, ODE_VELOCITY, ODE_VELOCITY,
  ODE_VELOCITY, ODE_VELOCITY, ODE_VELOCITY, ODE_VELOCITY, ODE_VELOCITY, ODE_VELOCITY, ODE_VELOCITY,
};

const Problem problem_pleiades = {
  .name = "pleiades",
  .system = {
    .n_states = 28, .kinds = pleiades_kinds, .rhs = pleiades_rhs, .n_pairs = 14, .pairs = pleiades_pairs, .separable = true,
  },
  .t0 = 0, .t1 = 3,
  .x0 = { 3, 3, -1, -3, 2, -2, 2, 3, -3, 2, 0, 0, -4, 4, 0, 0, 0, 0, 0, 1.75, -1.5, 0, 0, 0, -1.25, 1, 0, 0 },
  .x1 = { 0.3706139143970502, 3.237284092057233, -3.222559032418324, 0.6597091455775310, 0.3425581707156584,
          1.562172101400631, -0.7003092922212495, -3.943437585517392, -3.271380973972550, 5.225081843456543,
          -2.590612434977470, 1.198213693392275, -0.2429682344935824, 1.091449240428980,
          NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN },
};

OdeSettings
fixed_settings (double h)
{
  OdeSettings settings;

  ode_settings_init (&settings);
  settings.error_control = false;
  settings.max_step = h;
  return settings;
}

OdeSettings
tolerance_settings (double tol)
{
  OdeSettings settings;

  ode_settings_init (&settings);
  settings.accuracy = tol;
  settings.relative_tolerance = tol;
  settings.absolute_tolerance = tol;
  return settings;
}

OdeSettings
drake_settings (double accuracy, double max_step, bool error_control)
{
  OdeSettings settings;

  ode_settings_init (&settings);
  settings.accuracy = accuracy;
  settings.max_step = max_step;
  settings.error_control = error_control;
  settings.weighting = ODE_WEIGHTING_ABSOLUTE;
  settings.controller = ODE_CONTROLLER_DRAKE;
  settings.stretch = 1.01;
  settings.drake_floor = true;
  settings.hermite_dense = true;
  settings.initial_step_tenth_of_max = true;
  settings.drake_implicit = true;
  settings.jacobian = ODE_JACOBIAN_FORWARD;
  return settings;
}

const OdeMethod *
method_named (const char *name)
{
  const OdeMethod *method = ode_method_find (name);

  if (method == NULL)
    g_error ("no method %s", name);
  return method;
}

bool
can_run (const OdeMethod *method, const Problem *problem)
{
  return ode_method_refuses (method, &problem->system) == NULL;
}

OdeIntegrator *
start (const OdeMethod *method, const Problem *problem, const OdeSettings *settings)
{
  char error[256] = "";
  OdeIntegrator *integrator = ode_integrator_new (method, &problem->system, settings, error, sizeof error);

  if (integrator == NULL)
    g_error ("%s on %s: %s", method->id, problem->name, error);
  if (ode_integrator_initialize (integrator, problem->t0, problem->x0, problem->t1) != ODE_DONE)
    g_error ("%s on %s: %s", method->id, problem->name, ode_integrator_message (integrator));
  return integrator;
}

void
run_to (OdeIntegrator *integrator, double t)
{
  while (ode_integrator_t (integrator) < t)
    if (ode_integrator_step (integrator, t, ODE_STOP_END) != ODE_DONE)
      g_error ("%s: %s", ode_integrator_method (integrator)->id, ode_integrator_message (integrator));
}

double
max_difference (const double *a, const double *b, int n)
{
  double largest = 0;

  for (int i = 0; i < n; i++)
    if (!isnan (b[i]))
      largest = isnan (a[i]) ? INFINITY : fmax (largest, fabs (a[i] - b[i]));
  return largest;
}

double
error_at_end (const OdeMethod *method, const Problem *problem, const OdeSettings *settings)
{
  OdeIntegrator *integrator = start (method, problem, settings);
  double error;

  run_to (integrator, problem->t1);
  error = max_difference (ode_integrator_x (integrator), problem->x1, problem->system.n_states);
  ode_integrator_free (integrator);
  return error;
}
