/* Combines operations into instructions by tiling.
 *
 * The values of the graph are covered with the patterns of expr-combined.def,
 * beginning with the outputs. For each value that must be computed the largest
 * matching pattern is selected; then the sources of the pattern must be
 * computed (maximal munch; Appel, Modern Compiler Implementation in C, Cambridge
 * 1998, section 9.1). The result is not always the smallest cover, but it takes
 * time linear in the size of the graph.
 *
 * An operation may be inside a pattern only if
 *   - nothing else uses it, so that no operation is computed twice, and
 *   - both are slow or both are fast, so that slow values are computed
 *     once per change of a slow input and not in every run.
 *
 * An instruction of the byte-code machine costs one dispatch for a single point
 * and one pass over memory for a batch; a combined instruction costs the same
 * for two to four operations. Its operations are rounded one by one in the
 * written order, so the results do not change, except that a fused program
 * computes a·b ± c with one rounding. */
#include "expr-code.h"
#include "expr-look.h"

typedef struct
{
  const ExprGraph *graph;
  int first_fast;
  int *n_uses;       /* number of uses of each value; uses as outputs count twice, so that outputs are never merged */
  gboolean *is_live; /* for each value, whether it needs a separate instruction */
} Cover;

static gboolean
is_slow (const Cover *cover, ExprValue value)
{
  return expr_graph_node (cover->graph, value)->last_input < cover->first_fast;
}

/* Returns whether value may be merged into the instruction of `user`, which must be the only reader
 * of value. */
static gboolean
is_private (const Cover *cover, ExprValue value, ExprValue user)
{
  return cover->n_uses[value] == 1 && is_slow (cover, value) == is_slow (cover, user);
}

/* Tests whether value is an ADD, SUB or MUL that may be merged. Returns 0, 1 or 2 for these operations and sets operands;
 * returns −1 for other values. */
static int
match_inner (const Cover *cover, ExprValue value, ExprValue user, ExprValue operands[2])
{
  const ExprNode *node = expr_graph_node (cover->graph, value);

  operands[0] = node->operands[0];
  operands[1] = node->operands[1];
  if (!is_private (cover, value, user))
    return -1;
  switch (node->op)
    {
    case EXPR_OP_ADD: return 0;
    case EXPR_OP_SUB: return 1;
    case EXPR_OP_MUL: return 2;
    default: return -1;
    }
}

static gboolean
match_product (const Cover *cover, ExprValue value, ExprValue user, ExprValue operands[2])
{
  return match_inner (cover, value, user, operands) == 2;
}

static void
set_tile (ExprTile *tile, int op, int n_sources, ExprValue a, ExprValue b, ExprValue c, ExprValue d, ExprValue e)
{
  tile->op = op;
  tile->n_sources = n_sources;
  tile->sources[0] = a;
  tile->sources[1] = b;
  tile->sources[2] = c;
  tile->sources[3] = d;
  tile->sources[4] = e;
}

/* Tests whether value is rest ± p[0]·p[1]. Returns 0 for +, 1 for −, or −1 if it is not. */
static int
match_plus_product (const Cover *cover, ExprValue value, ExprValue user, ExprValue p[2], ExprValue *rest)
{
  ExprValue operands[2];
  int inner = match_inner (cover, value, user, operands);

  if (inner != 0 && inner != 1)
    return -1;
  if (match_product (cover, operands[1], value, p))
    {
      *rest = operands[0];
      return inner;
    }
  if (inner == 0 && match_product (cover, operands[0], value, p))
    {
      *rest = operands[1];
      return 0;
    }
  return -1;
}

/* Tries the pattern (e ± a·b) ± c·d for left + right (sign 0) or left
 * − right (sign 1). */
static gboolean
cover_two_products (const Cover *cover, ExprTile *tile, ExprValue left, int sign, ExprValue right)
{
  ExprValue p[2], q[2], rest;
  int first;

  if (!match_product (cover, right, tile->value, q))
    return FALSE;
  first = match_plus_product (cover, left, tile->value, p, &rest);
  if (first < 0)
    return FALSE;
  set_tile (tile, EXPR_CODE_PLUS_PRODUCT_PLUS_PRODUCT + 2 * first + sign, 5, p[0], p[1], q[0], q[1], rest);
  return TRUE;
}

