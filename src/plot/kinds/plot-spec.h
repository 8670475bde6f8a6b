/* The specification of a plot: which quantities it shows, and how. Session files store it, and views are made from
 * it. */
#pragma once

#include "plot-kind.h"
#include "plot-layers.h"
#include "plot-run.h"

G_BEGIN_DECLS

struct PlotSpec
{
  const PlotKind *kind;
  char *title;       /* title as rich text; NULL: the title of the kind */
  int column;        /* column of the window that contains the plot: 0 left, 1 right */
  double share;      /* weight of the plot's height within its column of the window */
  char **show;       /* plots over time: names of the columns shown; NULL: those that the model selects */
  char *x, *y, *at;  /* phase portraits and sections: names of columns; NULL: those that the model selects */
  int of, to;        /* differences: numbers of the two runs, `of` minus `to`; of 0: the current run, to 0: the reference solution */
  gboolean log_x;        /* plots over time: TRUE: the shared time axis is logarithmic */
  int log_y;             /* scale of the y axis: 1 logarithmic, −1 linear, 0 the default of the kind */
  int field, nullclines; /* phase portraits: 1 shown, −1 hidden, 0 shown if the model has two states */
  int exposures;         /* motion: earlier positions are shown (1), hidden (−1), or shown if the desktop asks for reduced motion (0) */
  gboolean sensitivity;  /* plots over time: TRUE: shows the sensitivity band of each state */
  double range[4];       /* axis limits x0, x1, y0, y1; NaN: they follow the data */
  PlotRange x_shown, y_shown; /* ranges to which the user zoomed; high ≤ low: none */
  gboolean pinned;
  PlotHit pin;                /* pinned point of the plot; its member `layer` is not stored in files */
};

/* Creates a plot of a kind with the columns that the model selects. column and share determine its place in the window. Free it with
 * plot_spec_free. */
PlotSpec *plot_spec_new (const PlotKind *kind, int column, double share);
/* Parses "time", "time:x", "phase:x:y" or "difference:OF:TO". OF and TO are numbers of
 * runs; OF 0 is the current run, TO 0 the reference solution. Returns NULL if no kind has
 * this id. */
PlotSpec *plot_spec_parse (const char *text);
/* Returns a deep copy. Free it with plot_spec_free. */
PlotSpec *plot_spec_copy (const PlotSpec *spec);
/* Returns whether two plots of a model show the same quantities on axes of the same type. Place, height and zoom are not compared. system
 * may be NULL. */
gboolean plot_spec_shows_same (const PlotSpec *a, const PlotSpec *b, ModelSystem *system);
/* Returns whether two plots have the same axes: the same kind, columns, runs and scales. */
gboolean plot_spec_has_axes_of (const PlotSpec *a, const PlotSpec *b);
/* Returns whether two plots are the same, except for their heights and the ranges that are shown. */
gboolean plot_spec_equals (const PlotSpec *a, const PlotSpec *b);
/* Frees a plot with its strings; NULL is allowed. */
void plot_spec_free (PlotSpec *spec);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlotSpec, plot_spec_free)
/* Returns the specification of a plot that a model's file describes. Free it with plot_spec_free. */
PlotSpec *plot_spec_from_model (const ModelPlot *plot);
/* Returns the first plot of this kind that the run's model describes. If there is none, returns a plot of columns that are suitable for the
 * kind. Free it with plot_spec_free. */
PlotSpec *plot_spec_for_run (const PlotKind *kind, const PlotRun *run);
/* Returns the plots that a model shows when it is opened, as a new array of PlotSpec that owns its
 * elements. */
GPtrArray *plot_specs_default (Model *model, ModelSystem *system);

/* A difference of two runs, or of a run and the reference solution. The caller has computed
 * it. */
typedef struct
{
  const char *remark;     /* text after the title, such as "A − B" */
  const double *t, *values;
  gsize n;                /* number of rows; `values` has n_states numbers in each row */
  /* fitted growth: the distance is about e^(log_at_first + rate·(t − t_first)) from t_first to t_last; rate NaN or 0: none */
  double rate;
  double log_at_first, t_first, t_last;
  const double *distance; /* n distances of two runs, which are shown on a logarithmic axis if no columns are chosen; NULL: the states are shown */
  double t_common;        /* time until which the two runs are one; NaN or 0: not known */
} PlotDifference;

/* Sensitivity bands around the curves of states over time. The caller has computed them. */
typedef struct
{
  const char *state;         /* text after the title if there are no bands yet, such as the reason; NULL: there are */
  const double *t;           /* n times, ascending */
  const double *low, *high;  /* edges of the bands, n_states × n, row-major */
  gsize n;
  const char *const *largest; /* for each state the name of the parameter with the largest effect, or "" */
} PlotBands;

/* The data from which a view is made. All pointers are borrowed during the call. */
struct PlotSource
{
  PlotRun run;
  const PlotRun *others;  /* further runs that are drawn in the same view */
  int n_others;
  const PlotDifference *difference; /* the difference to be shown; NULL: none */
  const PlotBands *bands; /* sensitivity bands around curves over time; NULL: none */
  const PlotLane *lanes;  /* lanes of the tree of branched runs, one for each run */
  int n_lanes;
};

/* Makes the view of a specification. Returns NULL if the source lacks data that the kind needs, or there
 * is nothing to show. May be called on any thread while no other thread uses the run's system and the
 * axis. */
PlotView *plot_spec_view (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis);
/* Makes a view share the horizontal axis of the view above it, if its kind supports
 * this. */
void plot_spec_join (const PlotSpec *upper, PlotView *upper_view, const PlotSpec *spec, PlotView *view, const PlotSource *source);

G_END_DECLS
