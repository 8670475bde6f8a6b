/* The syntax tree of a formula. It keeps only what the layout needs: no types, no checks of names. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  PLOT_NODE_NUMBER, PLOT_NODE_NAME, PLOT_NODE_CALL, PLOT_NODE_INDEX, PLOT_NODE_UNARY, PLOT_NODE_BINARY
} PlotNodeType;

typedef struct PlotNode PlotNode;
struct PlotNode
{
  PlotNodeType type;
  char *text;        /* number, name, or operator: "+", "<=", "and" …; "//" is a division that is drawn with a slash instead of a
                        fraction bar */
  int n_primes;      /* names and indexed names: number of time derivatives (primes) */
  GPtrArray *children;
};

/* Binding strength of operators, the weakest first. LIST: a conditional
 * expression (`if`), which needs parentheses when it is an operand. */
enum { PLOT_LEVEL_LIST, PLOT_LEVEL_OR, PLOT_LEVEL_AND, PLOT_LEVEL_NOT, PLOT_LEVEL_COMPARE, PLOT_LEVEL_SUM, PLOT_LEVEL_PRODUCT,
       PLOT_LEVEL_SIGN, PLOT_LEVEL_POWER, PLOT_LEVEL_ATOM };

/* Parses an expression. Returns its tree, or NULL if the text is not an expression; free it with plot_node_free. */
PlotNode *plot_formula_parse (const char *text);
/* Frees a tree; NULL is allowed. */
void plot_node_free (PlotNode *node);
/* Returns a child, or NULL if there is none with this index. */
PlotNode *plot_node_child (const PlotNode *node, guint index);
/* Returns the binding strength of a node, one of PLOT_LEVEL_…. */
int plot_node_level (const PlotNode *node);

G_END_DECLS
