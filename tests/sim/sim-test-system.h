/* Hybrid systems for tests: a right-hand side, a few events, and a log of the
 * handlers called. */
#pragma once

#include <glib.h>

#include "sim-simulator.h"

typedef struct TestSystem TestSystem;

/* One call of a handler. */
typedef struct
{
  int event;
  SimAction action;
  double t;
  double value; /* x[0], or d[0] if there are no continuous states, or NaN */
} TestCall;

typedef SimHandlerStatus (*TestAct) (TestSystem *system, int event, SimAction action, double t, const double *x, const double *d,
                                     double *x_plus, double *d_plus);

typedef struct
{
  const char *name;
  SimTrigger trigger;
  SimDirection direction;
  unsigned actions;
  double period, offset;  /* of periodic events */
  const double *times;    /* of timed events, ascending */
  int n_times;
  double (*witness) (TestSystem *system, double t, const double *x);
  TestAct act;            /* NULL: succeeds */
  gboolean stops;
  double parameter;       /* parameter that witness and act can use */
} TestEvent;

#define TEST_MAX 16

struct TestSystem
{
  int n_states, n_discrete, n_events;
  double x0[TEST_MAX], d0[TEST_MAX];
  OdeKind kinds[TEST_MAX];
  const char *names[TEST_MAX];
  void (*rhs) (TestSystem *system, double t, const double *x, double *dxdt);
  TestEvent events[TEST_MAX];
  const char *type_name, *name;
  double p[4];
  SimHandlerStatus (*monitor) (TestSystem *system, double t, const double *x);

  /* Members that test_system_wrap and the calls fill. */
  OdeSystem ode;
  SimEventInfo infos[TEST_MAX];
  double d[TEST_MAX];
  long n_rhs;
  GArray *calls; /* TestCall */
};

TestSystem *test_system_new (int n_states, int n_discrete);
TestEvent *test_system_add (TestSystem *system, const char *name, SimTrigger trigger, unsigned actions, TestAct act);
void test_system_free (TestSystem *system);
/* Makes a SimSystem of the test system; the simulator frees only this wrapper. */
SimSystem *test_system_wrap (TestSystem *system);
const TestCall *test_system_call (const TestSystem *system, guint index);
/* Returns the number of calls of an event (−1: any) with an action (0: any). */
int test_system_n_calls (const TestSystem *system, int event, unsigned action);

/* Makes a configuration from "key", "value", …, NULL. */
SimConfig *test_config (const char *first_key, ...) G_GNUC_NULL_TERMINATED;
SimSimulator *test_simulator (TestSystem *system, SimConfig *config);

SimHandlerStatus test_succeed (void);

/* Models from the tests of Drake, Simbody and RigidBodyDynamics.jl. */
TestSystem *test_clock (double w0, SimDirection direction);                       /* the model M-clock */
TestSystem *test_logistic (double k, double alpha, double nu);                    /* the model M-logistic */
TestSystem *test_spring (double k, double m, double x0, double v0);               /* the model M-spring */
