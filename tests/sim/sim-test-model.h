/* Runs of models whose YAML text is in the tests. Every row and every event is
 * stored. */
#pragma once

#include <glib.h>

#include "sim-simulator.h"

#define TEST_HEAD "format: 1\nname: Test\n"

typedef struct
{
  SimSimulator *simulator;
  SimTrajectory *trajectory; /* rows of all steps, and the event log */
  ModelSystem *system;       /* owned by the simulator */
} TestModel;

/* Opens a model; settings "key", "value", …, NULL override those of the model. */
TestModel test_model_open (const char *yaml, ...) G_GNUC_NULL_TERMINATED;
/* Opens a model of the library like test_model_open. */
TestModel test_model_open_shipped (const char *id, ...) G_GNUC_NULL_TERMINATED;
void test_model_close (TestModel *run);

/* Return the value of a column in a row of the trajectory, and its current
 * value. */
double test_model_value (const TestModel *run, gsize row, const char *column);
double test_model_now (const TestModel *run, const char *column);
/* Finds the first record of an event with index ≥ *k. Returns FALSE if there is
 * none. */
gboolean test_model_event (const TestModel *run, const char *event, gsize *k);
/* Returns x² + y² − 1 of the current state. */
double test_model_length_error (const TestModel *run);
