/* The tree of a formula, as far as its looks need one. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  PLOT_NODE_NUMBER, PLOT_NODE_NAME, PLOT_NODE_CALL, PLOT_NODE_INDEX, PLOT_NODE_UNARY, PLOT_NODE_BINARY, PLOT_NODE_LIST
} PlotNodeType;

typedef struct PlotNode PlotNode;
struct PlotNode
{
  PlotNodeType type;
  char *text;        /* number, name, or operator: "+", "<=", "and" …; "//" is a division in small type, to be set with a slash */
  int n_primes;      /* of a name or an indexed name */
  GPtrArray *children;
};

/* NULL where text is not an expression. */
PlotNode *plot_formula_parse (const char *text);
void plot_node_free (PlotNode *node);
PlotNode *plot_node_child (const PlotNode *node, guint index);
/* Binding strength: higher binds tighter. */
int plot_node_level (const PlotNode *node);

enum { PLOT_LEVEL_LIST, PLOT_LEVEL_OR, PLOT_LEVEL_AND, PLOT_LEVEL_NOT, PLOT_LEVEL_COMPARE, PLOT_LEVEL_SUM, PLOT_LEVEL_PRODUCT, PLOT_LEVEL_SIGN,
       PLOT_LEVEL_POWER, PLOT_LEVEL_ATOM };

G_END_DECLS
