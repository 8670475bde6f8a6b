/* Reads SBML of levels 2 and 3 by libsbml, which is loaded when the first file is read. Species are concentrations where their compartment has a constant size,
 * otherwise amounts with a variable for the concentration (SBML Level 3 Version 2 Core, sections 4.6 and 4.11). Formulas come as infix from libsbml. */
#include <dlfcn.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <sbml/SBMLTypes.h>
#include <string.h>

#include "expr-op.h"
#include "model-import-private.h"

/* The functions of libsbml that are used. */
#define FUNCTIONS(X)                                                                                                                                              \
  X (readSBMLFromString) X (SBMLDocument_free) X (SBMLDocument_getModel) X (SBMLDocument_getNumErrorsWithSeverity) X (SBMLDocument_getNumErrors)                  \
  X (SBMLDocument_getError) X (XMLError_getSeverity) X (XMLError_getMessage) X (XMLError_getLine) X (SBML_formulaToL3String) X (Model_getName)   \
  X (Model_getNumFunctionDefinitions) X (Model_getFunctionDefinition) X (FunctionDefinition_getId) X (FunctionDefinition_getNumArguments)                         \
  X (FunctionDefinition_getArgument) X (FunctionDefinition_getBody) X (ASTNode_getName) X (Model_getNumCompartments) X (Model_getCompartment)                      \
  X (Compartment_getId) X (Compartment_isSetSize) X (Compartment_getSize) X (Compartment_getConstant) X (Compartment_getSpatialDimensions) X (Model_getNumSpecies) \
  X (Model_getSpecies) X (Species_getId) X (Species_getCompartment) X (Species_isSetInitialAmount) X (Species_getInitialAmount)                                    \
  X (Species_isSetInitialConcentration) X (Species_getInitialConcentration) X (Species_getHasOnlySubstanceUnits) X (Species_getBoundaryCondition)                  \
  X (Species_getConstant) X (Species_isSetConversionFactor) X (Model_isSetConversionFactor) X (Model_getNumParameters) X (Model_getParameter) X (Parameter_getId)  \
  X (Parameter_isSetValue) X (Parameter_getValue) X (Parameter_getConstant) X (Model_getNumInitialAssignments) X (Model_getInitialAssignment)                      \
  X (InitialAssignment_getSymbol) X (InitialAssignment_getMath) X (Model_getNumRules) X (Model_getRule) X (Rule_isAssignment) X (Rule_isRate) X (Rule_isAlgebraic) \
  X (Rule_getVariable) X (Rule_getMath) X (Model_getNumReactions) X (Model_getReaction) X (Reaction_getId) X (Reaction_getFast) X (Reaction_getNumReactants)       \
  X (Reaction_getReactant) X (Reaction_getNumProducts) X (Reaction_getProduct) X (Reaction_getKineticLaw) X (SpeciesReference_getSpecies)                          \
  X (SpeciesReference_getStoichiometry) X (SpeciesReference_isSetStoichiometryMath) X (SpeciesReference_isSetId) X (KineticLaw_getMath)                            \
  X (KineticLaw_getNumParameters) X (KineticLaw_getParameter) X (KineticLaw_getNumLocalParameters) X (KineticLaw_getLocalParameter) X (Model_getNumEvents)         \
  X (Model_getEvent) X (Event_getTrigger) X (Event_isSetDelay) X (Event_isSetPriority) X (Event_getNumEventAssignments) X (Event_getEventAssignment)              \
  X (Trigger_getMath) X (Trigger_getInitialValue) X (Trigger_getPersistent) X (EventAssignment_getVariable) X (EventAssignment_getMath) X (Model_getNumConstraints) X (Model_getNumUnitDefinitions) \
  X (SBMLDocument_getLevel)

/* Each function with its type. */
typedef struct
{
#define X(name) __typeof__ (&name) name;
  FUNCTIONS (X)
#undef X
} Library;

static Library sbml;

/* Loads libsbml once. Returns whether it is there. */
static gboolean
load_library (void)
{
  static gsize state;

  if (g_once_init_enter (&state))
    {
      void *handle = dlopen ("libsbml.so.5", RTLD_NOW | RTLD_LOCAL);
      gboolean whole = handle != NULL;

#define X(name) whole = whole && (*(void **) &sbml.name = dlsym (handle, #name)) != NULL;
      FUNCTIONS (X)
#undef X
      g_once_init_leave (&state, whole ? 2 : 1);
    }
  return state == 2;
}

#define DEFAULT_END 10
/* Most levels of elements, and most elements of a formula. */
#define MOST_LEVELS 500
#define MOST_ELEMENTS 20000

typedef enum
{
  COMPARTMENT,
  PARAMETER,
  SPECIES
} Type;

typedef struct
{
  Type type;
  const char *id, *name; /* in the file; in the model */
  gboolean has_value, changes; /* changes: an event sets it */
  double value;
  const Rule_t *rule;
  const ASTNode_t *initial; /* initial assignment */
  /* of a species */
  gpointer compartment;                         /* Symbol */
  gboolean in_amount, only_substance, by_rates; /* by_rates: reactions change it */
  const char *amount;                           /* name of the state that holds the amount, where the compartment varies */
  ModelImportTree *rate;                        /* of the amount */
} Symbol;

