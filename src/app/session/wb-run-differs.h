/* The settings and values in which two runs differ. Main thread. */
#pragma once

#include "wb-run-item.h"

G_BEGIN_DECLS

/* One side of a comparison: settings and values. Borrowed. */
typedef struct
{
  const SimConfig *config;
  const LabValues *values;
  ModelSystem *system;    /* an instance of the model with these values, from which defaults are read; NULL if not known */
} WbSide;

/* One difference between two sides. Numbers are texts that read back as the same number. */
typedef struct
{
  char *label;            /* label of the setting or value as shown to users */
  char *before, *after;   /* texts of the value on both sides; NULL if not known */
  gboolean is_method;     /* the method differs; `after` is clear without the label */
  gboolean is_setting;
  gboolean is_event;      /* an event is switched; the values are "on" or "off" */
} WbDiffering;

/* Returns the differences between two sides as a new array of WbDiffering. Free it with g_ptr_array_unref. Settings that follow from a
 * change of the method are left out. */
GPtrArray *wb_run_differing (const WbSide *before, const WbSide *after);
/* Formats a value for display with as many digits as are necessary, up to 4. Texts that are not numbers stay as they are. */
void wb_run_differing_text (const char *value, char *text, gsize size);
/* Returns a name for a run with the settings and values of `after`, which states the differences from `before`. Free it with g_free. */
char *wb_run_differing_name (const WbSide *before, const WbSide *after);
/* Returns the differences between two runs of a list of runs as a table with tabs between columns: the time until which both runs are the same,
 * the settings and values at time t, the states at the last stored time up to t, and the growth of the distance. The states are missing
 * while the difference is being computed or if it cannot be computed. Free it with g_free. */
char *wb_run_differs_table (GListModel *runs, WbRunItem *a, WbRunItem *b, double t);

G_END_DECLS
