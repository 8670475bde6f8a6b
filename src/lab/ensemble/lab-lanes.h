/* The engine that computes members of an ensemble on one thread. It runs them in SIMD lanes if model and method permit this, and otherwise
 * one after the other with the simulator. A member with an event leaves its lane for the step of the event and returns. The values of a member depend only on the ensemble and on the index of the member; they do not
 * depend on its lane, on other members, or on the number of lanes. */
#pragma once

#include "lab-ensemble.h"

G_BEGIN_DECLS

typedef enum
{
  LAB_MEMBER_ENDED,      /* the run reached the end time */
  LAB_MEMBER_TERMINATED, /* an event or a monitor ended the run */
  LAB_MEMBER_FAILED,
} LabOutcome;

typedef struct LabLanes LabLanes;

typedef enum
{
  LAB_NEXT_MEMBER, /* *member was set to the index of the next member */
  LAB_NEXT_LATER,  /* no member is available now; finish other members first */
  LAB_NEXT_NONE,   /* there are no further members, or the computation is cancelled */
} LabNext;

/* The source of members, which also receives their results. Its functions are called on the thread of the engine. */
typedef struct
{
  /* Sets *member to the next member to start. If idle is TRUE, the engine has no member in progress, and the function may block instead of
   * returning LAB_NEXT_LATER. */
  LabNext (*next) (gpointer user, gboolean idle, guint64 *member);
  /* Receives the columns of a finished member. reason states why the run ended early; "" if it did not. */
  void (*finished) (gpointer user, guint64 member, LabOutcome outcome, const char *reason, const double *columns);
  /* Returns whether the engine must stop. It is called at least once in a few hundred steps. */
  gboolean (*cancelled) (gpointer user);
  gpointer user;
} LabSource;

/* Functions that see the steps of members. They are called on the thread of the engine. */
typedef struct
{
  /* Receives the state at the start of a member (is_start is TRUE), and at the end of each
   * accepted step before updates there. memory has memory_size bytes for each member in progress,
   * which are zero at its start. Returns whether to end the member with the outcome
   * LAB_MEMBER_TERMINATED. */
  gboolean (*step) (gpointer user, gpointer memory, guint64 member, gboolean is_start, double t, const double *x);
  /* Is called at the end of a member, before the source receives its result. */
  void (*end) (gpointer user, gpointer memory, guint64 member, LabOutcome outcome, double t, const double *x);
  gsize memory_size;
  gpointer user;
} LabWatch;

/* Makes an engine with at most n_lanes lanes, 1 to MODEL_LANES. Returns NULL with an error if the settings are not valid for the model. */
LabLanes *lab_lanes_new (const LabEnsemble *ensemble, int n_lanes, GError **error);
/* Frees an engine; NULL is allowed. */
void lab_lanes_free (LabLanes *lanes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabLanes, lab_lanes_free)
/* Returns the reason why members run one after the other, or NULL if they run in lanes. */
const char *lab_lanes_refusal (const LabLanes *lanes);
/* Returns the numbers of steps that members of a model with events have made in lanes and outside. Both are 0 for other models. */
void lab_lanes_count_steps (const LabLanes *lanes, guint64 *inside, guint64 *outside);
/* Computes the varied quantities of a member, without running it, into values. Returns FALSE with an error if one of them is not finite. */
gboolean lab_lanes_draw (LabLanes *lanes, guint64 member, double *values, GError **error);
/* Sets the watch of all members that start later; NULL: none. The watch must outlive the
 * engine. */
void lab_lanes_set_watch (LabLanes *lanes, const LabWatch *watch);
/* Computes members until the source has no more. Returns FALSE with an error if the computation is cancelled, or if a member cannot be
 * instantiated. */
gboolean lab_lanes_run (LabLanes *lanes, const LabSource *source, GError **error);

G_END_DECLS