typedef struct
{
  ModelDraft *draft;
  const Model_t *model;
  GHashTable *symbols;   /* Symbol by id */
  GPtrArray *order;      /* of Symbol */
  GHashTable *others;    /* names of functions and reactions by id */
  GHashTable *locals;    /* names of the parameters of a kinetic law by id; NULL: none */
  const FunctionDefinition_t *function; /* whose arguments are names */
} Reader;

static void
symbol_free (Symbol *symbol)
{
  model_import_tree_free (symbol->rate);
  g_free (symbol);
}

/* Sets the error that something is not imported; name may be NULL. Returns FALSE. */
static gboolean
refuse (GError **error, const char *format, const char *name)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  if (name != NULL)
    g_set_error (error, MODEL_IMPORT_ERROR, MODEL_IMPORT_ERROR_UNSUPPORTED, _(format), name);
  else
    g_set_error_literal (error, MODEL_IMPORT_ERROR, MODEL_IMPORT_ERROR_UNSUPPORTED, _(format));
#pragma GCC diagnostic pop
  return FALSE;
}

/* Returns a text of a wrong file, which may be NULL, as one that is not. */
static const char *
text_of (const char *text)
{
  return text != NULL ? text : "";
}

/* Returns the symbol with this id, which may be NULL in a wrong file. */
static Symbol *
find_symbol (const Reader *reader, const char *id)
{
  return id != NULL ? g_hash_table_lookup (reader->symbols, id) : NULL;
}

/* Returns whether the value of a symbol changes during a run. */
static gboolean
varies (const Symbol *symbol)
{
  return symbol->rule != NULL || symbol->changes || symbol->by_rates;
}

/* ---- formulas ---- */

static ModelImportTree *
take (ModelImportTree *node, guint index)
{
  return model_import_tree_copy (node->children->pdata[index]);
}

/* Documents of level 3 version 1 write min (a, b) as piecewise (a, a < b, b), since they have no function for it. Returns the call of min or max that `node` means, or NULL
 * if it is another piecewise expression. A call is better than `if`: a minimum is continuous where its operands are equal, so no step must end there. */
static ModelImportTree *
least_or_greatest (ModelImportTree *node)
{
  const ModelImportTree *condition = node->children->len == 3 ? node->children->pdata[1] : NULL;
  g_autofree char *a = NULL, *b = NULL, *left = NULL, *right = NULL;
  gboolean is_least;

  if (condition == NULL || condition->kind != MODEL_IMPORT_OPERATOR || condition->children->len != 2 || (condition->text[0] != '<' && condition->text[0] != '>'))
    return NULL;
  a = model_import_tree_print (node->children->pdata[0]);
  b = model_import_tree_print (node->children->pdata[2]);
  left = model_import_tree_print (condition->children->pdata[0]);
  right = model_import_tree_print (condition->children->pdata[1]);
  is_least = condition->text[0] == '<';
  if (strcmp (a, right) == 0 && strcmp (b, left) == 0)
    is_least = !is_least;
  else if (strcmp (a, left) != 0 || strcmp (b, right) != 0)
    return NULL;
  return model_import_tree_call (is_least ? "min" : "max", take (node, 0), take (node, 2));
}

/* Writes piecewise (value, condition, …, otherwise) with if. */
static ModelImportTree *
piecewise (ModelImportTree *node, GError **error)
{
  const guint n = node->children->len;
  ModelImportTree *tree;

  if (n % 2 == 0)
    {
      refuse (error, N_("'%s' has no value where no condition holds"), node->text);
      return NULL;
    }
  if ((tree = least_or_greatest (node)) != NULL)
    return tree;
  tree = take (node, n - 1);
  for (guint k = n - 1; k >= 2; k -= 2)
    {
      ModelImportTree *call = model_import_tree_call ("if", take (node, k - 1), take (node, k - 2));

      g_ptr_array_add (call->children, tree);
      tree = call;
    }
  return tree;
}

