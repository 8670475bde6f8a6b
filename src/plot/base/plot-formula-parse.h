/* The syntax tree of a formula. It contains only what the layout needs; types and names are not checked. */
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
  /* A number, a name, "" for a list of values in brackets (a vector, or a matrix as a list of rows), or an operator: "+", "<=", "and" …; "//" is a division that is drawn with a slash instead of a fraction bar. */
  char *text;
  int n_primes;      /* for names and indexed names: number of primes, which denote time derivatives */
  GPtrArray *children;
};

/* Binding strength of operators, from weak to strong. PLOT_LEVEL_LIST is that of a conditional expression (`if`), which needs parentheses
 * when it is an operand. */
enum { PLOT_LEVEL_LIST, PLOT_LEVEL_OR, PLOT_LEVEL_AND, PLOT_LEVEL_NOT, PLOT_LEVEL_COMPARE, PLOT_LEVEL_SUM, PLOT_LEVEL_PRODUCT,
       PLOT_LEVEL_SIGN, PLOT_LEVEL_POWER, PLOT_LEVEL_ATOM };

/* Parses an expression and returns its tree, or NULL if the text is not an expression. Free it with plot_node_free. */
PlotNode *plot_formula_parse (const char *text);
/* Frees a tree; NULL is allowed. */
void plot_node_free (PlotNode *node);
/* Returns the child with this index, or NULL. */
PlotNode *plot_node_child (const PlotNode *node, guint index);
/* Returns the binding strength of a node, one of PLOT_LEVEL_…. */
int plot_node_level (const PlotNode *node);

G_END_DECLS
