/* The control that a page asks the reader to set, and the attempt that it asks the reader to open. */
#include "wb-lessons-private.h"

#include <math.h>
#include <string.h>

#include "lab-registry.h"
#include "sim-config-rows.h"
#include "wb-laboratory.h"
#include "wb-microscope.h"
#include "wb-number-field.h"

/* The control of a page. */
typedef enum { NONE, SLIDER_OF_LABORATORY, FIXED_STEP, PARAMETER, SETTING } Control;

/* Returns whether the page shows the page of the method in the Laboratory, which has a step of its own. */
static gboolean
shows_method (const LabLessonPage *page)
{
  return page->place != NULL && page->place->kind == LAB_LINK_LABORATORY && (lab_registry_find (page->place->words[0])->places & LAB_PLACE_METHOD);
}

static Control
control_of (WbLessons *self)
{
  const LabLessonPage *page = self->lesson != NULL ? wb_lessons_page (self) : NULL;

  if (page == NULL || page->ask != LAB_ASK_SET || page->control == NULL)
    return NONE;
  if (strcmp (page->control, "step") == 0)
    return shows_method (page) ? SLIDER_OF_LABORATORY : FIXED_STEP;
  return sim_config_row_of (page->control) != NULL ? SETTING : PARAMETER;
}

/* Returns the present value of the control, or NaN. */
static double
value_of (WbLessons *self)
{
  const LabLessonPage *page = wb_lessons_page (self);
  const Control control = control_of (self);
  g_autofree char *text = NULL;
  double value = NAN;

  if (control == SLIDER_OF_LABORATORY)
    return wb_laboratory_step (wb_laboratory_of (self->session));
  text = wb_session_get (self->session, control == PARAMETER ? WB_PARAMETER : WB_SETTING, control == FIXED_STEP ? "max_step" : page->control);
  return text != NULL && wb_number_read (text, &value) ? value : NAN;
}

void
wb_lessons_prepare_control (WbLessons *self)
{
  const LabLessonPage *page = wb_lessons_page (self);
  const WbLessonAnswer *answer = wb_lessons_answer (self);
  double value = !isnan (answer->number) ? answer->number : page->from;

  if (page->ask != LAB_ASK_SET || answer->revealed || self->config == NULL)
    return;
  switch (control_of (self))
    {
    case FIXED_STEP:
      sim_config_set (self->config, "error_control", "false", SIM_ORIGIN_LIVE, NULL);
      sim_config_set_number (self->config, "max_step", value, SIM_ORIGIN_LIVE, NULL);
      break;
    case SETTING:
      sim_config_set_number (self->config, page->control, value, SIM_ORIGIN_LIVE, NULL);
      break;
    case PARAMETER:
      g_hash_table_insert (self->values->parameters, g_strdup (page->control), wb_number_text (value));
      break;
    case SLIDER_OF_LABORATORY: case NONE: default:
      break;
    }
}

void
wb_lessons_set_control (WbLessons *self, double value)
{
  const LabLessonPage *page = wb_lessons_page (self);
  const Control control = control_of (self);
  g_autofree char *text = wb_number_text (value);

  if (control == NONE || isnan (value) || value_of (self) == value)
    return;
  if (control == SLIDER_OF_LABORATORY)
    wb_laboratory_set_step (wb_laboratory_of (self->session), value);
  else
    wb_session_set (self->session, control == PARAMETER ? WB_PARAMETER : WB_SETTING, control == FIXED_STEP ? "max_step" : page->control, text, NULL);
}

void
wb_lessons_follow_control (WbLessons *self)
{
  const LabLessonPage *page = self->lesson != NULL && !self->opening ? wb_lessons_page (self) : NULL;
  WbLessonAnswer *answer = page != NULL ? wb_lessons_answer (self) : NULL;
  double value = NAN;

  if (page == NULL || answer->revealed)
    return;
  if (page->ask == LAB_ASK_SET)
    value = value_of (self);
  else if (page->ask == LAB_ASK_ATTEMPT && wb_microscope_is_open (wb_microscope_of (self->session)) && !wb_microscope_shows_event (wb_microscope_of (self->session)))
    value = (double) wb_microscope_index (wb_microscope_of (self->session)) + 1;
  if (isnan (value) || value == answer->number || (page->ask == LAB_ASK_SET && isnan (answer->number) && value == page->from))
    return;
  answer->number = value;
  wb_lessons_emit_guess (self);
}
