/* The menu of the card of a study, and what it does besides exports. */
#pragma once

#include "wb-lab-card.h"
#include "wb-study.h"

G_BEGIN_DECLS

/* Gives a card the menu of a study: full size, run, help, the numbers as a table, and the numbers and the command line for the clipboard. One of the parents of
 * the card has the actions `study.open` and `study.run`. The study must live as long as the card. */
void wb_lab_study_menu_add (WbLabCard *card, WbStudy *study);

G_END_DECLS
