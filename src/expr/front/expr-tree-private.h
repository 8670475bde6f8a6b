/* The nodes of a syntax tree. */
#pragma once

#include "expr-op.h"
#include "expr-tree.h"

G_BEGIN_DECLS

typedef enum
{
  EXPR_TREE_NUMBER,
  EXPR_TREE_NAME,       /* name */
  EXPR_TREE_ELEMENT,    /* name[children] */
  EXPR_TREE_CALL,       /* name(children), of the language or the user's; also if */
  EXPR_TREE_SUM,        /* sum(name, children[0], children[1], children[2]) */
  EXPR_TREE_NEGATE,     /* -children[0] */
  EXPR_TREE_NOT,        /* not children[0] */
  EXPR_TREE_POWER,      /* children[0] ^ children[1] */
  EXPR_TREE_PRODUCT,    /* a chain of * and /: operators[k] stands before children[k], k ≥ 1 */
  EXPR_TREE_ADDITION,   /* a chain of + and - */
  EXPR_TREE_COMPARISON, /* children[0] operators[1] children[1] */
  EXPR_TREE_AND,        /* a chain of and */
  EXPR_TREE_OR,         /* a chain of or */
} ExprTreeKind;

/* Chains are one node however long, so that the depth of a tree is the depth of
 * its nesting. A chain never starts with a chain of its own kind: (a + b) + c
 * and a + b + c are one tree. */
struct ExprTree
{
  ExprTreeKind kind;
  ExprPlace place;
  double number;
  char *name;
  int n_children;
  ExprTree **children;
  char *operators; /* one letter each: + - * / and for comparisons < l > g = n (l: <=, g: >=, n: !=) */
};

ExprTree *expr_tree_new (ExprTreeKind kind, ExprPlace place);
/* Takes child. */
void expr_tree_append (ExprTree *tree, char operator, ExprTree *child);
/* How an operator letter is written. */
const char *expr_tree_operator_text (char operator);

G_END_DECLS