/* Writes the functions that models do not have with others. */
static ModelImportTree *
convert_call (Reader *reader, ModelImportTree *node, GError **error)
{
  static const struct
  {
    const char *sbml, *name;
    gboolean inverse; /* 1/name */
  } one[] = { { "ln", "log", FALSE },  { "ceil", "ceil", FALSE },  { "sec", "cos", TRUE },   { "csc", "sin", TRUE },
              { "cot", "tan", TRUE },  { "sech", "cosh", TRUE },   { "csch", "sinh", TRUE }, { "coth", "tanh", TRUE },
              { "arcsinh", "asinh", FALSE }, { "arccosh", "acosh", FALSE }, { "arctanh", "atanh", FALSE } };
  const guint n = node->children->len;
  const char *other = g_hash_table_lookup (reader->others, node->text);

  if (other != NULL)
    return (g_free (node->text), node->text = g_strdup (other), NULL);
  if (strcmp (node->text, "piecewise") == 0)
    return piecewise (node, error);
  for (gsize k = 0; n == 1 && k < G_N_ELEMENTS (one); k++)
    if (strcmp (node->text, one[k].sbml) == 0)
      {
        ModelImportTree *call = model_import_tree_call (one[k].name, take (node, 0), NULL);

        return one[k].inverse ? model_import_tree_operator ("/", model_import_tree_number (1), call) : call;
      }
  if (strcmp (node->text, "log") == 0 && n == 2)
    return model_import_tree_operator ("/", model_import_tree_call ("log", take (node, 1), NULL), model_import_tree_call ("log", take (node, 0), NULL));
  if (strcmp (node->text, "root") == 0 && n == 2)
    return model_import_tree_operator ("^", take (node, 1), model_import_tree_operator ("/", model_import_tree_number (1), take (node, 0)));
  if (strcmp (node->text, "sqr") == 0 && n == 1)
    return model_import_tree_operator ("^", take (node, 0), model_import_tree_number (2));
  if (strcmp (node->text, "pow") == 0 && n == 2)
    return model_import_tree_operator ("^", take (node, 0), take (node, 1));
  if (strcmp (node->text, "xor") == 0 && n == 2)
    return model_import_tree_operator ("!=", model_import_tree_operator ("!=", take (node, 0), model_import_tree_number (0)),
                                       model_import_tree_operator ("!=", take (node, 1), model_import_tree_number (0)));
  if ((strcmp (node->text, "min") == 0 || strcmp (node->text, "max") == 0) && n > 2)
    {
      ModelImportTree *tree = take (node, 0);

      for (guint k = 1; k < n; k++)
        tree = model_import_tree_call (node->text, tree, take (node, k));
      return tree;
    }
  if (expr_op_find_function (node->text) >= 0 && expr_op_info[expr_op_find_function (node->text)].arity == (int) n && strcmp (node->text, "log") != 0
      && strcmp (node->text, "mod") != 0)
    return NULL;
  refuse (error, N_("the function '%s' of SBML is not imported"), node->text);
  return NULL;
}

static gboolean
is_comparison (const ModelImportTree *tree)
{
  static const char *const signs[] = { "<", "<=", ">", ">=", "==", "!=", NULL };

  return tree->kind == MODEL_IMPORT_OPERATOR && tree->children->len == 2 && g_strv_contains (signs, tree->text);
}

static ModelImportTree *
convert (gpointer user, ModelImportTree *node, GError **error)
{
  Reader *reader = user;
  const Symbol *symbol;
  const char *name;

  if (node->kind == MODEL_IMPORT_CALL)
    return convert_call (reader, node, error);
  if (is_comparison (node) && (is_comparison (node->children->pdata[0]) || is_comparison (node->children->pdata[1])))
    {
      refuse (error, N_("a comparison of comparisons ('%s') is not imported"), node->text);
      return NULL;
    }
  if (node->kind != MODEL_IMPORT_NAME)
    return NULL;
  for (unsigned k = 0; reader->function != NULL && k < sbml.FunctionDefinition_getNumArguments (reader->function); k++)
    if (g_strcmp0 (sbml.ASTNode_getName (sbml.FunctionDefinition_getArgument (reader->function, k)), node->text) == 0)
      return NULL;
  if (reader->locals != NULL && (name = g_hash_table_lookup (reader->locals, node->text)) != NULL)
    return model_import_tree_name (name);
  if ((symbol = g_hash_table_lookup (reader->symbols, node->text)) != NULL)
    return model_import_tree_name (symbol->name);
  if ((name = g_hash_table_lookup (reader->others, node->text)) != NULL)
    return model_import_tree_name (name);
  if (strcmp (node->text, "time") == 0)
    return model_import_tree_name ("t");
  if (strcmp (node->text, "pi") == 0)
    return NULL;
  if (strcmp (node->text, "exponentiale") == 0)
    return model_import_tree_call ("exp", model_import_tree_number (1), NULL);
  if (strcmp (node->text, "avogadro") == 0)
    return model_import_tree_number (6.02214179e23);
  if (strcmp (node->text, "true") == 0 || strcmp (node->text, "false") == 0)
    return model_import_tree_number (*node->text == 't');
  refuse (error, N_("'%s' is not declared"), node->text);
  return NULL;
}

/* Returns the formula, or NULL after adding an error that names what it belongs to. */
static ModelImportTree *
read_formula (Reader *reader, const ASTNode_t *math, const char *of)
{
  static const ModelImportSyntax syntax = { MODEL_IMPORT_SBML, NULL, NULL };
  g_autoptr (ModelImportTree) tree = NULL;
  g_autoptr (GError) error = NULL;
  char *text = math != NULL ? sbml.SBML_formulaToL3String (math) : NULL;

  if (text == NULL)
    model_draft_error (reader->draft, 0, _("'%s' has no formula"), of);
  else if ((tree = model_import_tree_parse (text, &syntax, &error)) == NULL || !model_import_tree_visit (&tree, convert, reader, &error))
    {
      model_draft_error (reader->draft, 0, "'%s': %s", of, error->message);
      g_clear_pointer (&tree, model_import_tree_free);
    }
  free (text);
  return g_steal_pointer (&tree);
}

