/* The numbers that the page of an event shows: the held step with the searches of
 * all root finders. It is computed on the thread pool; afterwards it is
 * constant, except that its event may be searched again. */
#pragma once

#include "lab-event.h"

G_BEGIN_DECLS

#define WB_N_FINDERS 5
/* Numbers of looks whose result the card shows, and the most that can be chosen. */
#define WB_N_LOOKS 7
#define WB_MOST_LOOKS 8
#define WB_MOST_ROOTS 8

/* The event that is searched for, and the settings of the search. */
typedef struct
{
  int witness;          /* index of the event; −1: that of the event that was opened */
  double window;        /* 0: that of the run */
  int looks;            /* −1: as in the run */
} WbSearchChoice;

typedef struct
{
  LabEvent *event;
  WbSearchChoice choice;            /* as requested */
  int witness, looks;               /* as used */
  double window;                    /* NaN: the run does not locate events, and no window was chosen */
  LabEventShape shape;
  int n_curve;
  double *s, *g;                    /* the witness over the step, n_curve points */
  double *x;                        /* the states there, n_curve × n_states; NULL for a large system */
  gboolean *depends;                /* for each state whether the witness depends on it */
  LabSearch *searches[WB_N_FINDERS];/* by SimIsolation */
  gboolean found[WB_N_LOOKS];       /* whether the event is found with this number of looks */
  int n_roots;
  double roots[WB_MOST_ROOTS];      /* crossings of zero in the step, in both directions */
  gsize nearest;                    /* located event of the run that is nearest if the step has none; G_MAXSIZE: there is none */
  gsize nearest_located;
  double nearest_t;
  SimEventRecord *together;         /* records of the events of the step */
} WbSearchPicture;

/* Computes the picture of an event and takes ownership of it; any thread. */
WbSearchPicture *wb_search_picture_new (LabEvent *event, const SimTrajectory *log, const WbSearchChoice *choice);
/* Frees a picture with its event; NULL is allowed. */
void wb_search_picture_free (WbSearchPicture *picture);
/* Returns the search of the method of the run with the settings of the picture. */
const LabSearch *wb_search_picture_used (const WbSearchPicture *picture);
/* Returns the number of evaluations of a search. */
int wb_search_count (const LabSearch *search);
/* Writes the brackets of a search: its ends before the first evaluation and after each one, of up to `most` rows. at: the evaluation that
 * follows, NaN in the last row. Returns the number of rows. */
int wb_search_brackets (const LabSearch *search, int most, double *low, double *high, double *at);
/* Returns the translated name of a root finder; do not free. */
const char *wb_search_finder_name (int finder);
/* Returns the name of an event for people ("Impact"); free with g_free. */
char *wb_search_event_name (const char *name);

G_END_DECLS