/* Tries the pattern (a ∘ b)·c combined with d, where left is the product and
 * right is d. way is 0 for left + right, 1 for left − right, 2 for right − left. */
static gboolean
cover_deep_product (const Cover *cover, ExprTile *tile, ExprValue left, int way, ExprValue right)
{
  ExprValue p[2], q[2];

  if (!match_product (cover, left, tile->value, p))
    return FALSE;
  for (int k = 0; k < 2; k++)
    {
      int inner = match_inner (cover, p[k], left, q);
      if (inner < 0)
        continue;
      set_tile (tile, EXPR_CODE_ADD_MUL_ADD_D + 3 * way + inner, 4, q[0], q[1], p[1 - k], right, EXPR_NO_VALUE);
      return TRUE;
    }
  return FALSE;
}

/* Tries the pattern c ± a·b combined with d, where left is the sum and right is d. way has the meaning of cover_deep_product. */
static gboolean
cover_product_sum (const Cover *cover, ExprTile *tile, ExprValue left, int way, ExprValue right)
{
  ExprValue p[2], rest;
  int sign = match_plus_product (cover, left, tile->value, p, &rest);

  if (sign < 0)
    return FALSE;
  set_tile (tile, EXPR_CODE_PLUS_PRODUCT_ADD + 2 * way + sign, 4, p[0], p[1], rest, right, EXPR_NO_VALUE);
  return TRUE;
}

/* Tries the pattern (a ∘ b) ∘ (c ∘ d). The outer operation is 0 ADD, 1 SUB, 2 MUL or 3 DIV. */
static gboolean
cover_pair (const Cover *cover, ExprTile *tile, ExprValue left, int outer, ExprValue right)
{
  ExprValue p[2], q[2];
  int first = match_inner (cover, left, tile->value, p), second = match_inner (cover, right, tile->value, q);

  if (first < 0 || second < 0)
    return FALSE;
  set_tile (tile, EXPR_CODE_ADD_ADD_ADD + 9 * outer + 3 * first + second, 4, p[0], p[1], q[0], q[1], EXPR_NO_VALUE);
  return TRUE;
}

/* Tries the pattern (a ∘ b) ∘ c. The outer operation is 0 ADD, 1 SUB, 2 c − (a ∘ b), 3 MUL, 4 DIV or 5 c/(a ∘ b). */
static gboolean
cover_one (const Cover *cover, ExprTile *tile, ExprValue left, int outer, ExprValue right)
{
  ExprValue p[2];
  int inner = match_inner (cover, left, tile->value, p);

  if (inner < 0)
    return FALSE;
  set_tile (tile, EXPR_CODE_ADD_ADD + 3 * outer + inner, 3, p[0], p[1], right, EXPR_NO_VALUE, EXPR_NO_VALUE);
  return TRUE;
}

/* Finds a pattern for a ± b. The largest patterns are tried first: four operations, then three,
 * then two. */
static gboolean
cover_sum (const Cover *cover, ExprTile *tile, const ExprNode *node)
{
  ExprValue a = node->operands[0], b = node->operands[1];
  gboolean minus = node->op == EXPR_OP_SUB;

  return cover_two_products (cover, tile, a, minus, b) || (!minus && cover_two_products (cover, tile, b, 0, a))
         || cover_deep_product (cover, tile, a, minus ? 1 : 0, b) || cover_deep_product (cover, tile, b, minus ? 2 : 0, a)
         || cover_pair (cover, tile, a, minus ? 1 : 0, b) || cover_product_sum (cover, tile, a, minus ? 1 : 0, b)
         || cover_product_sum (cover, tile, b, minus ? 2 : 0, a) || cover_one (cover, tile, a, minus ? 1 : 0, b)
         || cover_one (cover, tile, b, minus ? 2 : 0, a);
}

