/* The call of CLP, between lab-linear-program.c and the C++ file that includes the headers of CLP. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* A linear program in the form of CLP: the coefficients column by column. The largest double stands for an infinite bound. */
typedef struct
{
  int n_columns, n_rows;
  const int *start;             /* index of the first coefficient of each column, and the number of coefficients */
  const int *index;             /* row of each coefficient */
  const double *values;         /* the coefficients */
  const double *low, *high;     /* bounds of the columns */
  const double *objective;
  const double *row_low, *row_high;
} LabClpProblem;

/* The status of CLP, whose values are 0 optimal, 1 infeasible, 2 unbounded, 3 a limit of iterations or time, 4 an error, 5 stopped by an event,
 * and two that the call adds. */
typedef struct
{
  int status;
  int secondary; /* secondary status of CLP; with status 1 the value 1 means that CLP could not prove it */
} LabClpAnswer;

enum
{
  LAB_CLP_NO_MEMORY = 100,
  LAB_CLP_EXCEPTION,
};

/* Returns nonzero to go on, zero to stop. */
typedef int (*LabClpContinue) (void *user);

/* Solves the program and stores the n_columns values of the solution if the status of the answer is 0. Asks func at each iteration. */
LabClpAnswer lab_clp_solve (const LabClpProblem *problem, LabClpContinue func, void *user, double *solution);

/* The type of that function. It is in a module of its own, so that a program that solves no linear program starts without CLP. */
typedef LabClpAnswer (*LabClpSolve) (const LabClpProblem *problem, LabClpContinue func, void *user, double *solution);

#ifdef __cplusplus
}
#endif
