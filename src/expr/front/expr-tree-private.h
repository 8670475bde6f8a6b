/* The nodes of a syntax tree. Only the parser, the elaboration and expr-tree.c use them. */
#pragma once

#include "expr-op.h"
#include "expr-tree.h"

G_BEGIN_DECLS

typedef enum
{
  EXPR_TREE_NUMBER,
  EXPR_TREE_NAME,       /* name */
  EXPR_TREE_ELEMENT,    /* name[children] */
  EXPR_TREE_CALL,       /* name(children): a call of a built-in or user-defined function, or of `if` */
  EXPR_TREE_SUM,        /* sum(name, children[0], children[1], children[2]) */
  EXPR_TREE_NEGATE,     /* -children[0] */
  EXPR_TREE_NOT,        /* not children[0] */
  EXPR_TREE_POWER,      /* children[0] ^ children[1] */
  EXPR_TREE_PRODUCT,    /* a chain of * and /: operators[k] precedes children[k], k ≥ 1 */
  EXPR_TREE_ADDITION,   /* a chain of + and -, like EXPR_TREE_PRODUCT */
  EXPR_TREE_COMPARISON, /* children[0] operators[1] children[1] */
  EXPR_TREE_AND,        /* a chain of and */
  EXPR_TREE_OR,         /* a chain of or */
} ExprTreeKind;

/* A node of a syntax tree. A chain of operands is one node with any number of children,
 * so that long sums are not deep trees. The first child of a chain is never a chain of
 * the same kind: (a + b) + c and a + b + c are the same tree. */
struct ExprTree
{
  ExprTreeKind kind;
  ExprPlace place;
  double number;
  char *name;
  int n_children;
  ExprTree **children;
  char *operators; /* one letter for each child: + - * / or, for comparisons, < l > g = n (l: <=, g: >=, n: !=) */
};

/* Makes a node without children. */
ExprTree *expr_tree_new (ExprTreeKind kind, ExprPlace place);
/* Appends a child with the operator before it (0: none), and takes ownership
 * of the child. */
void expr_tree_append (ExprTree *tree, char operator, ExprTree *child);

G_END_DECLS
