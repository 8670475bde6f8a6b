/* The statistics of a run, with the names that the command line, lessons and scripts use. One thread at a time may call the function. */
#pragma once

#include "lab-json.h"
#include "sim-config.h"
#include "sim-simulator.h"

G_BEGIN_DECLS

typedef enum { LAB_STATISTIC_COUNT, LAB_STATISTIC_NUMBER, LAB_STATISTIC_TEXT } LabStatisticType;

typedef struct
{
  const char *key;   /* name in JSON output: "steps_taken" */
  const char *label; /* name in the table of the option --stats; a leading space marks a part of the row above */
  LabStatisticType type;
  double number;
  const char *text;  /* value, for the type LAB_STATISTIC_TEXT */
} LabStatistic;

/* Returns the statistics of a run as an array of LabStatistic in the order of the table. `statistics`
 * are those of sim_simulator_statistics. The texts are owned by the arguments. Free it with
 * g_array_unref. */
GArray *lab_statistics (SimSimulator *simulator, const SimConfig *config, const SimStatus *run, const SimStatistics *statistics);
/* Appends an object with all statistics of a run, under their keys, and with the array "warnings". */
void lab_statistics_json (LabJson *json, const char *key, SimSimulator *simulator, const SimConfig *config, const SimStatus *run);

G_END_DECLS
