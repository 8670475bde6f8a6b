/* Resolves the names in expressions while a plan is made, under the model's
 * lock. */
#pragma once

#include "model-plan.h"

G_BEGIN_DECLS

/* The context of an expression: a description for messages ("the derivative of
 * '%s'"), what the expression may use, and its element of an array. */
typedef struct
{
  const char *role;     /* a singular noun phrase, marked for translation */
  const char *subject;  /* replaces the first %s of role; NULL: role has none */
  ModelUses allowed;
  int i, j;             /* indices of the element; 0: none */
  ModelUses uses;       /* result: what the expression uses */
  const char *target;   /* replaces the second %s of role, where it has one */
} ModelContext;

/* Elaborates an expression; returns EXPR_NO_VALUE after an error or where the
 * tree is missing. */
ExprValue model_scope_value (ModelPlan *plan, const ModelExpression *expression, ModelContext *context);
/* Elaborates a tree; returns EXPR_NO_VALUE after an error. */
ExprValue model_scope_tree_value (ModelPlan *plan, const ExprTree *tree, ModelContext *context);
/* Elaborates element k of a symbol's field: the item of its list, or the one
 * expression with i and j set. */
ExprValue model_scope_field (ModelPlan *plan, const ModelField *field, const ModelSymbol *symbol, int k, ModelContext *context);
/* Elaborates element k of a variable or output when it is first used. */
ExprValue model_scope_element (ModelPlan *plan, ModelSymbol *symbol, int k, ExprPlace place, GPtrArray *errors, ModelUses *uses);
/* Evaluates an expression of constants; returns FALSE after an error. */
gboolean model_scope_number (ModelPlan *plan, const ModelExpression *expression, const char *role, const char *subject, double *value);
/* Finds the state (≥ 0) or discrete state (−1 − k) that a target names;
 * n_elements > 1 for a whole array. Returns FALSE after an error. */
gboolean model_scope_target (ModelPlan *plan, const ExprTree *target, const char *role, const char *subject, int *first, int *n_elements,
                             const ModelSymbol **symbol);
/* Returns the symbol with this name, or NULL. */
ModelSymbol *model_scope_find (ModelPlan *plan, const char *name);
/* Returns the state number of a part of a coordinate or rotation ("v", "w"), or
 * −1. */
int model_scope_find_part (const ModelSymbol *symbol, const char *part);
/* Computes the number of an element from its indices; returns FALSE with an
 * error where they are outside the array. */
gboolean model_scope_element_number (const ModelSymbol *symbol, const char *name, const int *indices, int n_indices, ExprPlace place,
                                     GPtrArray *errors, int *k);
/* Returns the place of an expression for messages ("the derivative of 'v'");
 * free with g_free. */
char *model_scope_describe (const ModelContext *context);
/* Appends an error about an unknown name, with a suggestion. */
void model_scope_report_unknown (ModelPlan *plan, const ModelContext *context, const ModelDeclaration *function, const char *name,
                                 gboolean is_call, ExprPlace place, GPtrArray *errors);
/* Checks names in functions that are never called, and recursion. */
void model_scope_check_functions (ModelPlan *plan);

G_END_DECLS
