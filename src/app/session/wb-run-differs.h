/* The settings and values in which two runs differ. Main thread. */
#pragma once

#include "wb-session.h"

G_BEGIN_DECLS

/* Settings and values with which something runs. Borrowed. */
typedef struct
{
  const SimConfig *config;
  const WbValues *values;
  ModelSystem *system;    /* an instance with these values, for defaults; NULL: they are not known */
} WbSide;

/* One difference. Numbers are texts that read back as the same number. */
typedef struct
{
  char *label;            /* as text for people */
  char *before, *after;   /* NULL: not known */
  gboolean is_method;     /* `after` says enough without the label */
  gboolean is_setting;
  gboolean is_event;      /* "on" or "off" */
} WbDiffering;

/* Returns the differences of two sides, a new array of WbDiffering; free it with g_ptr_array_unref. Settings that only follow from the method
 * are left out. */
GPtrArray *wb_run_differing (const WbSide *before, const WbSide *after);
/* Formats a value for people with as many digits as are necessary, up to 4. Other texts stay as they are. */
void wb_run_differing_text (const char *value, char *text, gsize size);
/* Returns what differs between two runs of a session: the time until which they are one run, settings and values at time t, the states at the
 * last stored time up to t, and the growth of their distance. Rows with tabs between the columns; free it with g_free. The states are left
 * out while the difference is computed, or if it cannot be computed. */
char *wb_run_differs_table (WbSession *session, WbRunItem *a, WbRunItem *b, double t);

G_END_DECLS
