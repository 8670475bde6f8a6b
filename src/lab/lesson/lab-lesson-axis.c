/* Chooses the range of the axis on which a reader draws a prediction, from values at the start of the run only, so
 * that the axis does not show the answer. */
#include "lab-lesson-axis.h"

#include <math.h>
#include <string.h>

/* Range of a linear axis, as multiples of the first value: a curve that changes its sign, doubles, or grows to several times its value fits
 * in. A logarithmic axis extends three decades to both sides of the first value. If the first value is 0, the sign of the curve is unknown,
 * and a linear axis extends equally to both sides. */
#define SPACE_ABOVE 10
#define SPACE_BELOW 1
#define SPACE_AROUND_ZERO 5
#define SPACE_DECADES 1000

/* Returns the scale of a column whose first value is 0. This is the size of the largest state with the same unit or, for a column with a
 * unit, of the largest parameter with the same unit; 1 if there is none. */
static double
scale_of_zero (const ModelSystem *system, const ModelColumn *column, const double *values)
{
  const Model *model = model_system_model (system);
  double scale = 0;

  for (int k = 0; k < model_system_n_columns (system); k++)
    {
      const ModelColumn *other = model_system_column (system, k);

      if (other->type == MODEL_COLUMN_STATE && strcmp (other->unit, column->unit) == 0 && isfinite (values[k]))
        scale = fmax (scale, fabs (values[k]));
    }
  /* A parameter without a unit is not used: it may have another meaning, such as a damping ratio. */
  for (int k = 0; scale == 0 && *column->unit != '\0' && k < model_n_parameters (model); k++)
    {
      const ModelQuantity *parameter = model_parameter (model, k);
      double value = parameter->value;

      if (strcmp (parameter->unit, column->unit) != 0)
        continue;
      model_system_get_parameter (system, parameter->name, &value);
      if (isfinite (value))
        scale = fmax (scale, fabs (value));
    }
  return scale > 0 ? scale : 1;
}

gboolean
lab_lesson_drawing_range (const ModelSystem *system, int column, const double *values, gboolean logarithmic, double *low, double *high)
{
  double first = values[column], size = fabs (first);

  if (!isfinite (first) || (logarithmic && !(first > 0)))
    return FALSE;
  if (logarithmic)
    {
      *low = first / SPACE_DECADES;
      *high = first * SPACE_DECADES;
    }
  else if (first == 0)
    {
      *high = SPACE_AROUND_ZERO * scale_of_zero (system, model_system_column (system, column), values);
      *low = -*high;
    }
  else
    {
      *low = first < 0 ? -SPACE_ABOVE * size : -SPACE_BELOW * size;
      *high = first < 0 ? SPACE_BELOW * size : SPACE_ABOVE * size;
    }
  return TRUE;
}
