/* The engine of ensembles on one thread: runs members in lanes where their model
 * and method allow it, and one after another through the simulator otherwise.
 * The numbers of a member depend on the ensemble and its number alone, and not
 * on the lane, on the other members, or on how many lanes there are. */
#pragma once

#include "lab-ensemble.h"

G_BEGIN_DECLS

typedef enum
{
  LAB_MEMBER_ENDED,      /* reached its end time */
  LAB_MEMBER_TERMINATED, /* an event or a monitor ended it */
  LAB_MEMBER_FAILED,
} LabOutcome;

typedef struct LabLanes LabLanes;

typedef enum
{
  LAB_NEXT_MEMBER, /* *member is the next one */
  LAB_NEXT_LATER,  /* none now: finish others first */
  LAB_NEXT_NONE,   /* none any more, or cancelled */
} LabNext;

/* Where members come from and where their results go; called on the thread of
 * the engine. */
typedef struct
{
  /* Names the next member to begin. idle: no member is under way, so it may
   * wait instead of returning LAB_NEXT_LATER. */
  LabNext (*next) (gpointer user, gboolean idle, guint64 *member);
  /* Takes the columns of a finished member; reason is "" or why it ended early. */
  void (*finished) (gpointer user, guint64 member, LabOutcome outcome, const char *reason, const double *columns);
  /* Returns whether to stop; asked at least every few hundred steps. */
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

/* Makes an engine with at most n_lanes lanes, 1 to MODEL_LANES. Returns NULL with
 * an error where the settings do not fit the model. */
LabLanes *lab_lanes_new (const LabEnsemble *ensemble, int n_lanes, GError **error);
/* Frees an engine; NULL is allowed. */
void lab_lanes_free (LabLanes *lanes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabLanes, lab_lanes_free)
/* Returns why members run one after another, or NULL where they run in lanes. */
const char *lab_lanes_refusal (const LabLanes *lanes);
/* Sets a watch for all members that begin later; NULL: none. It must outlive the
 * engine. */
void lab_lanes_set_watch (LabLanes *lanes, const LabWatch *watch);
/* Computes members until the source has none. Returns FALSE with an error where it
 * was cancelled or a member's instance cannot be made. */
gboolean lab_lanes_run (LabLanes *lanes, const LabSource *source, GError **error);

G_END_DECLS
