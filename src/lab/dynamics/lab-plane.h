/* Curves in the phase plane of two states: nullclines, manifolds of saddles, and closed orbits. The coordinates are the values of the two
 * states. One thread at a time may use an object. */
#pragma once

#include "lab-equilibria.h"
#include "lab-result.h"

G_BEGIN_DECLS

/* The window of the plane that is searched. States that are not on its axes have the constant values in x. */
typedef struct
{
  LabFlow *flow;
  int across, up;              /* indices of the states on the horizontal and the vertical axis */
  double low[2], high[2];
  const double *x;             /* n values, of which those of the other states are used; borrowed */
  double t;                    /* time of nullclines and field, for a model that depends on t */
} LabPlane;

/* A curve as a sequence of points. */
typedef struct
{
  int n;
  double *points;   /* coordinates x, y of the n points */
  gboolean closed;
  gboolean backward; /* of a trajectory: the points are against the order of time */
} LabCurve;
/* Frees a curve. */
void lab_curve_free (LabCurve *curve);

/* Finds all curves f_state = 0 in the window by marching squares on a grid of 192 × 192 cells. Cells near a possible small curve are
 * divided further. The points are accurate to 1e-9 of a cell. Returns an array of LabCurve, or NULL with an error if the study is
 * cancelled. */
GPtrArray *lab_nullcline (const LabPlane *plane, int state, const LabProgress *progress, GError **error);

/* Returns whether the derivative of a state is 0 at all points of a grid of 65 × 65 points in the window. */
gboolean lab_plane_is_still (const LabPlane *plane, int state);

/* One half of the stable or unstable manifold of a saddle. */
typedef struct
{
  int point;        /* index of the saddle in the list of equilibria */
  gboolean stable;
  LabCurve *curve;  /* the curve, which begins at the saddle */
} LabManifold;
/* Frees one half of a manifold. */
void lab_manifold_free (LabManifold *manifold);
/* Follows the four halves of the manifolds of each saddle of a flow with two states. A curve ends if it is far outside the window,
 * approaches an equilibrium, is 40 times as long as the diagonal of the window, or where its next revolution is within 1/900 of the window of the one before. Returns an array of LabManifold, or NULL with an error
 * if the study is cancelled. */
GPtrArray *lab_manifolds (const LabPlane *plane, const LabEquilibria *equilibria, const LabProgress *progress, GError **error);

/* An isolated closed orbit (limit cycle). */
typedef struct
{
  int n;
  double *x;            /* n states: a point of the orbit */
  double period;
  int n_multipliers;    /* number of Floquet multipliers: n − 1, or n if the system depends on time */
  /* 2 n_multipliers numbers: real and imaginary parts, in descending order of magnitude, without the trivial multiplier 1 */
  double *multipliers;
  gboolean stable;      /* all multipliers are inside of the unit circle */
  gboolean neutral;     /* the largest multiplier is on the unit circle within its error; set by lab_cycle_close only */
  LabCurve *curve;      /* the orbit in the plane; NULL: not computed */
} LabCycle;
/* Frees a closed orbit. */
void lab_cycle_free (LabCycle *cycle);

typedef struct
{
  GPtrArray *cycles;    /* LabCycle, in descending order of size */
  GPtrArray *families;  /* index + 1, as gpointer, of each equilibrium that is surrounded by a family of closed orbits */
} LabCycles;
/* Finds the closed orbits that cross the window in a flow with two states. Searches fixed points of the return map on the segment from each
 * equilibrium that is not a saddle to the right edge of the window. All closed orbits surround such an equilibrium, so one is missed only
 * if two are within 1/400 of a segment. Returns NULL with an error if the study is cancelled. */
LabCycles *lab_cycles_find (const LabPlane *plane, const LabEquilibria *equilibria, const LabProgress *progress, GError **error);
/* Moves those closed orbits of `others` to `cycles` that cross the window and are not there yet. */
void lab_cycles_take (const LabPlane *plane, LabCycles *cycles, LabCycles *others);
/* Frees the closed orbits; NULL is allowed. */
void lab_cycles_free (LabCycles *cycles);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabCycles, lab_cycles_free)

/* Improves a closed orbit through x[n] at time t by Newton's method for φ_T (x) = x. For a driven system, T is the given period; otherwise
 * T is an unknown. If backward is TRUE, the orbit attracts backward in time, and the flow is first followed backward. Sets the Floquet
 * multipliers; a driven system has n of them. Returns NULL without an error if the method does not converge, and NULL with an error if the
 * study is cancelled. */
LabCycle *lab_cycle_improve (LabFlow *flow, double t, const double *x, double period, gboolean driven, gboolean backward,
                             const LabProgress *progress, GError **error);

/* Follows the orbit through x[n] at time t for about one period, and returns it if it closes, which also orbits of a family do, around a centre.
 * For them lab_cycle_improve does not converge. The arguments are those of lab_cycle_improve. Returns NULL without an error if the orbit does not
 * close, and NULL with an error if the study is cancelled. */
LabCycle *lab_cycle_close (LabFlow *flow, double t, const double *x, double period, gboolean driven, const LabProgress *progress, GError **error);

/* Computes the curve of a closed orbit in the plane. Returns FALSE with an error if the study is cancelled. */
gboolean lab_cycle_draw (const LabPlane *plane, LabCycle *cycle, const LabProgress *progress, GError **error);

