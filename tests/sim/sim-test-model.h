/* Runs of models that tests give as YAML text; every row and every event is
 * kept. */
#pragma once

#include <glib.h>

#include "sim-simulator.h"

#define TEST_HEAD "format: 1\nname: Test\n"

typedef struct
{
  SimSimulator *simulator;
  SimTrajectory *trajectory; /* every step, and the event log */
  ModelSystem *system;       /* owned by the simulator */
} TestModel;

/* Opens a model; settings "key", "value", …, NULL override those of the model. */
TestModel test_model_open (const char *yaml, ...) G_GNUC_NULL_TERMINATED;
/* The same for a model of the library. */
TestModel test_model_open_shipped (const char *id, ...) G_GNUC_NULL_TERMINATED;
void test_model_close (TestModel *run);

/* The value of a column in a row of the trajectory, or now. */
double test_model_value (const TestModel *run, gsize row, const char *column);
double test_model_now (const TestModel *run, const char *column);
/* The first record of an event at or after *k; FALSE: none. */
gboolean test_model_event (const TestModel *run, const char *event, gsize *k);
/* Returns x² + y² − 1 of the current state. */
double test_model_length_error (const TestModel *run);
