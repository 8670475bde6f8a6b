/* Settings for the recorded numbers of test-recorded.c. A run has at most 300 attempts, so that the settings may also suit a method
 * badly. */
#pragma once

#include "ode-settings.h"

/* What a run does after some of its steps. */
typedef enum
{
  ACT_NOTHING,
  ACT_JUMP,     /* changes the state */
  ACT_RESTART,  /* changes the state and chooses a new first step */
  ACT_RETAKE,   /* repeats the step so that it ends earlier */
  ACT_UNDO,     /* returns to the start of the step */
  ACT_SNAPSHOT, /* saves, and later restores a snapshot */
  ACT_CHANGE,   /* changes settings */
  ACT_DISCARD,  /* discards known derivatives */
  ACT_STOP,     /* the steps end at given times */
  ACT_TRACE,    /* a listener receives the inside of each attempt */
  ACT_SINGLE,   /* single fixed steps of given sizes */
} Act;

typedef struct
{
  const char *name;
  const char *settings; /* "key=value …", with members of OdeSettings */
  Act act;
  unsigned needs; /* the method has one of these traits; 0: any method */
  bool every;     /* the variant is run with every problem, otherwise with one problem for each method */
  const char *only; /* the variant is run only with this method; NULL: with every method */
} Variant;

/* Sets the settings of a variant. The arrays are valid until the next call. */
void recorded_variant_set (const Variant *variant, OdeSettings *settings);
/* Returns the variants and their number. */
const Variant *recorded_variants (int *n_variants);
