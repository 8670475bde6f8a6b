/* Defines the error domain of the plotting library. */
#include "plot-error.h"

G_DEFINE_QUARK (plot-error-quark, plot_error)
