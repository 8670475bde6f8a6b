/* A hybrid system for tests. It has a right-hand side in C and a few
 * events, and it logs every call of an event handler. */
#pragma once

#include <glib.h>

#include "sim-simulator.h"

typedef struct TestSystem TestSystem;

/* The record of one call of an event handler. */
typedef struct
{
  int event;
  SimAction action;
  double t;
  double value; /* value of x[0]; without continuous states d[0]; without any state NaN */
} TestCall;

typedef SimHandlerStatus (*TestAct) (TestSystem *system, int event, SimAction action, double t, const double *x, const double *d,
                                     double *x_plus, double *d_plus);

typedef struct
{
  const char *name;
  SimTrigger trigger;
  SimDirection direction;
  unsigned actions;
  double period, offset;  /* of a periodic event, in seconds */
  const double *times;    /* times of a timed event, in ascending order */
  int n_times;
  double (*witness) (TestSystem *system, double t, const double *x);
  TestAct act;            /* handler of the event; NULL: the event succeeds without any effect */
  gboolean stops;
  double parameter;       /* a number that the functions witness and act can use freely */
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

  /* The functions of this file fill the following members; the test leaves them alone. */
  OdeSystem ode;
  SimEventInfo infos[TEST_MAX];
  double d[TEST_MAX];
  long n_rhs;
  GArray *calls; /* array of TestCall, one for each call of a handler */
};

TestSystem *test_system_new (int n_states, int n_discrete);
TestEvent *test_system_add (TestSystem *system, const char *name, SimTrigger trigger, unsigned actions, TestAct act);
void test_system_free (TestSystem *system);
/* Makes a SimSystem that calls the functions of the test system. The simulator owns the SimSystem, but not the test system. */
SimSystem *test_system_wrap (TestSystem *system);
const TestCall *test_system_call (const TestSystem *system, guint index);
/* Returns how often an event was handled with an action. The event −1 stands for every event, and the action 0 for every action. */
int test_system_n_calls (const TestSystem *system, int event, unsigned action);

/* Makes a configuration from the settings "key", "value", …, NULL. */
SimConfig *test_config (const char *first_key, ...) G_GNUC_NULL_TERMINATED;
SimSimulator *test_simulator (TestSystem *system, SimConfig *config);

SimHandlerStatus test_succeed (void);

/* Constructors of models from the tests of Drake, Simbody and RigidBodyDynamics.jl. */
TestSystem *test_clock (double w0, SimDirection direction);                       /* no state; the witness is t − w0 */
TestSystem *test_logistic (double k, double alpha, double nu);                    /* one state x with x' = alpha (1
                                                                                   * − (x/k)^nu) t; the witness is x */
TestSystem *test_spring (double k, double m, double x0, double v0);               /* a mass m on a spring of stiffness k */