/* Tries the pattern c/(a·√a) = c·a^(−3/2), which is the law of gravitation with a = r². */
static gboolean
cover_root (const Cover *cover, ExprTile *tile, ExprValue c, ExprValue product)
{
  ExprValue p[2];

  if (!match_product (cover, product, tile->value, p))
    return FALSE;
  for (int k = 0; k < 2; k++)
    {
      const ExprNode *root = expr_graph_node (cover->graph, p[k]);
      if (root->op != EXPR_OP_SQRT || root->operands[0] != p[1 - k] || !is_private (cover, p[k], product))
        continue;
      set_tile (tile, EXPR_CODE_ROOT_RDIV, 2, p[1 - k], c, EXPR_NO_VALUE, EXPR_NO_VALUE, EXPR_NO_VALUE);
      return TRUE;
    }
  return FALSE;
}

static gboolean
cover_select (const Cover *cover, ExprTile *tile, const ExprNode *node)
{
  const ExprNode *condition = expr_graph_node (cover->graph, node->operands[0]);

  if (!is_private (cover, node->operands[0], tile->value)
      || (condition->op != EXPR_OP_LT && condition->op != EXPR_OP_LE))
    return FALSE;
  set_tile (tile, condition->op == EXPR_OP_LT ? EXPR_CODE_SELECT_LT : EXPR_CODE_SELECT_LE, 4, condition->operands[0],
            condition->operands[1], node->operands[1], node->operands[2], EXPR_NO_VALUE);
  return TRUE;
}

/* Tries the pattern −(sum or product). */
static gboolean
cover_negation (const Cover *cover, ExprTile *tile, const ExprNode *node)
{
  ExprValue operand = node->operands[0], p[2], q[2], r[2];
  int inner = match_inner (cover, operand, tile->value, p);

  if (inner == 2)
    set_tile (tile, EXPR_CODE_MUL_NEG, 2, p[0], p[1], EXPR_NO_VALUE, EXPR_NO_VALUE, EXPR_NO_VALUE);
  if (inner != 0)
    return inner == 2;
  for (int k = 0; k < 2; k++)
    {
      if (!match_product (cover, p[k], operand, q))
        continue;
      for (int m = 0; m < 2; m++)
        if (match_product (cover, q[m], p[k], r))
          {
            set_tile (tile, EXPR_CODE_MUL_MUL_ADD_NEG, 4, r[0], r[1], q[1 - m], p[1 - k], EXPR_NO_VALUE);
            return TRUE;
          }
      set_tile (tile, EXPR_CODE_MUL_ADD_NEG, 3, q[0], q[1], p[1 - k], EXPR_NO_VALUE, EXPR_NO_VALUE);
      return TRUE;
    }
  set_tile (tile, EXPR_CODE_ADD_NEG, 2, p[0], p[1], EXPR_NO_VALUE, EXPR_NO_VALUE, EXPR_NO_VALUE);
  return TRUE;
}

static void
cover_value (const Cover *cover, ExprTile *tile)
{
  const ExprNode *node = expr_graph_node (cover->graph, tile->value);
  ExprValue a = node->operands[0], b = node->operands[1];
  gboolean combined = FALSE;

  switch (node->op)
    {
    case EXPR_OP_ADD:
    case EXPR_OP_SUB:
      combined = cover_sum (cover, tile, node);
      break;
    case EXPR_OP_MUL:
      combined = cover_pair (cover, tile, a, 2, b) || cover_one (cover, tile, a, 3, b) || cover_one (cover, tile, b, 3, a);
      break;
    case EXPR_OP_DIV:
      combined = cover_root (cover, tile, a, b) || cover_pair (cover, tile, a, 3, b) || cover_one (cover, tile, a, 4, b)
                 || cover_one (cover, tile, b, 5, a);
      break;
    case EXPR_OP_NEG:
      combined = cover_negation (cover, tile, node);
      break;
    case EXPR_OP_SELECT:
      combined = cover_select (cover, tile, node);
      break;
    default:
      break;
    }
  if (!combined)
    set_tile (tile, node->op, expr_node_n_values (node), a, b, node->operands[2], EXPR_NO_VALUE, EXPR_NO_VALUE);
}

