/* The problems with their right-hand sides in C and the states at their ends, on which two integrations in 113-bit arithmetic agree. Most stiff
 * ones are those of tests/ode/stiff-problems.c. */
#include "bench-problems.h"

#include <math.h>
#include <string.h>

#include "../ode/stiff-problems.h"
#include "bench-functions.h"

#define RHS(function) \
  static OdeStatus function##_rhs (void *self, double t, const double *x, double *dxdt) \
  { \
    function (t, x, dxdt); \
    return ODE_DONE; \
  }
RHS (harmonic)
RHS (lorenz)
RHS (kepler)
RHS (arenstorf)
RHS (pleiades)
RHS (double_pendulum)
RHS (henon_heiles)
RHS (van_der_pol)

#define EXPLICIT(name_, function, n, end, start, ...) \
  { .name = name_, .system = { .n_states = n, .rhs = function##_rhs }, .t1 = end, .scale = 1, .x0 = (const double[n]) start, .truth = (const double[n]) __VA_ARGS__ }
#define LIST(...) { __VA_ARGS__ }

static const BenchProblem explicit_problems[] = {
  EXPLICIT ("harmonic", harmonic, 2, 100, LIST (1, 0), { 0.862318872287683934102, 0.506365641109758793657 }),
  EXPLICIT ("lorenz", lorenz, 3, 10, LIST (1, 1, 1), { -4.90268754113464573191, -3.74387292180291961633, 24.6908581027905554532 }),
  EXPLICIT ("van-der-pol-5", van_der_pol, 2, 20, LIST (2, 0), { -1.60129687954285390882, 0.198326676338662084550 }),
  EXPLICIT ("kepler", kepler, 4, 20, LIST (0.4, 0, 0, 2),
            { -0.77007557841124044927, 0.78834481699442438906, -0.89418373198869149703, -0.12346176415844095881 }),
  EXPLICIT ("arenstorf", arenstorf, 4, 17.0652165601579625588917206249, LIST (0.994, 0, 0, -2.00158510637908252240537862224),
            { 0.994, 0, 0, -2.00158510637908252234 }),
  /* The initial point is on x = 0 and has the energy 1/12. */
  EXPLICIT ("henon-heiles", henon_heiles, 4, 1000, LIST (0, 0.1, 0.396652660817160450487817, 0),
            { 0.148882037160216231576, 0.0696824392916319863364, -0.122340796001876814147, -0.349019081296297152993 }),
  EXPLICIT ("double-pendulum", double_pendulum, 4, 10, LIST (2, 1, 0, 0),
            { 0.970484351366935304940, -6.67587844720494419232, 4.50340747311115897035, 1.58616247936291624619 }),
  EXPLICIT ("pleiades", pleiades, 28, 3, LIST (3, 3, -1, -3, 2, -2, 2, 3, -3, 2, 0, 0, -4, 4, 0, 0, 0, 0, 0, 1.75, -1.5, 0, 0, 0, -1.25, 1, 0, 0),
            { 0.370613914397051290094, 3.23728409205723309280, -3.22255903241832334710, 0.659709145577530835935,
              0.342558170715657979038, 1.56217210140063101605, -0.700309292221249538515, -3.94343758551739205527,
              -3.27138097397254992802, 5.22508184345654419244, -2.59061243497746951081, 1.19821369339227463751,
              -0.242968234493582340916, 1.09144924042897974788, 3.41700380631431475229, 1.35458450162550122148,
              -2.59006559781077541962, 2.02505373471424110648, -1.15581510016044909271, -0.807298817022302172566,
              0.595239635420871876660, -3.74124496123400847120, 0.377345968575062903655, 0.938685886955107888694,
              0.366792222720056986670, -0.347404635380849436601, 2.34491544818093692314, -1.94702043426329190067 }),
};

/* ---- partial differential equations on a line: two fields at each point, which alternate, so that the Jacobian has two diagonals on each side ---- */

#define BAND 2
#define AT(J, i, j) (J)[(j) * (2 * BAND + 1) + (i) - (j) + BAND]

#define BRUSSELATOR_POINTS 500
#define DIFFUSION (0.02 * (BRUSSELATOR_POINTS + 1.0) * (BRUSSELATOR_POINTS + 1.0))
static double brusselator_x0[2 * BRUSSELATOR_POINTS];
static const int brusselator_watched[] = { 0, 198, 248, 498, 748, 998, 1, 199, 249, 499, 749, 999 };
static const double brusselator_truth[] = {
  0.9948251978971353353, 0.5843855097980809141, 0.52786548646232390097, 0.42985550809471541167, 0.52670564608730325083, 0.99485200853202948861,
  3.0065248703035835325, 3.5178676459594458302, 3.5839014037785092826,  3.6881025890889619865,  3.5975667680146796708,  3.0066503658041124833,
};

static OdeStatus
brusselator_rhs (void *self, double t, const double *x, double *dxdt)
{
  double ul = 1, vl = 3;

  for (int i = 0; i < BRUSSELATOR_POINTS; i++)
    {
      const bool last = i == BRUSSELATOR_POINTS - 1;
      const double u = x[2 * i], v = x[2 * i + 1], uuv = u * u * v, ur = last ? 1 : x[2 * i + 2], vr = last ? 3 : x[2 * i + 3];

      dxdt[2 * i] = 1 + uuv - 4 * u + DIFFUSION * (ul - 2 * u + ur);
      dxdt[2 * i + 1] = 3 * u - uuv + DIFFUSION * (vl - 2 * v + vr);
      ul = u;
      vl = v;
    }
  return ODE_DONE;
}

static OdeStatus
brusselator_jacobian (void *self, double t, const double *x, double *J)
{
  const int n = 2 * BRUSSELATOR_POINTS;

  for (int i = 0; i < n; i += 2)
    {
      const double u = x[i], v = x[i + 1];

      AT (J, i, i) = 2 * u * v - 4 - 2 * DIFFUSION;
      AT (J, i, i + 1) = u * u;
      AT (J, i + 1, i) = 3 - 2 * u * v;
      AT (J, i + 1, i + 1) = -u * u - 2 * DIFFUSION;
      for (int j = i; j < i + 2; j++)
        {
          if (j >= 2)
            AT (J, j, j - 2) = DIFFUSION;
          if (j + 2 < n)
            AT (J, j, j + 2) = DIFFUSION;
        }
    }
  return ODE_DONE;
}

#define AKZO_POINTS 200
#define AKZO_A(s) (2 * ((s) - 1) * ((s) - 1) * ((s) - 1) / 16)
#define AKZO_B(s) (((s) - 1) * ((s) - 1) * ((s) - 1) * ((s) - 1) / 16)
static double akzo_x0[2 * AKZO_POINTS];
/* u[40], u[67], u[86], u[100], v[100], v[105] at t = 5, before the inflow stops. */
static const int akzo_watched[] = { 78, 132, 170, 198, 199, 209 };
static const double akzo_truth[] = { 1.3311898950946426539, 0.71721157561357817279, 0.2214041420848923727,
                                     0.000336005036127450257, 0.99065379456263499806, 0.99985498154120653804 };

static OdeStatus
akzo_rhs (void *self, double t, const double *x, double *dxdt)
{
  const double n = AKZO_POINTS;

  for (int i = 1; i <= AKZO_POINTS; i++)
    {
      const double u = x[2 * i - 2], v = x[2 * i - 1], ul = i == 1 ? 2 : x[2 * i - 4], ur = i == AKZO_POINTS ? u : x[2 * i];
      const double s = i / n, reaction = 100 * u * v;

      dxdt[2 * i - 2] = AKZO_A (s) * (ur - ul) * (n / 2) + AKZO_B (s) * (ul - 2 * u + ur) * (n * n) - reaction;
      dxdt[2 * i - 1] = -reaction;
    }
  return ODE_DONE;
}

static OdeStatus
akzo_jacobian (void *self, double t, const double *x, double *J)
{
  const double n = AKZO_POINTS;

  for (int i = 1; i <= AKZO_POINTS; i++)
    {
      const int u = 2 * i - 2, v = 2 * i - 1;
      const double s = i / n, a = AKZO_A (s) * (n / 2), b = AKZO_B (s) * (n * n);

      AT (J, u, u) = -2 * b - 100 * x[v] + (i == AKZO_POINTS ? a + b : 0);
      AT (J, u, v) = -100 * x[u];
      AT (J, v, u) = -100 * x[v];
      AT (J, v, v) = -100 * x[u];
      if (i > 1)
        AT (J, u, u - 2) = b - a;
      if (i < AKZO_POINTS)
        AT (J, u, u + 2) = a + b;
      /* The field v does not diffuse. */
      if (i > 1)
        AT (J, v, v - 2) = 0;
      if (i < AKZO_POINTS)
        AT (J, v, v + 2) = 0;
    }
  return ODE_DONE;
}

static const BenchProblem grid_problems[] = {
  { .name = "brusselator-1000", .system = { .n_states = 2 * BRUSSELATOR_POINTS, .rhs = brusselator_rhs, .jacobian = brusselator_jacobian },
    .stiff = true, .band = BAND, .t1 = 10, .scale = 1, .x0 = brusselator_x0, .truth = brusselator_truth, .watched = brusselator_watched,
    .n_watched = sizeof brusselator_watched / sizeof brusselator_watched[0], .model = "waves-diffusion/brusselator-1d-500", .n_fields = 2 },
  { .name = "medical-akzo", .system = { .n_states = 2 * AKZO_POINTS, .rhs = akzo_rhs, .jacobian = akzo_jacobian }, .stiff = true, .band = BAND,
    .t1 = 5, .scale = 1e-2, .x0 = akzo_x0, .truth = akzo_truth, .watched = akzo_watched,
    .n_watched = sizeof akzo_watched / sizeof akzo_watched[0], .model = "waves-diffusion/medical-akzo", .n_fields = 2 },
};

/* ---- small stiff problems, from tests/ode/stiff-problems.c ---- */

static const struct
{
  const char *name, *in_tests, *model;
  int point;
  double scale;
} stiff_rows[] = {
  { "van-der-pol-1000", "vanderpol-mu1000", "oscillators/van-der-pol-stiff", 1, 1 },
  { "van-der-pol-1e6", "vanderpol-eps1e-6", "oscillators/van-der-pol-eps1e-6", 10, 1 },
  { "robertson-40", "robertson", "stiff-chemistry/robertson", 1, 1e-6 },
  { "hires", "hires", "stiff-chemistry/hires", 0, 1e-4 },
  { "oregonator", "orego", "stiff-chemistry/oregonator", 1, 1e-6 },
  { "e5", "e5-kinetics", NULL, 3, 1e-15 },
  { "pollution", "pollution", "stiff-chemistry/pollution", 0, 1e-6 },
};

#define COUNT(array) ((int) (sizeof (array) / sizeof (array)[0]))

static BenchProblem stiff_made[COUNT (stiff_rows)];

static void
make_problems (void)
{
  if (stiff_made[0].name != NULL)
    return;
  for (int i = 0; i < BRUSSELATOR_POINTS; i++)
    {
      brusselator_x0[2 * i] = 1 + sin (2 * M_PI * (i + 1) / (BRUSSELATOR_POINTS + 1));
      brusselator_x0[2 * i + 1] = 3;
    }
  for (int i = 0; i < AKZO_POINTS; i++)
    akzo_x0[2 * i + 1] = 1;
  for (int k = 0; k < COUNT (stiff_rows); k++)
    for (int s = 0; s < n_stiff_problems; s++)
      if (strcmp (stiff_problems[s].name, stiff_rows[k].in_tests) == 0)
        stiff_made[k] = (BenchProblem) { .name = stiff_rows[k].name, .system = stiff_problems[s].system, .stiff = true,
                                         .t1 = stiff_problems[s].points[stiff_rows[k].point].t, .scale = stiff_rows[k].scale,
                                         .x0 = stiff_problems[s].x0, .truth = stiff_problems[s].points[stiff_rows[k].point].x,
                                         .model = stiff_rows[k].model };
}

const BenchProblem *
bench_problem (int k)
{
  const int after_explicit = k - COUNT (explicit_problems), after_stiff = after_explicit - COUNT (stiff_rows);

  make_problems ();
  if (after_explicit < 0)
    return &explicit_problems[k];
  if (after_stiff < 0)
    return &stiff_made[after_explicit];
  return after_stiff < COUNT (grid_problems) ? &grid_problems[after_stiff] : NULL;
}

const BenchProblem *
bench_problem_find (const char *name)
{
  const BenchProblem *problem;

  for (int k = 0; (problem = bench_problem (k)) != NULL; k++)
    if (strcmp (problem->name, name) == 0)
      return problem;
  return NULL;
}

double
bench_error (const BenchProblem *problem, const double *x)
{
  const int n = problem->watched != NULL ? problem->n_watched : problem->system.n_states;
  double worst = 1e-16;

  for (int i = 0; i < n; i++)
    {
      const double value = x[problem->watched != NULL ? problem->watched[i] : i];
      const double error = fabs (value - problem->truth[i]) / (problem->scale + fabs (problem->truth[i]));

      if (!(error <= worst))
        worst = error;
    }
  return worst;
}
