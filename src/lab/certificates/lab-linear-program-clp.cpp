/* Calls the simplex method of CLP. CLP is a C++ library, and only its C++ interface has events, with which a solution is cancelled. No exception
 * leaves this file. */
#include "lab-linear-program-private.h"

#include <cstring>
#include <new>
#include <vector>

#include <ClpEventHandler.hpp>
#include <ClpSimplex.hpp>
#include <ClpSolve.hpp>

/* Asks the caller at each event whether to go on. CLP raises an event at least once in each iteration and at each factorization. CLP copies the
 * handler with the model when it presolves; all copies share the caller. */
class LabClpWatch : public ClpEventHandler
{
public:
  LabClpWatch (LabClpContinue func, void *user) : func_ (func), user_ (user) {}

  /* Returns −1 to go on, or 0 to stop, as the base class requires. */
  int
  event (Event) override
  {
    return func_ (user_) ? -1 : 0;
  }

  ClpEventHandler *
  clone () const override
  {
    return new LabClpWatch (*this);
  }

private:
  LabClpContinue func_;
  void *user_;
};

/* Special option 2 of ClpSolve with the value 1 turns off the handler of SIGINT of CLP, which would end the solution without telling the
 * caller. The dual simplex method without presolve and without a crash (option 0 with the value 0) raises events from its start; presolve and the crash of the
 * automatic choice raise none in up to two seconds, and with them 20 000 rows take half as long again. */
LabClpAnswer
lab_clp_solve (const LabClpProblem *problem, LabClpContinue func, void *user, double *solution)
{
  LabClpAnswer answer = { LAB_CLP_NO_MEMORY, 0 };

  try
    {
      ClpSimplex model;
      LabClpWatch watch (func, user);
      ClpSolve options;
      std::vector<CoinBigIndex> start (problem->start, problem->start + problem->n_columns + 1); /* its type depends on how CLP was built */

      model.setLogLevel (0);
      model.passInEventHandler (&watch);
      model.loadProblem (problem->n_columns, problem->n_rows, start.data (), problem->index, problem->values, problem->low, problem->high,
                         problem->objective, problem->row_low, problem->row_high);
      options.setSpecialOption (2, 1);
      options.setPresolveType (ClpSolve::presolveOff);
      options.setSolveType (ClpSolve::useDual);
      options.setSpecialOption (0, 0);
      model.initialSolve (options);
      answer.status = model.status ();
      answer.secondary = model.secondaryStatus ();
      if (answer.status == 0)
        memcpy (solution, model.primalColumnSolution (), sizeof (double) * (size_t) problem->n_columns);
    }
  catch (const std::bad_alloc &)
    {
      answer.status = LAB_CLP_NO_MEMORY;
    }
  catch (...)
    {
      answer.status = LAB_CLP_EXCEPTION;
    }
  return answer;
}
