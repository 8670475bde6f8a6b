/* The texts of the page of an event in the Microscope. */
#pragma once

#include "wb-search-picture.h"

G_BEGIN_DECLS

/* Returns a title: the name of an event and its number among the located events of the run (located = 0: no number). Free it with
 * g_free. */
char *wb_search_event_title (ModelSystem *system, int event, gsize located);
/* Returns the model, the times of the step and the time of the event as rich text. Free it with g_free. */
char *wb_search_about (const LabEvent *event, Model *model);
/* Returns a title that states how often the witness function crosses zero in the step. Free it with g_free. */
char *wb_search_shape_title (const WbSearchPicture *picture);
/* Returns a sentence with the signs of the witness function from which wb_search_shape_title follows. Free it with g_free. */
char *wb_search_shape_sentence (const WbSearchPicture *picture);
/* Returns sentences on the rest or the sliding that the event begins or ends, with the numbers that decide on it; NULL: it does neither. Free it with
 * g_free. */
char *wb_search_phase_sentence (const WbSearchPicture *picture, ModelSystem *system);

/* Returns a title for a step that was made again with another size (LabEvent.is_trial): whether the crossing is found. Free it with g_free. */
char *wb_search_trial_title (const WbSearchPicture *picture);
/* Returns what is found or missed in such a step, and why. Free it with g_free. */
char *wb_search_trial_sentence (const WbSearchPicture *picture, ModelSystem *system);
/* Returns the badge of such a step, as rich text, or NULL if the picture is that of the run. Free it with g_free. */
char *wb_search_trial_badge (const WbSearchPicture *picture, Model *model);

G_END_DECLS