/* ---- symbols ---- */

static Symbol *
add_symbol (Reader *reader, Type type, const char *id, gboolean has_value, double value)
{
  Symbol *symbol = g_new0 (Symbol, 1);

  symbol->type = type;
  id = text_of (id);
  symbol->id = id;
  symbol->name = model_draft_name (reader->draft, id);
  symbol->has_value = has_value && isfinite (value);
  symbol->value = value;
  g_hash_table_insert (reader->symbols, (gpointer) id, symbol);
  g_ptr_array_add (reader->order, symbol);
  return symbol;
}

static void
add_symbols (Reader *reader)
{
  const Model_t *model = reader->model;

  for (unsigned k = 0; k < sbml.Model_getNumCompartments (model); k++)
    {
      const Compartment_t *item = sbml.Model_getCompartment ((Model_t *) model, k);

      if (!sbml.Compartment_isSetSize (item) && sbml.Compartment_getSpatialDimensions (item) > 0)
        model_draft_note (reader->draft, 0, _("The size of the compartment '%s' is not given; 1 was taken."), text_of (sbml.Compartment_getId (item)));
      add_symbol (reader, COMPARTMENT, sbml.Compartment_getId (item), TRUE, sbml.Compartment_isSetSize (item) ? sbml.Compartment_getSize (item) : 1);
    }
  for (unsigned k = 0; k < sbml.Model_getNumParameters (model); k++)
    {
      const Parameter_t *item = sbml.Model_getParameter ((Model_t *) model, k);

      add_symbol (reader, PARAMETER, sbml.Parameter_getId (item), sbml.Parameter_isSetValue (item), sbml.Parameter_getValue (item));
    }
  for (unsigned k = 0; k < sbml.Model_getNumSpecies (model); k++)
    {
      const Species_t *item = sbml.Model_getSpecies ((Model_t *) model, k);
      const gboolean concentration = sbml.Species_isSetInitialConcentration (item), amount = sbml.Species_isSetInitialAmount (item);
      Symbol *symbol = add_symbol (reader, SPECIES, sbml.Species_getId (item), concentration || amount,
                                   concentration ? sbml.Species_getInitialConcentration (item) : sbml.Species_getInitialAmount (item));

      symbol->in_amount = !concentration;
      symbol->only_substance = sbml.Species_getHasOnlySubstanceUnits (item);
      symbol->compartment = find_symbol (reader, sbml.Species_getCompartment (item));
      if (symbol->compartment == NULL || ((const Symbol *) symbol->compartment)->type != COMPARTMENT)
        model_draft_error (reader->draft, 0, _("the compartment of the species '%s' does not exist"), symbol->id);
      if (sbml.Species_isSetConversionFactor (item))
        model_draft_error (reader->draft, 0, _("'%s' has a conversion factor, which is not imported"), symbol->id);
    }
  for (unsigned k = 0; k < sbml.Model_getNumRules (model); k++)
    {
      const Rule_t *rule = sbml.Model_getRule ((Model_t *) model, k);
      Symbol *symbol;

      if (sbml.Rule_isAlgebraic (rule))
        {
          model_draft_error (reader->draft, 0, _("algebraic rules are not imported"));
          continue;
        }
      symbol = find_symbol (reader, sbml.Rule_getVariable (rule));
      if (symbol == NULL)
        model_draft_error (reader->draft, 0, _("the rule of '%s' is not imported, since it is neither a parameter, a compartment nor a species"), text_of (sbml.Rule_getVariable (rule)));
      else
        symbol->rule = rule;
    }
  for (unsigned k = 0; k < sbml.Model_getNumInitialAssignments (model); k++)
    {
      const InitialAssignment_t *item = sbml.Model_getInitialAssignment ((Model_t *) model, k);
      Symbol *symbol = find_symbol (reader, sbml.InitialAssignment_getSymbol (item));

      if (symbol == NULL)
        model_draft_error (reader->draft, 0, _("the initial assignment of '%s' is not imported"), text_of (sbml.InitialAssignment_getSymbol (item)));
      else
        symbol->initial = sbml.InitialAssignment_getMath (item);
    }
  for (unsigned k = 0; k < sbml.Model_getNumEvents (model); k++)
    {
      const Event_t *event = sbml.Model_getEvent ((Model_t *) model, k);

      for (unsigned m = 0; m < sbml.Event_getNumEventAssignments (event); m++)
        {
          Symbol *symbol = find_symbol (reader, sbml.EventAssignment_getVariable (sbml.Event_getEventAssignment ((Event_t *) event, m)));

          if (symbol == NULL)
            model_draft_error (reader->draft, 0, _("an event sets something that is neither a parameter, a compartment nor a species"));
          else
            symbol->changes = TRUE;
        }
    }
}

/* ---- functions and reactions ---- */

