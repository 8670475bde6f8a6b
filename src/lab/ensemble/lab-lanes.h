/* The engine of ensembles on one thread. It runs members in SIMD lanes if model and method permit it, and otherwise one after another with
 * the simulator. The values of a member depend only on the ensemble and on the number of the member; they do not depend on its lane, on
 * other members, or on the number of lanes. */
#pragma once

#include "lab-ensemble.h"

G_BEGIN_DECLS

typedef enum
{
  LAB_MEMBER_ENDED,      /* reached the end time */
  LAB_MEMBER_TERMINATED, /* an event or a monitor ended it */
  LAB_MEMBER_FAILED,
} LabOutcome;

typedef struct LabLanes LabLanes;

typedef enum
{
  LAB_NEXT_MEMBER, /* *member was set to the next member */
  LAB_NEXT_LATER,  /* no member now: finish others first */
  LAB_NEXT_NONE,   /* no further members, or cancelled */
} LabNext;

/* The source of members and the receiver of their results; its functions are called on the thread of the engine. */
typedef struct
{
  /* Sets the next member to start. idle: the engine has no member in progress, so the function may wait instead of returning
   * LAB_NEXT_LATER. */
  LabNext (*next) (gpointer user, gboolean idle, guint64 *member);
  /* Receives the columns of a finished member. reason is "", or the reason why it ended early. */
  void (*finished) (gpointer user, guint64 member, LabOutcome outcome, const char *reason, const double *columns);
  /* Returns whether to stop. It is called at least every few hundred steps. */
  gboolean (*cancelled) (gpointer user);
  gpointer user;
} LabSource;

/* Looks at the steps of members; called on the thread of the engine. */
typedef struct
{
  /* Takes the state at the start of a member, where is_start is TRUE, and at the
   * end of each accepted step, before updates there. memory has memory_size
   * bytes for each member under way and is zero at its start. Returns whether the
   * member ends here, with the outcome LAB_MEMBER_TERMINATED. */
  gboolean (*step) (gpointer user, gpointer memory, guint64 member, gboolean is_start, double t, const double *x);
  /* Takes the end of a member, before its result goes to the source. */
  void (*end) (gpointer user, gpointer memory, guint64 member, LabOutcome outcome, double t, const double *x);
  gsize memory_size;
  gpointer user;
} LabWatch;

/* Makes an engine with at most n_lanes lanes, 1 to MODEL_LANES. Returns NULL with an error if the settings do not fit the model. */
LabLanes *lab_lanes_new (const LabEnsemble *ensemble, int n_lanes, GError **error);
/* Frees an engine; NULL is allowed. */
void lab_lanes_free (LabLanes *lanes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabLanes, lab_lanes_free)
/* Returns the reason why members run one after another, or NULL if they run in lanes. */
const char *lab_lanes_refusal (const LabLanes *lanes);
/* Sets a watch for all members that begin later; NULL: none. It must outlive the
 * engine. */
void lab_lanes_set_watch (LabLanes *lanes, const LabWatch *watch);
/* Computes members until the source has none. Returns FALSE with an error if it is cancelled, or if an instance for a member cannot be
 * made. */
gboolean lab_lanes_run (LabLanes *lanes, const LabSource *source, GError **error);

G_END_DECLS