/* Returns FALSE if the thread asks to end. */
static gboolean
count_uses (Cover *cover, GArray *values, const ExprValue *outputs, int n_outputs)
{
  for (guint at = 0; at < values->len; at++)
    {
      if (!expr_look_at (at))
        return FALSE;

      const ExprNode *node = expr_graph_node (cover->graph, g_array_index (values, ExprValue, at));
      for (int k = 0; k < expr_node_n_values (node); k++)
        cover->n_uses[node->operands[k]]++;
    }
  for (int k = 0; k < n_outputs; k++)
    {
      cover->n_uses[outputs[k]] += 2;
      cover->is_live[outputs[k]] = TRUE;
    }
  return TRUE;
}

/* Appends the tiles that compute the outputs, outputs first. Returns FALSE if the thread asks to end. */
static gboolean
cover_values (const Cover *cover, const GArray *values, GArray *tiles)
{
  for (int at = (int) values->len - 1; at >= 0; at--)
    {
      ExprTile tile = { .value = g_array_index (values, ExprValue, at), .second = EXPR_NO_VALUE };
      ExprOp op = expr_graph_node (cover->graph, tile.value)->op;
      if (!expr_look_at ((gsize) at))
        return FALSE;
      if (!cover->is_live[tile.value] || op == EXPR_OP_CONSTANT || op == EXPR_OP_INPUT)
        continue;
      cover_value (cover, &tile);
      for (int k = 0; k < tile.n_sources; k++)
        cover->is_live[tile.sources[k]] = TRUE;
      g_array_append_val (tiles, tile);
    }
  return TRUE;
}

/* Merges sin and cos of the same value into one call: the instruction that comes first computes both, and the other one is
 * removed. Returns FALSE if the thread asks to end. */
static gboolean
pair_sines (const ExprGraph *graph, GArray *tiles)
{
  g_autofree guint *first = g_new0 (guint, graph->n_nodes + 1); /* for each value: index of the tile with its sin or cos, plus 1; 0: none */
  guint n_kept = 0;

  for (guint at = 0; at < tiles->len; at++)
    {
      ExprTile *tile = &g_array_index (tiles, ExprTile, at);
      if (!expr_look_at (at))
        return FALSE;
      if (tile->op == EXPR_OP_SIN || tile->op == EXPR_OP_COS)
        {
          guint *found = &first[tile->sources[0]];
          if (*found > 0)
            {
              ExprTile *partner = &g_array_index (tiles, ExprTile, *found - 1);
              partner->second = partner->op == EXPR_OP_SIN ? tile->value : partner->value;
              partner->value = partner->op == EXPR_OP_SIN ? partner->value : tile->value;
              partner->op = EXPR_CODE_SINCOS;
              continue;
            }
          *found = n_kept + 1;
        }
      g_array_index (tiles, ExprTile, n_kept++) = *tile;
    }
  g_array_set_size (tiles, n_kept);
  return TRUE;
}

GArray *
expr_combine (const ExprGraph *lowered, const ExprValue *outputs, int n_outputs, int first_fast)
{
  g_autoptr (GArray) tiles = g_array_new (FALSE, FALSE, sizeof (ExprTile));
  g_autoptr (GArray) values = expr_graph_reachable_watched (lowered, outputs, n_outputs);
  g_autofree int *n_uses = g_new0 (int, lowered->n_nodes + 1);
  g_autofree gboolean *is_live = g_new0 (gboolean, lowered->n_nodes + 1);
  Cover cover = { lowered, first_fast, n_uses, is_live };

  if (values == NULL || !count_uses (&cover, values, outputs, n_outputs) || !cover_values (&cover, values, tiles))
    return NULL;
  /* Reverse the order, because the search began with the outputs, but operands
   * must come first. */
  for (guint k = 0; k < tiles->len / 2; k++)
    {
      ExprTile swap = g_array_index (tiles, ExprTile, k);
      g_array_index (tiles, ExprTile, k) = g_array_index (tiles, ExprTile, tiles->len - 1 - k);
      g_array_index (tiles, ExprTile, tiles->len - 1 - k) = swap;
    }
  return pair_sines (lowered, tiles) ? g_steal_pointer (&tiles) : NULL;
}