static void
write_functions (Reader *reader)
{
  const unsigned n = sbml.Model_getNumFunctionDefinitions (reader->model);

  for (unsigned k = 0; k < n; k++)
    {
      const char *id = text_of (sbml.FunctionDefinition_getId (sbml.Model_getFunctionDefinition ((Model_t *) reader->model, k)));

      g_hash_table_insert (reader->others, (gpointer) id, (gpointer) model_draft_name (reader->draft, id));
    }
  for (unsigned k = 0; k < n; k++)
    {
      const FunctionDefinition_t *function = sbml.Model_getFunctionDefinition ((Model_t *) reader->model, k);
      const char *id = text_of (sbml.FunctionDefinition_getId (function));
      g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
      g_autoptr (ModelImportTree) tree = NULL;
      ModelDraftItem *item;

      for (unsigned m = 0; m < sbml.FunctionDefinition_getNumArguments (function); m++)
        g_ptr_array_add (arguments, (gpointer) text_of (sbml.ASTNode_getName (sbml.FunctionDefinition_getArgument (function, m))));
      g_ptr_array_add (arguments, NULL);
      reader->function = function;
      tree = read_formula (reader, sbml.FunctionDefinition_getBody (function), id);
      reader->function = NULL;
      if (tree == NULL)
        continue;
      item = model_draft_add (reader->draft, MODEL_DRAFT_FUNCTIONS, g_hash_table_lookup (reader->others, id));
      model_draft_set_list (item, "arguments", (const char *const *) arguments->pdata);
      model_draft_set_tree (item, NULL, "value", tree);
    }
}

/* Adds the terms of one side of a reaction to the rates of its species. */
static void
add_terms (Reader *reader, const Reaction_t *reaction, gboolean products, const char *rate)
{
  const unsigned n = products ? sbml.Reaction_getNumProducts (reaction) : sbml.Reaction_getNumReactants (reaction);

  for (unsigned k = 0; k < n; k++)
    {
      const SpeciesReference_t *reference = products ? sbml.Reaction_getProduct ((Reaction_t *) reaction, k) : sbml.Reaction_getReactant ((Reaction_t *) reaction, k);
      Symbol *symbol = find_symbol (reader, sbml.SpeciesReference_getSpecies (reference));
      const double count = sbml.SpeciesReference_getStoichiometry (reference);
      ModelImportTree *term;

      if (symbol == NULL || symbol->type != SPECIES || !isfinite (count) || sbml.SpeciesReference_isSetStoichiometryMath (reference))
        {
          model_draft_error (reader->draft, 0, _("the reaction '%s' has a species or a stoichiometry that is not imported"), text_of (sbml.Reaction_getId (reaction)));
          return;
        }
      if (!symbol->by_rates)
        continue;
      term = model_import_tree_name (rate);
      if (count != 1)
        term = model_import_tree_operator ("*", model_import_tree_number (count), term);
      if (symbol->rate == NULL)
        symbol->rate = products ? term : model_import_tree_operator ("-", term, NULL);
      else
        symbol->rate = model_import_tree_operator (products ? "+" : "-", symbol->rate, term);
    }
}

static void
add_local (Reader *reader, const Parameter_t *parameter, const char *reaction)
{
  const char *id = text_of (sbml.Parameter_getId (parameter));
  g_autofree char *wanted = g_strdup_printf ("%s_%s", reaction, id);
  const char *name = model_draft_name (reader->draft, wanted);

  g_hash_table_insert (reader->locals, (gpointer) id, (gpointer) name);
  if (!sbml.Parameter_isSetValue (parameter))
    model_draft_note (reader->draft, 0, _("'%s' has no value; it is a parameter with the value 1."), name);
  model_draft_set_number (model_draft_add (reader->draft, MODEL_DRAFT_PARAMETERS, name), "value", sbml.Parameter_isSetValue (parameter) ? sbml.Parameter_getValue (parameter) : 1);
}

static void
write_reactions (Reader *reader)
{
  const unsigned n = sbml.Model_getNumReactions (reader->model);

  for (unsigned k = 0; k < n; k++)
    {
      const char *id = text_of (sbml.Reaction_getId (sbml.Model_getReaction ((Model_t *) reader->model, k)));

      g_hash_table_insert (reader->others, (gpointer) id, (gpointer) model_draft_name (reader->draft, id));
    }
  for (unsigned k = 0; k < n; k++)
    {
      const Reaction_t *reaction = sbml.Model_getReaction ((Model_t *) reader->model, k);
      const char *id = text_of (sbml.Reaction_getId (reaction)), *name = g_hash_table_lookup (reader->others, id);
      const KineticLaw_t *law = sbml.Reaction_getKineticLaw ((Reaction_t *) reaction);
      g_autoptr (ModelImportTree) tree = NULL;

      if (law == NULL || sbml.Reaction_getFast (reaction))
        {
          model_draft_error (reader->draft, 0, law == NULL ? _("the reaction '%s' has no kinetic law") : _("the reaction '%s' is fast, which is not imported"), id);
          continue;
        }
      reader->locals = g_hash_table_new (g_str_hash, g_str_equal);
      for (unsigned m = 0; m < sbml.KineticLaw_getNumParameters (law); m++)
        add_local (reader, sbml.KineticLaw_getParameter ((KineticLaw_t *) law, m), id);
      for (unsigned m = 0; sbml.KineticLaw_getNumParameters (law) == 0 && m < sbml.KineticLaw_getNumLocalParameters (law); m++)
        add_local (reader, (const Parameter_t *) sbml.KineticLaw_getLocalParameter ((KineticLaw_t *) law, m), id);
      tree = read_formula (reader, sbml.KineticLaw_getMath (law), id);
      g_clear_pointer (&reader->locals, g_hash_table_unref);
      if (tree != NULL)
        model_draft_set_tree (model_draft_add (reader->draft, MODEL_DRAFT_VARIABLES, name), NULL, "value", tree);
      add_terms (reader, reaction, FALSE, name);
      add_terms (reader, reaction, TRUE, name);
    }
}

