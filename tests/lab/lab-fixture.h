/* A problem for tests of studies: a model from a text, with its settings. */
#pragma once

#include "lab-problem.h"

G_BEGIN_DECLS

typedef struct
{
  Model *model;
  SimConfig *config;
  LabProblem problem; /* the problem; it borrows model and settings and has the model's time span */
} LabFixture;

/* Loads a model and settings from YAML texts; settings may be NULL. An error fails the test. */
void lab_fixture_init (LabFixture *fixture, const char *yaml, const char *settings);
/* Frees the model and the settings. */
void lab_fixture_clear (LabFixture *fixture);

G_END_DECLS
