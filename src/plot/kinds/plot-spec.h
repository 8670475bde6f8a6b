/* The specification of a plot: which quantities it shows, and how. Sessions
 * store it, and views are made from it. */
#pragma once

#include "plot-kind.h"
#include "plot-layers.h"
#include "plot-run.h"

G_BEGIN_DECLS

struct PlotSpec
{
  const PlotKind *kind;
  char *title;       /* rich text; NULL: the title of the kind */
  int column;        /* column of the window in which the plot is: 0 left, 1 right */
  double share;      /* weight of its height in its column of the window */
  char **show;       /* plots over time: names of columns; NULL: those that the model shows */
  char *x, *y, *at;  /* phase portraits and sections: names of columns; NULL: those of the model */
  int of, to;        /* differences: numbers of the two runs; of 0: the current run, to 0: the reference solution */
  gboolean log_x;        /* plots over time: the scale of the time axis, which all of them share */
  int log_y;             /* 1 logarithmic, −1 linear, 0 the default of the kind */
  int field, nullclines; /* phase portraits: 1 shown, −1 hidden, 0 shown if the model has two states */
  int exposures;         /* motion: 1 shows earlier positions, −1 does not, 0 shows them if the desktop asks for reduced motion */
  double range[4];       /* x0 x1 y0 y1; NaN: from the data */
  PlotRange x_shown, y_shown; /* ranges that the user set by zooming; high ≤ low: not set */
  gboolean pinned;
  PlotHit pin;                /* pinned point; its layer is not stored */
};

/* Creates a plot of a kind that shows the columns chosen by the model. column
 * and share give its place in the window. Free it with plot_spec_free. */
PlotSpec *plot_spec_new (const PlotKind *kind, int column, double share);
/* Parses "time", "time:x", "phase:x:y" or "difference:OF:TO" (numbers of runs;
 * OF 0: the current run, TO 0: the reference solution). Returns NULL if no kind
 * has this id. */
PlotSpec *plot_spec_parse (const char *text);
/* Returns a deep copy. Free it with plot_spec_free. */
PlotSpec *plot_spec_copy (const PlotSpec *spec);
/* Returns whether two plots of a model show the same quantities on axes of the
 * same type; system may be NULL. Place, height and zoom do not count. */
gboolean plot_spec_shows_same (const PlotSpec *a, const PlotSpec *b, ModelSystem *system);
/* Frees a plot with its strings; NULL is allowed. */
void plot_spec_free (PlotSpec *spec);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlotSpec, plot_spec_free)
/* Returns the plot that a model's file describes. */
PlotSpec *plot_spec_from_model (const ModelPlot *plot);
/* Returns the first plot of this kind that the run's model describes or, if
 * there is none, a plot of columns that suit the kind. */
PlotSpec *plot_spec_for_run (const PlotKind *kind, const PlotRun *run);
/* Returns the plots that a model shows when it is opened: a new array of
 * PlotSpec that owns its elements. */
GPtrArray *plot_specs_default (Model *model, ModelSystem *system);

/* The difference of two runs, or of a run and the reference solution, which the
 * caller has computed. */
typedef struct
{
  const char *remark;     /* text after the title: "A − B" */
  const double *t, *values;
  gsize n;                /* number of rows; each has n_states numbers in values */
  double rate;            /* the distance is about e^(log_at_first + rate·(t − t_first)) from t_first to t_last; NaN or 0: no such line */
  double log_at_first, t_first, t_last;
} PlotDifference;

/* The data that a view is made from. Pointers are borrowed during the call. */
struct PlotSource
{
  PlotRun run;
  const PlotRun *others;  /* runs that are drawn in the same view */
  int n_others;
  const PlotDifference *difference; /* or NULL */
  const PlotLane *lanes;  /* of the tree of branches */
  int n_lanes;
};

/* Makes the view; returns NULL if the source lacks something that the kind
 * needs, or has no data to show. Any thread may call it if no other one uses
 * the run's system and the axis. */
PlotView *plot_spec_view (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis);
/* Makes a view use the horizontal axis of the view above it, if its kind
 * supports this. */
void plot_spec_join (const PlotSpec *upper, PlotView *upper_view, const PlotSpec *spec, PlotView *view, const PlotSource *source);
/* Shows or hides the direction field and the nullclines of a phase portrait as
 * the specification says. */
void plot_spec_apply_field (const PlotSpec *spec, PlotView *view);

G_END_DECLS
