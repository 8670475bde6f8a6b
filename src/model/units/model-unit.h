/* Units of measurement: a number times base units to powers. Other names than those of model-unit-names.def are base units of their own, such
 * as "prey". */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define MODEL_UNIT_MOST_BASES 12

typedef struct
{
  double factor;     /* value of the unit in base units; finite and positive */
  int n_bases;
  struct
  {
    const char *name; /* interned: equal names are equal pointers */
    double power;     /* not 0 */
  } bases[MODEL_UNIT_MOST_BASES]; /* sorted by name */
} ModelUnit;

/* The unit of numbers. */
extern const ModelUnit model_unit_one;

/* Reads a unit such as "kg m/s^2", "mS/cm²", "N/m^1.5", "sqrt(m)/s", "1/(V s)" or "m s-1". As in SI practice with several slashes, factors are
 * read from the left: "J/kg K" is J·K/kg. "" and "1" are numbers. Returns FALSE if the text is not a unit: *unit is then not set. */
gboolean model_unit_parse (const char *text, ModelUnit *unit);
/* Computes a·b^power. Returns FALSE if the result has too many base units or is not finite. */
gboolean model_unit_multiply (const ModelUnit *a, const ModelUnit *b, double power, ModelUnit *product);
/* Returns whether two units measure the same kind of quantity, so that one can be converted to the other. */
gboolean model_unit_is_same_kind (const ModelUnit *a, const ModelUnit *b);
/* Returns whether two units are equal but for rounding. */
gboolean model_unit_is_equal (const ModelUnit *a, const ModelUnit *b);
/* Returns the unit as text, such as "kg m/s^2" or "0.01 A/m^2"; "1" for numbers. Free it with g_free. */
char *model_unit_text (const ModelUnit *unit);
G_END_DECLS
