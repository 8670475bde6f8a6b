/* The interface between a solver that is measured and the program that measures it. Each solver is a program of its own, so that libraries
 * and options of compilers do not mix. bench.py starts it and writes requests to it, one in each line:
 *
 *   PROBLEM METHOD TOLERANCE SECONDS
 *
 * The program solves the problem again and again for that time and prints one line of JSON: the number of steps, the error at the end, and
 * the samples, each the thread CPU time of a solution in seconds. Without requests it prints who it is: name, and methods by kind. */
#pragma once

#include "bench-problems.h"

typedef struct
{
  const char *name;           /* with version and how it was compiled */
  const char *const *methods; /* for problems that are not stiff; the list ends with NULL */
  const char *const *stiff_methods;
  const char *const *costs; /* further methods whose result is not a solution: the time of one of the `steps` is measured */
  /* Sets up a method for a problem. The time of this is not measured. Returns NULL if the solver does not have the method, or not for this
   * problem. */
  void *(*open) (const BenchProblem *problem, const char *method, double tolerance);
  /* Solves the problem from its start and writes the states at its end to x. Returns the number of steps; −1: it failed. */
  long (*solve) (void *self, double *x);
  void (*close) (void *self);
} Peer;

extern const Peer bench_peer;