/* ---- values ---- */

/* Notes a name that changes during a run. */
static ModelImportTree *
find_varying (gpointer user, ModelImportTree *node, G_GNUC_UNUSED GError **error)
{
  gpointer *closure = user;
  Reader *reader = closure[0];
  gboolean *found = closure[1];

  if (node->kind == MODEL_IMPORT_NAME && strcmp (node->text, "t") == 0)
    *found = TRUE;
  for (guint k = 0; node->kind == MODEL_IMPORT_NAME && k < reader->order->len; k++)
    {
      const Symbol *symbol = reader->order->pdata[k];

      if (strcmp (symbol->name, node->text) == 0 && varies (symbol))
        *found = TRUE;
    }
  return NULL;
}

/* Returns the value at the start: of a species the concentration, unless it counts as an amount. Returns NULL after adding an error. */
static ModelImportTree *
start_value (Reader *reader, Symbol *symbol)
{
  const Symbol *compartment = symbol->compartment;
  ModelImportTree *tree;

  if (symbol->initial != NULL)
    return read_formula (reader, symbol->initial, symbol->id);
  if (!symbol->has_value)
    model_draft_note (reader->draft, 0, _("The initial value of '%s' is not given; 0 was taken."), symbol->id);
  tree = model_import_tree_number (symbol->has_value ? symbol->value : 0);
  if (symbol->type != SPECIES || symbol->in_amount == symbol->only_substance || !symbol->has_value || (compartment->value == 1 && !varies (compartment) && compartment->initial == NULL))
    return tree;
  return model_import_tree_operator (symbol->in_amount ? "/" : "*", tree, model_import_tree_name (compartment->name));
}

static void
write_symbol (Reader *reader, Symbol *symbol)
{
  const Symbol *compartment = symbol->compartment;
  g_autoptr (ModelImportTree) start = NULL, tree = NULL;
  gboolean start_varies = FALSE;
  gpointer closure[] = { reader, &start_varies };
  ModelDraftItem *item;

  if (symbol->rule != NULL && sbml.Rule_isAssignment (symbol->rule))
    {
      if ((tree = read_formula (reader, sbml.Rule_getMath (symbol->rule), symbol->id)) != NULL)
        model_draft_set_tree (model_draft_add (reader->draft, MODEL_DRAFT_VARIABLES, symbol->name), NULL, "value", tree);
      return;
    }
  if ((start = start_value (reader, symbol)) == NULL)
    return;
  if (symbol->rule != NULL || symbol->by_rates)
    {
      const char *name = symbol->amount != NULL ? symbol->amount : symbol->name;

      if (symbol->rule != NULL)
        tree = read_formula (reader, sbml.Rule_getMath (symbol->rule), symbol->id);
      else if (symbol->rate == NULL)
        tree = model_import_tree_number (0);
      else if (symbol->only_substance || symbol->amount != NULL || (compartment->value == 1 && compartment->initial == NULL && !varies (compartment)))
        tree = model_import_tree_copy (symbol->rate);
      else
        tree = model_import_tree_operator ("/", model_import_tree_copy (symbol->rate), model_import_tree_name (compartment->name));
      if (tree == NULL)
        return;
      item = model_draft_add (reader->draft, MODEL_DRAFT_STATES, name);
      if (symbol->amount != NULL)
        start = model_import_tree_operator ("*", g_steal_pointer (&start), model_import_tree_name (compartment->name));
      model_draft_set_tree (item, NULL, "initial", start);
      model_draft_set_tree (item, NULL, "derivative", tree);
      if (symbol->amount != NULL)
        {
          g_autoptr (ModelImportTree) quotient = model_import_tree_operator ("/", model_import_tree_name (symbol->amount), model_import_tree_name (compartment->name));

          model_draft_set_tree (model_draft_add (reader->draft, MODEL_DRAFT_VARIABLES, symbol->name), NULL, "value", quotient);
        }
      return;
    }
  if (symbol->type == SPECIES && !symbol->only_substance && varies (compartment))
    {
      model_draft_error (reader->draft, 0, _("the concentration of '%s' follows the size of its compartment, which is imported only for species that reactions change"), symbol->id);
      return;
    }
  model_import_tree_visit (&start, find_varying, closure, NULL);
  if (symbol->changes)
    model_draft_set_tree (model_draft_add (reader->draft, MODEL_DRAFT_DISCRETE, symbol->name), NULL, "initial", start);
  else if (start_varies)
    model_draft_error (reader->draft, 0, _("the initial assignment of '%s' depends on something that changes, which is not imported for a constant"), symbol->id);
  else
    /* A value that follows from other constants is a variable, which is as constant as they are. */
    model_draft_set_tree (model_draft_add (reader->draft, start->kind == MODEL_IMPORT_NUMBER || (start->kind == MODEL_IMPORT_OPERATOR && start->children->len == 1 && symbol->initial == NULL)
                                                              ? MODEL_DRAFT_PARAMETERS : MODEL_DRAFT_VARIABLES, symbol->name),
                          NULL, "value", start);
}

