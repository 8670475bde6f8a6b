/* The data of the page of an event: a step that is held in memory, and the searches of all root finders in it. The
 * picture is computed on the thread pool. Afterwards it is constant, except that its event may be searched
 * again. */
#pragma once

#include "lab-event-trial.h"

G_BEGIN_DECLS

#define WB_N_FINDERS 5
/* Number of rows of the card that compares numbers of looks, and the largest number of looks that the user can choose. A look is an
 * evaluation of the witness function inside the step. */
#define WB_N_LOOKS 7
#define WB_MOST_LOOKS 8

/* The event to search for, and the settings of the search. */
typedef struct
{
  int witness;          /* index of the event of the model; −1: the event that was opened */
  double window;        /* isolation window in units of t; 0: the window of the run */
  int looks;            /* number of looks in the step; −1: the number of the run */
  int ranges;           /* 1: looks are added where bounds of the witness show a change of its sign, 0: they are not, −1: as in the run */
} WbSearchChoice;

typedef struct
{
  LabEvent *event;
  WbSearchChoice choice;            /* the settings as requested */
  int witness, looks;               /* index of the event and number of looks that were used */
  double window;                    /* isolation window that was used; NaN if the run does not locate events and no window was chosen */
  gboolean ranges;                  /* whether looks were added by bounds of the witness */
  LabEventShape shape;
  LabCrossings *crossings;          /* the crossings in the step, and what the search by the root finder of the run makes of them */
  int n_curve;
  double *s, *g;                    /* n_curve points of the witness function g; s is the time since the start of the step */
  double *x;                        /* states at these points, n_curve rows of n_states values; NULL for a large system */
  gboolean *depends;                /* for each state, whether the witness function depends on it */
  LabSearch *searches[WB_N_FINDERS];/* searches of the root finders, indexed by SimIsolation */
  gboolean found[WB_N_LOOKS];       /* whether the event is found with each number of looks that the card compares */
  gsize nearest;                    /* number of the nearest located event of the run if this step has none; G_MAXSIZE: the run has none */
  gsize nearest_located;
  double nearest_t;
  SimEventRecord *together;         /* records of all events of the step */
} WbSearchPicture;

/* Computes the picture of an event and takes ownership of the event. log: the event log of the run. Any thread. */
WbSearchPicture *wb_search_picture_new (LabEvent *event, const SimTrajectory *log, const WbSearchChoice *choice);
/* Frees a picture and its event; NULL is allowed. */
void wb_search_picture_free (WbSearchPicture *picture);
/* Returns the search by the root finder of the run with the settings of the picture; borrowed. */
const LabSearch *wb_search_picture_used (const WbSearchPicture *picture);
/* Returns the number of evaluations of the witness function in a search. */
int wb_search_count (const LabSearch *search);
/* Writes the bracket [low, high] before the first evaluation and after each one, in up to `most` rows. at: the point of the next
 * evaluation; NaN in the last row. Returns the number of rows. */
int wb_search_brackets (const LabSearch *search, int most, double *low, double *high, double *at);
/* Returns the translated name of a root finder (SimIsolation). Do not free it. */
const char *wb_search_finder_name (int finder);
/* Returns the name of an event as shown to users, such as "Impact". Free it with g_free. */
char *wb_search_event_name (const char *name);

G_END_DECLS