/* A point of the return map on a line in the plane: an orbit that starts at the position `at` returns at the position `next`. */
typedef struct
{
  double at, next;    /* positions on the line; next is NaN if the orbit does not return */
  double time;        /* time from the start of the orbit to its return */
  gboolean joined;    /* in LabReturns: TRUE if the map is continuous between the point before this one and this one */
} LabReturn;
/* Computes the return map of an equilibrium on the segment to its right. The positions are n distances from the equilibrium up to `length`, in units
 * of the first coordinate, forward or backward in time. Returns map[n], or NULL with an error if the study is cancelled. Free it with g_free. */
LabReturn *lab_return_map (const LabPlane *plane, const double *centre, double length, int n, gboolean backward,
                           const LabProgress *progress, GError **error);

/* Sets a plane to the window of a box whose axes are the two states in the text "X,Y"; NULL: the first two. x[n] is set to the start values,
 * of which the text "Z=C,W=D" replaces some; slice may be NULL. The plane borrows x. The flow must have at least two states. Returns FALSE
 * with an error if a text is invalid. */
gboolean lab_plane_init (LabPlane *plane, double *x, LabFlow *flow, const LabBox *box, const char *axes, const char *slice, GError **error);
/* Sets the time of a plane from the option `time`; NULL: the start of the run. Returns FALSE with an error if the text is no number or the model does not
 * depend on t. */
gboolean lab_plane_read_time (LabPlane *plane, const char *text, GError **error);
/* Returns the states that are not on the axes with their values, as in "z = 27", or "" if there are none or more than three. Free it with
 * g_free. */
char *lab_plane_slice_text (const LabPlane *plane);
/* Computes the orbit from x[n] at the start time of the flow over the time span of the problem, at most 4000 steps, as a curve in the plane. The curve ends where it is far
 * outside of the window. Returns NULL with an error if the study is cancelled. */
LabCurve *lab_plane_trajectory (const LabPlane *plane, const double *x, gboolean backward, const LabProgress *progress, GError **error);

/* A section: a line between two points. */
typedef struct
{
  double from[2], to[2]; /* the two states at each end */
} LabLine;

/* Reads a section such as "x=1:3,y=0:0", which leads from (1, 0) to (3, 0). Returns FALSE with an error if a state is missing or unknown,
 * or the ends are equal. */
gboolean lab_line_read (LabLine *line, const LabFlow *flow, const char *text, GError **error);
/* Returns the section as a text that lab_line_read reads. Free it with g_free. */
char *lab_line_text (const LabLine *line, const LabFlow *flow);
/* Sets the section to the line from an equilibrium that is not a saddle to the right edge of the window: the rightmost focus or centre or, if
 * there is none, the rightmost node. Returns FALSE if there is none. */
gboolean lab_line_default (LabLine *line, const LabPlane *plane, const LabEquilibria *equilibria);

/* All objects of a phase plane. Of a model that depends on t there are only the nullclines at the time of the plane, the
 * trajectory and stroboscopic points. Of a model with more than two states they are projections onto the plane, and the nullclines are those of
 * the slice; there are no manifolds and no closed orbits. */
typedef struct
{
  GPtrArray *nullclines[2];   /* LabCurve, of the states across and up */
  gboolean still[2];          /* lab_plane_is_still of these states; they then have no nullcline */
  LabEquilibria *equilibria;
  gboolean searched;          /* FALSE: the equilibria were not searched: there are more than 40 states, or the model depends on t */
  gboolean partial;           /* TRUE: only objects near given ones were sought (lab_plane_find_near); there may be others */
  gboolean mode;              /* TRUE: the nullclines are those of one mode of a model whose events act on the run; nothing else was sought */
  GPtrArray *manifolds;       /* LabManifold */
  LabCycles *cycles;
  struct LabReturns *returns; /* the return map of the section; NULL: there is no section */
  struct LabStrobe *strobe;   /* points once per period of the drive (lab_strobe_find), of a model that depends on t; NULL: none */
  LabCurve *trajectory;       /* the orbit from the start values; NULL for two states of a model that does not depend on t */
} LabPlaneObjects;
/* Finds all objects. Closed orbits that cross the window are also found if they surround equilibria outside the box, but in the default box of
 * lab_box_init. section is the text of a section (lab_line_read); NULL: the default section. Returns FALSE with an error if the study
 * is cancelled or the section is invalid; lab_plane_objects_clear frees the objects in both cases. */
gboolean lab_plane_find (const LabPlane *plane, const LabBox *box, const char *section, LabPlaneObjects *found, const LabProgress *progress,
                         GError **error);
/* Finds the only attractor inside an unstable closed orbit, index from 0, of a flow with two states. There is one if the orbit is in the window
 * and the search found inside it either a stable node or focus alone, or a stable closed orbit around an unstable node or focus and nothing else. By
 * the theorem of Poincaré and Bendixson all orbits inside then approach it, except that equilibrium. Sets *point to the index of the
 * equilibrium and *cycle to that of the closed orbit, or to −1 for the attractor that it is not. Returns FALSE if there is none, or if found->partial is TRUE. */
gboolean lab_plane_attractor (const LabPlane *plane, const LabPlaneObjects *found, int index, int *point, int *cycle);
/* Frees the objects, not the structure. */
void lab_plane_objects_clear (LabPlaneObjects *found);
/* Returns the objects as the result of the study phase-plane. Free it with lab_result_free. */
struct LabResult *lab_plane_result (const LabPlane *plane, const LabPlaneObjects *found);

G_END_DECLS