/* ---- events ---- */

/* Returns an expression that rises through zero where the condition becomes true, or NULL with an error. */
static ModelImportTree *
witness_of (const ModelImportTree *tree, GError **error)
{
  ModelImportTree *a, *b;

  if (tree->kind == MODEL_IMPORT_OPERATOR && tree->children->len == 2 && (*tree->text == '<' || *tree->text == '>'))
    {
      const gboolean greater = *tree->text == '>';

      return model_import_tree_operator ("-", model_import_tree_copy (tree->children->pdata[greater ? 0 : 1]), model_import_tree_copy (tree->children->pdata[greater ? 1 : 0]));
    }
  if (tree->kind == MODEL_IMPORT_OPERATOR && (strcmp (tree->text, "and") == 0 || strcmp (tree->text, "or") == 0))
    {
      a = witness_of (tree->children->pdata[0], error);
      b = a != NULL ? witness_of (tree->children->pdata[1], error) : NULL;
      if (b == NULL)
        model_import_tree_free (a);
      return b != NULL ? model_import_tree_call (*tree->text == 'a' ? "min" : "max", a, b) : NULL;
    }
  if (tree->kind == MODEL_IMPORT_OPERATOR && strcmp (tree->text, "not") == 0)
    return (a = witness_of (tree->children->pdata[0], error)) != NULL ? model_import_tree_operator ("-", a, NULL) : NULL;
  refuse (error, N_("a trigger is imported if it consists of comparisons with < and >"), NULL);
  return NULL;
}

static void
write_event (Reader *reader, Event_t *event, unsigned number)
{
  g_autofree char *label = g_strdup_printf ("event%u", number + 1);
  const Trigger_t *trigger = sbml.Event_getTrigger (event);
  g_autoptr (ModelImportTree) condition = NULL, witness = NULL;
  g_autoptr (GError) error = NULL;
  ModelDraftItem *item;

  if (trigger == NULL || sbml.Event_isSetDelay (event) || sbml.Event_isSetPriority (event) || !sbml.Trigger_getInitialValue (trigger))
    {
      model_draft_error (reader->draft, 0, _("'%s' has a delay, a priority or a trigger that is false before the start, which are not imported"), label);
      return;
    }
  if ((condition = read_formula (reader, sbml.Trigger_getMath (trigger), label)) == NULL)
    return;
  if ((witness = witness_of (condition, &error)) == NULL)
    {
      model_draft_error (reader->draft, 0, "'%s': %s", label, error->message);
      return;
    }
  item = model_draft_add (reader->draft, MODEL_DRAFT_EVENTS, model_draft_name (reader->draft, label));
  model_draft_set_tree (item, NULL, "crossing", witness);
  model_draft_set (item, NULL, "direction", "rising");
  for (unsigned k = 0; k < sbml.Event_getNumEventAssignments (event); k++)
    {
      const EventAssignment_t *assignment = sbml.Event_getEventAssignment (event, k);
      const Symbol *symbol = find_symbol (reader, sbml.EventAssignment_getVariable (assignment));
      g_autoptr (ModelImportTree) value = read_formula (reader, sbml.EventAssignment_getMath (assignment), label);

      if (value == NULL || symbol == NULL)
        return;
      if (symbol->amount != NULL)
        value = model_import_tree_operator ("*", g_steal_pointer (&value), model_import_tree_name (((const Symbol *) symbol->compartment)->name));
      model_draft_set_tree (item, "set", symbol->amount != NULL ? symbol->amount : symbol->name, value);
    }
}

/* ---- the model ---- */

/* Marks the species that reactions change, and those whose amounts are the states. */
static void
mark_species (Reader *reader)
{
  for (guint k = 0; k < reader->order->len; k++)
    {
      Symbol *symbol = reader->order->pdata[k];
      const Species_t *species;

      if (symbol->type != SPECIES || symbol->rule != NULL)
        continue;
      species = sbml.Model_getSpecies ((Model_t *) reader->model, k - (reader->order->len - sbml.Model_getNumSpecies (reader->model)));
      symbol->by_rates = !sbml.Species_getBoundaryCondition (species) && !sbml.Species_getConstant (species);
    }
  for (guint k = 0; k < reader->order->len; k++)
    {
      Symbol *symbol = reader->order->pdata[k];

      if (symbol->by_rates && !symbol->only_substance && varies (symbol->compartment))
        {
          g_autofree char *wanted = g_strconcat (symbol->id, "_amount", NULL);

          symbol->amount = model_draft_name (reader->draft, wanted);
        }
    }
}

