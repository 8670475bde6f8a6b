/* Functions that run a model whose YAML text is in a test. A trajectory
 * stores every row and every event of the run. */
#pragma once

#include <glib.h>

#include "sim-simulator.h"

#define TEST_HEAD "format: 1\nname: Test\n"

typedef struct
{
  SimSimulator *simulator;
  SimTrajectory *trajectory; /* the rows of all steps, and the log of all events */
  ModelSystem *system;       /* the model in compiled form; the simulator owns it */
} TestModel;

/* Opens a model from YAML text. The arguments "key", "value", …, NULL are settings that override those of the model. */
TestModel test_model_open (const char *yaml, ...) G_GNUC_NULL_TERMINATED;
/* Opens a model of the shipped library by its id. The other arguments are those of test_model_open. */
TestModel test_model_open_shipped (const char *id, ...) G_GNUC_NULL_TERMINATED;
void test_model_close (TestModel *run);

/* The first function returns the value of a column in one row of the
 * trajectory, the second one the value in the current state. */
double test_model_value (const TestModel *run, gsize row, const char *column);
double test_model_now (const TestModel *run, const char *column);
/* Finds the first record of an event whose index in the log is at least
 * *k, and sets *k to it. Returns FALSE if there is none. */
gboolean test_model_event (const TestModel *run, const char *event, gsize *k);
/* Returns x² + y² − 1 of the current state, the error of the constraint of a pendulum of length 1. */
double test_model_length_error (const TestModel *run);
