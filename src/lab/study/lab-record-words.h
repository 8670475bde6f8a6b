/* The words for attempts and events in files and answers. Scripts read them, so a word never changes its meaning. */
#pragma once

#include "ode-attempt.h"

/* Returns the word for the outcome of an attempt, such as "accepted". A step that was cut at a switch has the word "cut_by_switch". */
const char *lab_outcome_word (const OdeAttempt *attempt);
/* Returns the word for the rule that determined the next step size, an OdeClamp, such as "max_step". */
const char *lab_clamp_word (int clamp);
/* Returns the word for a purpose of evaluations of the right-hand side, an OdePurpose, such as "stages". */
const char *lab_purpose_word (int purpose);
/* Returns the word for what caused an event, a SimTrigger, such as "crossing"; "change" for the change of a parameter. */
const char *lab_trigger_word (int trigger);