static void
read_model (Reader *reader)
{
  if (sbml.Model_isSetConversionFactor (reader->model))
    model_draft_error (reader->draft, 0, _("'%s' has a conversion factor, which is not imported"), "model");
  if (sbml.Model_getName (reader->model) != NULL && *sbml.Model_getName (reader->model) != '\0')
    model_draft_set_title (reader->draft, sbml.Model_getName (reader->model));
  if (sbml.Model_getNumConstraints (reader->model) > 0)
    model_draft_note (reader->draft, 0, _("The constraints of the model were left out."));
  if (sbml.Model_getNumUnitDefinitions (reader->model) > 0)
    model_draft_note (reader->draft, 0, _("The units of the model were left out."));
  add_symbols (reader);
  if (model_draft_n_errors (reader->draft) > 0)
    return;
  mark_species (reader);
  write_functions (reader);
  write_reactions (reader);
  for (guint k = 0; k < reader->order->len; k++)
    write_symbol (reader, reader->order->pdata[k]);
  for (unsigned k = 0; k < sbml.Model_getNumEvents (reader->model); k++)
    write_event (reader, sbml.Model_getEvent ((Model_t *) reader->model, k), k);
  if (model_draft_items (reader->draft, MODEL_DRAFT_STATES)->len == 0 && model_draft_n_errors (reader->draft) == 0)
    model_draft_error (reader->draft, 0, _("the file has no differential equation"));
  model_draft_note (reader->draft, 0, _("SBML has no time span; 0 .. %d was taken."), DEFAULT_END);
  model_draft_set_time (reader->draft, 0, DEFAULT_END);
}

/* Returns whether the tag is that of a formula, with any prefix of a name space. */
static gboolean
is_math (const char *tag)
{
  const char *name = tag + (tag[1] == '/' ? 2 : 1), *colon = name + strcspn (name, ":>/ \t\n\r");

  if (*colon == ':')
    name = colon + 1;
  return g_str_has_prefix (name, "math") && !g_ascii_isalnum (name[4]);
}

/* Returns whether libsbml, which calls itself for each level and for each operand of a formula, can read the text. Adds an error otherwise. Comments and
 * CDATA count as elements, which does no harm. */
static gboolean
check_size (ModelDraft *draft, const char *text)
{
  int depth = 0, n = 0;
  gboolean in_formula = FALSE;

  for (const char *c = text; (c = strchr (c, '<')) != NULL; c++)
    {
      const char *end = strchr (c, '>');

      if (is_math (c))
        {
          n = 0;
          in_formula = c[1] != '/';
        }
      if (c[1] == '/')
        depth--;
      else if (c[1] != '?' && c[1] != '!' && end != NULL)
        {
          n++;
          depth += end[-1] != '/';
        }
      if (depth > MOST_LEVELS)
        model_draft_error (draft, 0, _("the elements of the file are nested in more than %d levels"), MOST_LEVELS);
      else if (in_formula && n > MOST_ELEMENTS)
        model_draft_error (draft, 0, _("a formula has more than %d elements"), MOST_ELEMENTS);
      if (model_draft_n_errors (draft) > 0)
        return FALSE;
    }
  return TRUE;
}

static void
read_sbml (ModelDraft *draft, const char *text)
{
  Reader reader = { .draft = draft };
  SBMLDocument_t *document;

  if (!check_size (draft, text))
    return;
  if (g_regex_match_simple (":required\\s*=\\s*[\"'](true|1)[\"']", text, 0, 0))
    {
      model_draft_error (draft, 0, _("the file needs a package of SBML level 3, which is not imported"));
      return;
    }

  if (!load_library ())
    {
      model_draft_error (draft, 0, _("SBML is read by the library libsbml (package libsbml5), which is not installed"));
      return;
    }
  document = sbml.readSBMLFromString (text);
  for (unsigned k = 0; k < sbml.SBMLDocument_getNumErrors (document); k++)
    {
      const XMLError_t *error = (const XMLError_t *) sbml.SBMLDocument_getError (document, k);
      g_autofree char *message = g_strdelimit (g_strstrip (g_strdup (sbml.XMLError_getMessage (error))), "\n", ' ');

      if (sbml.XMLError_getSeverity (error) >= LIBSBML_SEV_ERROR)
        model_draft_error (draft, (int) sbml.XMLError_getLine (error), "%s", message);
    }
  reader.model = sbml.SBMLDocument_getModel (document);
  if (reader.model == NULL && model_draft_n_errors (draft) == 0)
    model_draft_error (draft, 0, _("the file has no model"));
  reader.symbols = g_hash_table_new (g_str_hash, g_str_equal);
  reader.others = g_hash_table_new (g_str_hash, g_str_equal);
  reader.order = g_ptr_array_new_with_free_func ((GDestroyNotify) symbol_free);
  if (model_draft_n_errors (draft) == 0)
    read_model (&reader);
  g_ptr_array_unref (reader.order);
  g_hash_table_unref (reader.others);
  g_hash_table_unref (reader.symbols);
  sbml.SBMLDocument_free (document);
}

const ModelImportKind model_import_kind_sbml = { .id = "sbml", .endings = { "sbml", "xml" }, .read = read_sbml };
