/* The statistics of a run with the names that the command line, lessons and scripts use. Used by one thread at a time. */
#pragma once

#include "sim-config.h"
#include "sim-simulator.h"

G_BEGIN_DECLS

typedef enum { LAB_STATISTIC_COUNT, LAB_STATISTIC_NUMBER, LAB_STATISTIC_TEXT } LabStatisticType;

typedef struct
{
  const char *key;   /* name in JSON: "steps_taken" */
  const char *label; /* name in the table of --stats; a leading space marks a part of the row above */
  LabStatisticType type;
  double number;
  const char *text;  /* value of a statistic of the type LAB_STATISTIC_TEXT */
} LabStatistic;

/* Returns the statistics of a run of a model as an array of LabStatistic in the
 * order of the table. statistics: those of sim_simulator_statistics. Texts belong
 * to the arguments. Free it with g_array_unref. */
GArray *lab_statistics (SimSimulator *simulator, const SimConfig *config, const SimStatus *run, const SimStatistics *statistics);

G_END_DECLS
