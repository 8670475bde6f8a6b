// Runs methods of Boost.odeint as its authors recommend: the compiler knows the size of the states,
// right-hand sides are compiled into the stepper, and the options are -O3 -march=native -DNDEBUG.
#include "bench-functions.h"
#include "bench-problems.h"

#include <array>
#include <boost/numeric/odeint.hpp>
#include <cstring>

namespace od = boost::numeric::odeint;

typedef void (*Function) (double t, const double *x, double *dxdt);

template <Function F, size_t N> struct System
{
  void operator() (const std::array<double, N> &x, std::array<double, N> &dxdt, double t) const { F (t, x.data (), dxdt.data ()); }
};

// Wraps a stepper with an error estimate in step-size control.
template <template <class...> class Stepper> struct Controlled
{
  template <size_t N> static auto make (double tol) { return od::make_controlled (tol, tol, Stepper<std::array<double, N>> ()); }
};

// The extrapolation stepper, which controls its step size itself.
struct Extrapolation
{
  template <size_t N> static auto make (double tol) { return od::bulirsch_stoer<std::array<double, N>> (tol, tol, 1.0, 0.0); }
};

template <class Maker, Function F, size_t N>
static long
solve (const BenchProblem *problem, double tol, double *x)
{
  std::array<double, N> state;
  std::memcpy (state.data (), problem->x0, sizeof state);
  long n = od::integrate_adaptive (Maker::template make<N> (tol), System<F, N>{}, state, 0.0, problem->t1, 1e-3);
  std::memcpy (x, state.data (), sizeof state);
  return n;
}

template <class Maker>
static long
any_problem (const BenchProblem *problem, double tol, double *x)
{
  if (std::strcmp (problem->name, "harmonic") == 0)
    return solve<Maker, harmonic, 2> (problem, tol, x);
  if (std::strcmp (problem->name, "lorenz") == 0)
    return solve<Maker, lorenz, 3> (problem, tol, x);
  if (std::strcmp (problem->name, "arenstorf") == 0)
    return solve<Maker, arenstorf, 4> (problem, tol, x);
  if (std::strcmp (problem->name, "pleiades") == 0)
    return solve<Maker, pleiades, 28> (problem, tol, x);
  if (std::strcmp (problem->name, "double-pendulum") == 0)
    return solve<Maker, double_pendulum, 4> (problem, tol, x);
  if (std::strcmp (problem->name, "henon") == 0)
    return solve<Maker, henon_heiles, 4> (problem, tol, x);
  if (std::strcmp (problem->name, "van-der-pol-5") == 0)
    return solve<Maker, van_der_pol, 2> (problem, tol, x);
  return -1;
}

struct Method
{
  const char *name;
  long (*solve) (const BenchProblem *problem, double tol, double *x);
};

template <class... A> using dopri5 = od::runge_kutta_dopri5<A...>;
template <class... A> using rkck54 = od::runge_kutta_cash_karp54<A...>;
template <class... A> using rkf78 = od::runge_kutta_fehlberg78<A...>;

static const Method methods[] = { { "dopri5", any_problem<Controlled<dopri5>> }, { "rkck54", any_problem<Controlled<rkck54>> },
                                  { "rkf78", any_problem<Controlled<rkf78>> }, { "bulirsch_stoer", any_problem<Extrapolation> } };

extern "C" const void *
bench_odeint_method (const char *name)
{
  for (const Method &method : methods)
    if (std::strcmp (method.name, name) == 0)
      return &method;
  return nullptr;
}

extern "C" long
bench_odeint_solve (const void *method, const BenchProblem *problem, double tol, double *x)
{
  return static_cast<const Method *> (method)->solve (problem, tol, x);
}
