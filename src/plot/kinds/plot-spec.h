/* One plot as data: what it shows and how. Sessions store it, and a view is made from it. */
#pragma once

#include "plot-kind.h"
#include "plot-run.h"

G_BEGIN_DECLS

struct PlotSpec
{
  const PlotKind *kind;
  char *title;       /* rich text; NULL: the kind's */
  int column;        /* of cards: 0 left, 1 right */
  double share;      /* of the card's height */
  char **show;       /* time: names of columns; NULL: the model's */
  char *x, *y, *at;  /* phase, section; NULL: the model's */
  int of, to;        /* difference: numbers of runs; of 0: the current one, to 0: the reference solution */
  gboolean log_x;        /* over time, of the axis that all plots share */
  int log_y;             /* 1 logarithmic, −1 linear, 0 as the kind of plot is */
  int field, nullclines; /* phase: 1 shown, −1 not, 0 as the number of states suggests */
  int exposures;         /* motion: 1 stroboscopic, −1 not, 0 where motion is to be reduced */
  double range[4];       /* x0 x1 y0 y1; NaN: as the data */
  PlotRange x_shown, y_shown; /* where the user zoomed; high ≤ low: nowhere */
  gboolean pinned;
  PlotHit pin;                /* the pinned point, without its layer */
};

/* Creates a plot of a kind without columns of its own: it shows those of the
 * model. column and share place its card. Free with plot_spec_free. */
PlotSpec *plot_spec_new (const PlotKind *kind, int column, double share);
/* Reads "time", "time:x", "phase:x:y" or "difference:OF:TO" (numbers of runs, 0: the current one, the reference solution); NULL where no kind has
 * this id. */
PlotSpec *plot_spec_parse (const char *text);
/* Returns a copy with its own strings. Free with plot_spec_free. */
PlotSpec *plot_spec_copy (const PlotSpec *spec);
/* Frees a plot with its strings; NULL is allowed. */
void plot_spec_free (PlotSpec *spec);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlotSpec, plot_spec_free)
/* Returns the plot that a model's file describes. */
PlotSpec *plot_spec_from_model (const ModelPlot *plot);
/* Returns the plot of this kind that the model of a run describes first; else one of columns that suit the kind. */
PlotSpec *plot_spec_for_run (const PlotKind *kind, const PlotRun *run);
/* Returns the plots that a model shows first: an array of PlotSpec, owned. */
GPtrArray *plot_specs_default (Model *model, ModelSystem *system);

/* The difference of two runs, or of a run and the reference solution; computed by the caller. */
typedef struct
{
  const char *remark;     /* behind the title: "A − B" */
  const double *t, *values;
  gsize n;                /* rows; values has n_states numbers in each */
} PlotDifference;

/* What a view is made from. Borrowed during the call. */
struct PlotSource
{
  PlotRun run;
  const PlotRun *others;  /* drawn beside it */
  int n_others;
  const PlotDifference *difference; /* or NULL */
};

/* Makes the view; NULL where the source lacks what the kind needs or has nothing to show. May run on any thread that has the run's system and the
 * axis for itself. */
PlotView *plot_spec_view (const PlotSpec *spec, const PlotSource *source, PlotTimeAxis *axis);
/* Lets a view take over the axis across of the view above it, where its kind does that. */
void plot_spec_join (const PlotSpec *upper, PlotView *upper_view, const PlotSpec *spec, PlotView *view, const PlotSource *source);
/* Shows or hides a phase portrait's direction field and nullclines as the spec says. */
void plot_spec_apply_field (const PlotSpec *spec, PlotView *view);

G_END_DECLS
