/* The crossings of a witness in a held step, and what a search makes of each of them. */
#pragma once

#include "lab-event.h"

G_BEGIN_DECLS

typedef enum
{
  LAB_CROSSING_FOUND,     /* the search locates it, and the event happens there */
  LAB_CROSSING_LATER,     /* the step ends before it, at the event or at another one that happens earlier */
  LAB_CROSSING_DIRECTION, /* the event counts only crossings in the other direction */
  LAB_CROSSING_CONDITION, /* the search locates it, but the event does not happen: its condition `while` is false there */
  LAB_CROSSING_HIDDEN,    /* the witness has the same sign at the samples before and after it: the search does not see it */
  LAB_CROSSING_BESIDE,    /* it lies between the same samples as the one that the search locates */
  LAB_CROSSING_START,     /* it lies before the first sample at which the witness has a sign: it was zero or just handled at the start */
  LAB_CROSSING_UNKNOWN,   /* the search does not locate it for another reason */
} LabCrossingFate;

typedef struct
{
  double s;               /* time after the start of the step */
  int direction;          /* −1: the witness falls, 1: it rises */
  LabCrossingFate fate;
  int sample;             /* index of the last sample of the search before it */
} LabCrossing;

#define LAB_MOST_CROSSINGS 32

typedef struct
{
  int n;
  gboolean more;          /* there are more crossings than are kept */
  gboolean undefined;     /* the witness has no value at some times of the step */
  LabCrossing crossings[LAB_MOST_CROSSINGS]; /* in ascending order of time */
  int n_missed;           /* crossings that are hidden or beside, in a direction that is an event, before the step ends */
  int found;              /* index of the first crossing that is found; −1: none */
  int other;              /* index of the event that ends the step before this one can; −1: none */
  double other_s;
} LabCrossings;

/* Number of times at which the witness is evaluated to find its crossings, without the samples of the search. Crossings are missed if two are closer to
 * each other than two of these times, and |g| does not decrease towards them. */
#define LAB_CROSSING_TIMES 257

/* Finds the crossings of the witness of a search on the dense output of the step, and tells what the search makes of them. A search by isolation
 * method drake must have no guard points, since that method looks at the ends of a step alone. Free it with g_free. */
LabCrossings *lab_event_crossings (LabEvent *event, const LabSearch *search);

G_END_DECLS
