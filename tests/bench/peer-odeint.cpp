// Solves the problems with Boost.odeint as its authors recommend: the compiler knows the size of the states, right-hand sides of problems
// that are not stiff are compiled into the stepper, and the options are -O3 -march=native -DNDEBUG. Without NDEBUG ublas checks every
// index, and rosenbrock4 takes 10 to 60 times as long.
#include "bench-functions.h"
extern "C" {
#include "peer.h"
}

#include <array>
#include <boost/numeric/odeint.hpp>
#include <boost/version.hpp>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

namespace od = boost::numeric::odeint;

typedef void (*Function) (double t, const double *x, double *dxdt);
typedef long (*Solve) (const BenchProblem *problem, double tolerance, double *x);

template <Function F, size_t N> struct System
{
  void operator() (const std::array<double, N> &x, std::array<double, N> &dxdt, double t) const { F (t, x.data (), dxdt.data ()); }
};

// Wraps a stepper with an error estimate in step-size control.
template <template <class...> class Stepper> struct Controlled
{
  template <size_t N> static auto make (double tolerance) { return od::make_controlled (tolerance, tolerance, Stepper<std::array<double, N>> ()); }
};

// The extrapolation stepper, which controls its step size itself.
struct Extrapolation
{
  template <size_t N> static auto make (double tolerance) { return od::bulirsch_stoer<std::array<double, N>> (tolerance, tolerance, 1.0, 0.0); }
};

template <class Maker, Function F, size_t N>
static long
solve_with (const BenchProblem *problem, double tolerance, double *x)
{
  std::array<double, N> state;
  std::memcpy (state.data (), problem->x0, sizeof state);
  long n = od::integrate_adaptive (Maker::template make<N> (tolerance), System<F, N>{}, state, 0.0, problem->t1, 1e-3);
  std::memcpy (x, state.data (), sizeof state);
  return n;
}

template <class Maker>
static Solve
find_problem (const char *name)
{
  static const struct { const char *name; Solve solve; } all[] = {
    { "harmonic", solve_with<Maker, harmonic, 2> }, { "lorenz", solve_with<Maker, lorenz, 3> },
    { "kepler", solve_with<Maker, kepler, 4> }, { "arenstorf", solve_with<Maker, arenstorf, 4> },
    { "pleiades", solve_with<Maker, pleiades, 28> }, { "double-pendulum", solve_with<Maker, double_pendulum, 4> },
    { "henon-heiles", solve_with<Maker, henon_heiles, 4> }, { "van-der-pol-5", solve_with<Maker, van_der_pol, 2> },
  };
  for (const auto &each : all)
    if (std::strcmp (each.name, name) == 0)
      return each.solve;
  return nullptr;
}

typedef boost::numeric::ublas::vector<double> Vector;
typedef boost::numeric::ublas::matrix<double> Matrix;

static long
rosenbrock (const BenchProblem *problem, double tolerance, double *x)
{
  const OdeSystem *system = &problem->system;
  const int n = system->n_states;
  Vector state (n);
  static double columns[400];
  auto rhs = [=] (const Vector &at, Vector &dxdt, double t) { system->rhs (system->self, t, &at[0], &dxdt[0]); };
  auto jacobian = [=] (const Vector &at, Matrix &J, double t, Vector &dfdt) {
    system->jacobian (system->self, t, &at[0], columns);
    for (int i = 0; i < n; i++)
      {
        dfdt[i] = 0;
        for (int j = 0; j < n; j++)
          J (i, j) = columns[j * n + i];
      }
  };
  std::memcpy (&state[0], problem->x0, sizeof (double) * n);
  try
    {
      long steps = od::integrate_adaptive (od::make_controlled<od::rosenbrock4<double>> (tolerance * problem->scale, tolerance),
                                           std::make_pair (rhs, jacobian), state, 0.0, problem->t1, 1e-6);
      std::memcpy (x, &state[0], sizeof (double) * n);
      return std::isfinite (x[0]) ? steps : -1;
    }
  catch (...)
    {
      return -1;
    }
}

template <class... A> using dopri5 = od::runge_kutta_dopri5<A...>;
template <class... A> using rkck54 = od::runge_kutta_cash_karp54<A...>;
template <class... A> using rkf78 = od::runge_kutta_fehlberg78<A...>;

struct Solver
{
  const BenchProblem *problem;
  double tolerance;
  Solve solve;
};

static void *
open_solver (const BenchProblem *problem, const char *method, double tolerance)
{
  const std::string name (method);
  Solve found = name == "dopri5"           ? find_problem<Controlled<dopri5>> (problem->name)
                : name == "rkck54"         ? find_problem<Controlled<rkck54>> (problem->name)
                : name == "rkf78"          ? find_problem<Controlled<rkf78>> (problem->name)
                : name == "bulirsch_stoer" ? find_problem<Extrapolation> (problem->name)
                : problem->band == 0       ? rosenbrock // its matrices are dense
                                           : nullptr;
  return found != nullptr ? new Solver{ problem, tolerance, found } : nullptr;
}

static long
solve (void *user, double *x)
{
  const Solver *self = static_cast<const Solver *> (user);
  return self->solve (self->problem, self->tolerance, x);
}

static void
close_solver (void *user)
{
  delete static_cast<Solver *> (user);
}

static const char *const methods[] = { "dopri5", "rkck54", "rkf78", "bulirsch_stoer", nullptr };
static const char *const stiff_methods[] = { "rosenbrock4", nullptr };

extern "C" const Peer bench_peer = { "Boost.odeint " BOOST_LIB_VERSION ", -O3 -march=native -DNDEBUG", methods, stiff_methods, nullptr, open_solver, solve, close_solver };
