/* Models of tests from YAML text: one run of one, with every row and event kept. */
#pragma once

#include <glib.h>

#include "sim-simulator.h"

#define TEST_HEAD "format: 1\nname: Test\n"

typedef struct
{
  SimSimulator *simulator;
  SimTrajectory *trajectory; /* every step, and the event log */
  ModelSystem *system;       /* the simulator's */
} TestModel;

/* With settings "key", "value", …, NULL over those of the model. */
TestModel test_model_open (const char *yaml, ...) G_GNUC_NULL_TERMINATED;
/* The same of a shipped model. */
TestModel test_model_open_shipped (const char *id, ...) G_GNUC_NULL_TERMINATED;
void test_model_close (TestModel *run);

/* A column in a row of the trajectory, and now. */
double test_model_value (const TestModel *run, gsize row, const char *column);
double test_model_now (const TestModel *run, const char *column);
/* The first record of an event at or after *k; FALSE: none. */
gboolean test_model_event (const TestModel *run, const char *event, gsize *k);
/* x² + y² − 1 now. */
double test_model_length_error (const TestModel *run);
