// Boost.odeint in its fastest form: states of a size known to the compiler.
#include "bench-problems.h"

#include <array>
#include <boost/numeric/odeint.hpp>
#include <cstring>

namespace od = boost::numeric::odeint;

template <size_t N> struct System
{
  const BenchProblem *problem;
  void operator() (const std::array<double, N> &x, std::array<double, N> &dxdt, double t) const
  {
    problem->rhs (t, x.data (), dxdt.data ());
  }
};

template <template <class...> class Stepper, size_t N>
static long
solve (const BenchProblem *problem, double tol, double *x)
{
  std::array<double, N> state;
  std::memcpy (state.data (), problem->x0, sizeof state);
  long n = od::integrate_adaptive (od::make_controlled (tol, tol, Stepper<std::array<double, N>> ()),
                                   System<N>{ problem }, state, 0.0, problem->t1, 1e-3);
  std::memcpy (x, state.data (), sizeof state);
  return n;
}

template <template <class...> class Stepper>
static long
any_size (const BenchProblem *problem, double tol, double *x)
{
  switch (problem->n_states)
    {
    case 2: return solve<Stepper, 2> (problem, tol, x);
    case 3: return solve<Stepper, 3> (problem, tol, x);
    case 4: return solve<Stepper, 4> (problem, tol, x);
    case 28: return solve<Stepper, 28> (problem, tol, x);
    default: return -1;
    }
}

struct Method
{
  const char *name;
  long (*solve) (const BenchProblem *problem, double tol, double *x);
};

template <class... A> using dopri5 = od::runge_kutta_dopri5<A...>;
template <class... A> using rkck54 = od::runge_kutta_cash_karp54<A...>;
template <class... A> using rkf78 = od::runge_kutta_fehlberg78<A...>;

static const Method methods[] = { { "dopri5", any_size<dopri5> }, { "rkck54", any_size<rkck54> }, { "rkf78", any_size<rkf78> } };

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
