/* What the files of the study `fit` share: lab-study-fit.c reads the options, lab-fit-report.c makes the result with its sentences. */
#pragma once

#include "lab-data.h"
#include "lab-fit.h"
#include "lab-result.h"

G_BEGIN_DECLS

/* What the options say. */
typedef struct
{
  LabData *data;
  GPtrArray *names, *states; /* names of fitted parameters and states, NULL-terminated after reading */
  GArray *low, *high;        /* bounds of the parameters, then of the states */
  GPtrArray *columns, *expressions;
  GArray *points;            /* LabFitPoint */
  char *left_out;            /* rows without a value or a time */
  LabWeights weights;
} LabFitRequest;

/* Makes the result of a fit: numbers, tables, remark and sentence. */
LabResult *lab_fit_report (const LabProblem *problem, const LabFitRequest *request, const LabFit *fit, const LabFitSetup *setup);

G_END_DECLS
