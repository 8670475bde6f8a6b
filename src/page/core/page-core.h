/* The numerical core of a live page, as functions that JavaScript calls: a model text, values and settings go in, rows, attempts and events
 * of a run come out. One page has one model and one run at a time. Texts are UTF-8 with a zero byte at the end. A text that a function
 * returns is valid until the next call of the function; arrays are valid until the next run. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Reads a model and makes it the model of the page. The values and settings that were given before are forgotten. extension is "" or a text with
 * outputs that are added to those of the model and with plots that replace its plots. Returns "" or the messages about errors. After an error the
 * page keeps its model. */
const char *page_open (const char *text, const char *file, const char *extension);
/* Returns the model as JSON: names, quantities, equations, columns, plots, methods and the settings in use. */
const char *page_describe (void);
/* Forgets all values and settings that page_set and page_setting have given. */
void page_reset (void);
/* Gives a value for the next run. table is "parameter", "initial", "constant" or "time" (name "start" or "end"). Returns "" or an error. */
const char *page_set (const char *table, const char *name, double value);
/* Gives a setting for the next run. Returns "" or an error. */
const char *page_setting (const char *key, const char *value);
/* Removes a setting that page_setting has given. */
void page_unset (const char *key);
/* Begins a run that records points_per_step values inside each step, at most max_values values, and at most max_attempts attempts. Returns
 * "" or an error. */
const char *page_begin (int points_per_step, double max_values, double max_attempts);
/* Advances the run for some milliseconds, at least one step. Returns whether the run continues. */
int page_advance (double milliseconds);
/* Returns the state of the run as JSON: how it ended, messages, statistics, and the number of rows, attempts and events. */
const char *page_status (void);
/* Returns the rows: for each t, its flags and the values of all columns. */
const double *page_rows (void);
/* Returns the attempts: for each PAGE_ATTEMPT_NUMBERS numbers. */
const double *page_attempts (void);
/* The numbers of an attempt: t, h, error, outcome, state with the largest error, limit of the next step, order, Newton iterations. */
#define PAGE_ATTEMPT_NUMBERS 8
/* Returns the events: for each its time, the number of the event, the rows before and after. */
const double *page_events (void);
/* Returns the states at the end of the run, and after them the discrete states. */
const double *page_final (void);
/* Returns the derivatives at n points of the plane of two states; points has x and y of each. The other states have their initial values.
 * Returns NULL if they cannot be computed. */
const double *page_field (int state_x, int state_y, const double *points, int n);

G_END_DECLS
