/* The studies `ensemble` and `sweep`. They need members, threads and a file of results, which options cannot describe. Therefore each has a
 * command and keys of study files of its own. */
#include <glib/gi18n-lib.h>

#include "lab-study-kind.h"

const LabStudyKind lab_study_ensemble = {
  .id = "ensemble",
  .label = N_ ("Ensemble"),
  .advice = N_ ("Runs a model many times with random parameters and initial values, and stores selected values of each run."),
  .of = LAB_STUDY_OF_RUNS,
  .places = LAB_PLACE_ENSEMBLE,
  .question = N_ ("How much do unknown values matter?"),
  .aim = N_ ("at random"),
  .cost = N_ ("1 000 runs"),
  .members = LAB_MEMBERS_RANDOM,
  .file_keys = "labels|members|vary|record|fan",
};

const LabStudyKind lab_study_sweep = {
  .id = "sweep",
  .label = N_ ("Sweep"),
  .advice = N_ ("Runs a model for all values of one or two parameters or initial values on a grid, and shows how results depend on them."),
  .of = LAB_STUDY_OF_RUNS,
  .places = LAB_PLACE_ENSEMBLE,
  .icon = "wb-simulate-symbolic",
  .question = N_ ("How do the results depend on a quantity?"),
  .aim = N_ ("over a range"),
  .cost = N_ ("201 runs"),
  .members = LAB_MEMBERS_AXES,
  .file_keys = "vary|record",
};
