/* The state of the server and its lines, for serve.c and serve-wire.c. */
#pragma once

#include "serve-private.h"

G_BEGIN_DECLS

struct Serve
{
  int in, out;            /* file descriptors */
  gboolean broken;        /* TRUE: the output cannot be written */
  GHashTable *objects;    /* objects by number */
  gint64 last_object;
  gint64 id;              /* number of the present request */
  gint64 reported;        /* time of the last report of progress, in µs */
  gboolean is_cut;        /* TRUE: an evaluation, elaboration or compilation of the present request was ended, so its results have no meaning */
  GThread *reader;
  GAsyncQueue *requests;  /* documents of requests in order; the last element stands for the end of the input */
  GAsyncQueue *words;     /* words of the client after steps (serve-wire.c) */
  GMutex lock;            /* of the members below, which the reader uses too */
  GHashTable *cancelled;  /* numbers of requests that the client has cancelled and that have not ended */
  gboolean ended;         /* TRUE: the input has ended, so that no more words come */
  gint64 present;         /* number of the request that is being answered; −1: none */
  SimSimulator *running;  /* simulator to interrupt; NULL: none */
};

/* Returns whether the client has cancelled the present request. */
gboolean serve_wire_is_cancelled (Serve *serve);
/* Ends the present request. */
void serve_wire_end_request (Serve *serve);

G_END_DECLS
