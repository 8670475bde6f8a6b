/* The parts of the search for equilibria: Newton's method, the list of points, and cells. */
#pragma once

#include "lab-equilibria.h"

G_BEGIN_DECLS

/* ---- Newton's method ---- */

/* Buffers of Newton's method for n states. f and J are set by the caller. */
typedef struct
{
  double *matrix, *step, *trial, *f, *J;
  int *pivot;
  gboolean ridge; /* TRUE: J is singular, and the factors are those of JᵀJ with a ridge */
} LabNewton;

/* Allocates the buffers. */
void lab_newton_init (LabNewton *s, int n);
/* Frees the buffers. */
void lab_newton_clear (LabNewton *s);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LabNewton, lab_newton_clear)
/* Factors J. Returns FALSE if it is not finite. */
gboolean lab_newton_factor (LabNewton *s, int n);
/* Solves J x = b in place, or computes the shortest approximation if J is singular. */
void lab_newton_solve (const LabNewton *s, int n, double *b);
/* Returns max |v_i|/scale_i, or infinity if a component is not finite. */
double lab_scaled_norm (int n, const double *scale, const double *v);

/* ---- the search ---- */

/* Largest number of states for which a box is scanned by cells. */
#define LAB_SCAN_STATES 3

/* A search for equilibria. */
typedef struct
{
  LabFlow *flow;
  const double *low, *high, *scale; /* n numbers each: the box and its widths */
  LabEquilibria *found;
  int n_singular;
  const LabProgress *progress;
  double fraction;   /* the fraction that is reported within a start of Newton's method */
  GError *cancelled; /* set if the study is cancelled */
} LabSearch;

/* Adds the point x[n], which Newton's method found with the last step last[n], if it is an equilibrium in the box or not farther outside
 * than `margin`, relative to the size of the box, and not in the list. May set coordinates of x to 0. Returns whether it was added. */
gboolean lab_search_take (LabSearch *search, double *x, const double *last, gboolean singular, double margin);
/* Starts Newton's method in all cells of a grid whose corners show that they may contain an equilibrium; the model has at most
 * LAB_SCAN_STATES states. Returns FALSE with an error if the study is cancelled. */
gboolean lab_search_cells (LabSearch *search, const LabProgress *progress, GError **error);
/* Sets x[n] to point k of a sequence that fills the box low[n] to high[n] evenly. */
void lab_halton_point (int n, const double *low, const double *high, int k, double *x);
/* Sorts the points of a list by their first coordinates. */
void lab_equilibria_sort (LabEquilibria *found);

G_END_DECLS
