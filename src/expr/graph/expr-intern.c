/* The table of nodes of a graph, in which equal nodes are stored only once (hash consing).
 *
 * A large table is not in the cache of the processor, so the time of a search is that of its memory accesses. The slots are in lines of LINE, about the
 * size of a cache line. The place of a node is the first free slot of its lines. Its near line has the number of its largest operand divided
 * by NODES_PER_LINE: the operands of most new nodes are new, too, so this line is in the cache. If it is full, the next lines follow from the hash value, as in
 * double hashing (Knuth, The Art of Computer Programming, vol. 3, section 6.4). Nodes are never removed, so a search ends at the first free slot. */
#include "expr-graph-private.h"
#include "expr-look.h"

#include <string.h>

/* Slots of a line. */
#define LINE 8
/* At most half of the slots are used, so half a line is used if nodes are spread evenly. */
#define NODES_PER_LINE (LINE / 2)
#define LEAST_SLOTS 64

static guint64
mix (guint64 hash, guint64 value)
{
  hash = (hash ^ value) * 0x9E3779B97F4A7C15u; /* 2^64 divided by the golden ratio */
  return hash ^ (hash >> 29);
}

static guint32
node_hash (const ExprNode *node)
{
  guint64 bits;

  memcpy (&bits, &node->constant, sizeof bits);
  guint64 hash = mix (node->op, bits);
  for (int k = 0; k < 3; k++)
    hash = mix (hash, (guint32) node->operands[k]);
  return (guint32) (hash ^ (hash >> 32));
}

/* Returns the number of the near line of a node. That of a constant consists of its leading bits, because arrays have many that are near each other. */
static guint32
near_line (const ExprNode *node)
{
  guint64 bits;

  if (node->op != EXPR_OP_CONSTANT)
    return (guint32) MAX (node->operands[0], MAX (node->operands[1], node->operands[2])) / NODES_PER_LINE;
  memcpy (&bits, &node->constant, sizeof bits);
  return (guint32) (bits >> 32) / NODES_PER_LINE;
}

/* Returns whether two nodes are equal. Constants are compared bit by bit:
 * 0 and −0 differ, and a NaN equals itself. */
static gboolean
node_same (const ExprNode *a, const ExprNode *b)
{
  return a->op == b->op && memcmp (a->operands, b->operands, sizeof a->operands) == 0
         && memcmp (&a->constant, &b->constant, sizeof a->constant) == 0;
}

/* Returns the slot of a node, or the free slot in which it must be stored. */
static ExprNodeSlot *
find_slot (const ExprGraph *graph, ExprNodeSlot *slots, int n_slots, const ExprNode *node, guint32 hash)
{
  const guint32 mask = (guint32) (n_slots / LINE) - 1, step = hash >> 15 | 1;
  guint32 line = near_line (node), next = hash;

  /* The step is odd and the number of lines a power of two, so all lines are reached. */
  for (;; line = next, next += step)
    {
      ExprNodeSlot *slot = slots + (gsize) (line & mask) * LINE;

      for (int k = 0; k < LINE; k++, slot++)
        if (slot->number == 0 || (slot->hash == hash && node_same (&graph->nodes[slot->number - 1], node)))
          return slot;
    }
}

/* Moves the nodes to a table with n_slots slots. If the thread asks to end, the old table remains until three quarters are used. */
static void
resize (ExprGraph *graph, int n_slots)
{
  gboolean may_end = graph->n_nodes < graph->n_slots / 4 * 3;
  ExprNodeSlot *slots = g_new0 (ExprNodeSlot, n_slots);

  for (int k = 0; k < graph->n_nodes; k++)
    {
      if (may_end && !expr_look_at ((gsize) k))
        {
          g_free (slots);
          graph->grow_at = graph->n_slots / 4 * 3;
          return;
        }
      guint32 hash = node_hash (&graph->nodes[k]);
      *find_slot (graph, slots, n_slots, &graph->nodes[k], hash) = (ExprNodeSlot){ hash, (guint32) k + 1 };
    }
  g_free (graph->slots);
  graph->slots = slots;
  graph->n_slots = n_slots;
  graph->grow_at = n_slots / 2;
}

void
expr_graph_reserve (ExprGraph *graph, int n)
{
  int n_slots = LEAST_SLOTS;

  g_assert (graph->n_nodes == 0);
  while (n_slots / 2 < n)
    n_slots *= 2;
  resize (graph, n_slots);
  graph->capacity = n;
  graph->nodes = g_renew (ExprNode, graph->nodes, n);
}

static void
set_input_range (ExprGraph *graph, ExprNode *node)
{
  node->first_input = G_MAXINT32;
  node->last_input = -1;
  if (node->op == EXPR_OP_INPUT)
    node->first_input = node->last_input = node->operands[0];
  for (int k = 0; k < expr_node_n_values (node); k++)
    {
      const ExprNode *operand = &graph->nodes[node->operands[k]];
      node->first_input = MIN (node->first_input, operand->first_input);
      node->last_input = MAX (node->last_input, operand->last_input);
    }
}

ExprValue
expr_graph_intern (ExprGraph *graph, ExprOp op, gint32 a, gint32 b, gint32 c, double constant)
{
  ExprNode node = { .op = op, .operands = { a, b, c }, .constant = constant };
  guint32 hash = node_hash (&node);
  ExprNodeSlot *slot;

  if (graph->n_nodes >= graph->grow_at)
    resize (graph, MAX (LEAST_SLOTS, 2 * graph->n_slots));
  slot = find_slot (graph, graph->slots, graph->n_slots, &node, hash);
  if (slot->number != 0)
    return (ExprValue) slot->number - 1;
  if (graph->n_nodes == graph->capacity)
    {
      graph->capacity = MAX (64, 2 * graph->capacity);
      graph->nodes = g_renew (ExprNode, graph->nodes, graph->capacity);
    }
  set_input_range (graph, &node);
  graph->nodes[graph->n_nodes] = node;
  *slot = (ExprNodeSlot){ hash, (guint32) ++graph->n_nodes };
  return graph->n_nodes - 1;
}
