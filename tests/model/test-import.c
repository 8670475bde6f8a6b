/* Tests the import of models: what each construct becomes, that it is a valid model, and what wrong files say. Values against XPPAUT itself are compared by
 * tests/cli/run-xppaut.py. */
#include <glib.h>
#include <string.h>

#include "model-diagnostic.h"
#include "model-import.h"
#include "model-library.h"
#include "model-load.h"

typedef struct
{
  const char *title, *kind, *text;
  const char *wanted[8]; /* lines of the model file, or of the messages */
} Row;

/* Imports a text. Returns the model file, or NULL, and sets the messages. */
static char *
import (const char *kind, const char *text, char **messages)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autofree char *written = model_import_text (model_import_find (kind), text, -1, "a.ode", diagnostics);

  g_assert_true ((written == NULL) == (model_diagnostics_n_errors (diagnostics) > 0));
  *messages = model_diagnostics_to_string (diagnostics);
  if (written != NULL)
    {
      g_autoptr (GPtrArray) errors = model_diagnostics_new ();
      g_autoptr (Model) model = model_load_text (written, -1, "a.yaml", NULL, errors);
      g_autofree char *text_of_errors = model_diagnostics_to_string (errors);

      g_assert_cmpstr (text_of_errors, ==, "");
      g_assert_nonnull (model);
    }
  return g_steal_pointer (&written);
}

static gboolean failed;

/* Notes a failure unless each wanted text stands in `text`. */
static void
assert_contains (const Row *row, const char *text)
{
  for (int k = 0; k < 8 && row->wanted[k] != NULL; k++)
    if (text == NULL || strstr (text, row->wanted[k]) == NULL)
      g_printerr ("%s: '%s' is missing in\n%s", row->title, row->wanted[k], text != NULL ? text : "(nothing)"), failed = TRUE;
}

static const Row models[] = {
  /* The bindings of XPPAUT: found by running it. */
  { "powers to the left", "xppaut", "x'=2^x^2\n", { "derivative: (2^x)^2" } },
  { "comparison before sum", "xppaut", "x'=1>x+1\n", { "derivative: (1 > x) + 1" } },
  { "and before sum", "xppaut", "x'=x-1>1&x<4\n", { "derivative: x - (1 > 1 and x < 4)" } },
  { "product before and", "xppaut", "x'=1&x*2\n", { "derivative: 1 and x*2" } },
  { "or with sum", "xppaut", "x'=1|x+2\n", { "derivative: (1 or x) + 2" } },
  { "sign of a power", "xppaut", "x'=-x^2\n", { "derivative: -x^2" } },
  { "sign of a base", "xppaut", "x'=(-x)^2\n", { "derivative: (-x)^2" } },
  { "sign of a comparison", "xppaut", "x'=-x>1\n", { "derivative: -(x > 1)" } },
  { "sign of a product", "xppaut", "x'=3*(-x*2)\n", { "derivative: 3*(-x*2)" } },
  { "differences", "xppaut", "x'=1-(x-2)-3\n", { "derivative: 1 - (x - 2) - 3" } },
  { "quotients", "xppaut", "x'=1/(x/2)/3\n", { "derivative: 1/(x/2)/3" } },
  { "numbers", "xppaut", "x'=.5+1.+1.e-2*x\n", { "derivative: 0.5 + 1 + 1e-2*x" } },
  { "two stars", "xppaut", "x'=x**2\n", { "derivative: x^2" } },
  { "functions of other names", "xppaut", "x'=heav(x)+ln(x)+flr(x)+erfc(x)+not(x)\n", { "step(x) + log(x) + floor(x) + (1 - erf(x)) + (not x)" } },
  { "if then else", "xppaut", "x'=if(x>1)then(2)else(3)\n", { "derivative: \"if(x > 1, 2, 3)\"" } },
  { "cases of letters", "xppaut", "par VNA=2\nV'=vna*v\n", { "  VNA: 2\n", "derivative: VNA*V" } },
  { "lists", "xppaut", "par a=1,b=-2  c = 3\ninit x=.5 y=2\nx'=a\ny'=b+c\n", { "  a: 1\n", "  b: -2\n", "  c: 3\n", "initial: 0.5\n", "initial: 2\n" } },
  { "initial value as an equation", "xppaut", "dx/dt=-x\nx(0)=3\n", { "initial: 3\n", "derivative: -x\n" } },
  { "an array", "xppaut", "x[1..3]'=-x[j]\ninit x[1..3]=[j]\n", { "  x1:\n    initial: 1\n    derivative: -x1", "  x3:\n    initial: 3\n    derivative: -x3" } },
  { "neighbours in an array", "xppaut", "x0'=1\nx[1..2]'=x[j-1]+x[j+1]\nx3'=1\n", { "derivative: x0 + x2\n", "derivative: x1 + x3\n" } },
  { "an index of a list without a range", "xppaut", "u[1..2]'=1\nv[1..2]'=1\ninit u[1..2]=5,v[j]=[j]\n", { "  v2:\n    initial: 2\n" } },
  { "a block", "xppaut", "%[1..2]\nx[j]'=-y[j]\ny[j]'=x[j]\n%\n", { "  x1:\n", "    derivative: -y1\n", "  y2:\n", "    derivative: x2\n" } },
  { "a sum", "xppaut", "x[0..2]'=sum(0,2)of(i'*shift(x0,i'))\n", { "derivative: 0*x0 + 1*x1 + 2*x2\n" } },
  { "a function", "xppaut", "f(u,t)=u*t\nx'=f(x,2)\n", { "arguments: [u, t_]", "value: u*t_", "derivative: \"f(x, 2)\"" } },
  { "a fixed variable, a derived parameter, a number", "xppaut", "num k=2\npar a=1\n!b=a*k\nz=b*x\nx'=z\n", { "constants:\n  k: 2", "  b: a*k", "  z: b*x", "derivative: z" } },
  { "further columns", "xppaut", "x'=-x\naux P.E=x^2\naux x=2*x\n", { "  P_E: x^2", "  x_aux: 2*x" } },
  { "an event, one assignment after the other", "xppaut", "x'=1\ny'=1\nglobal 1 x-20 {x=x+1;y=2*x}\n",
    { "crossing: x - 20", "direction: rising", "      x: x + 1\n", "      y: 2*(x + 1)\n" } },
  { "an event in braces that sets a parameter", "xppaut", "par a=3\nx'=a\nglobal -1 {x} {a=-a}\n", { "discrete:\n  a:\n    initial: 3\n", "direction: falling", "a: -a" } },
  { "a differential-algebraic model", "xppaut", "x'=-x\n0=x+y-1\nsolv y=.5\n", { "algebraic:\n  y:\n    initial: 0.5\n    residual: x + y - 1\n", "integrator: radau3" } },
  { "a map", "xppaut", "x(t+1)=3*x*(1-x)+t\ninit x=.1\n@ total=50\n", { "  end: 50\n", "every: 1", "offset: 0.5", "x: 3*x*(1 - x) + (t - 0.5)" } },
  { "noise", "xppaut", "wiener w\nx'=-x+w\n@ dt=.01,meth=euler\n", { "normal(0, 1/sqrt(0.01))", "every: 0.01", "integrator: explicit_euler" } },
  { "a table", "xppaut", "par k=2\ng(u)=k*u\ntable w % 3 -1 1 g(t)+1\nx'=w(x)\n", { "x: [-1, 0, 1]", "y: [-1, 1, 3]", "outside: extend", "derivative: w(x)" } },
  { "a convolution that goes on by its period", "xppaut", "table w % 3 -1 1 2+t\nspecial k=conv(periodic,3,1,w,u0)\nu[0..2]'=k([j])\n",
    { "derivative: w(-1)*u2 + w(0)*u0 + w(1)*u1\n", "derivative: w(-1)*u1 + w(0)*u2 + w(1)*u0\n" } },
  { "a convolution that is reflected", "xppaut", "table w % 3 0 4 2+t\nspecial k=conv(even,3,1,w,u0)\nu[0..2]'=k([j])\n",
    { "derivative: w(0)*u1 + w(2)*u0 + w(4)*u1\n", "derivative: w(0)*u1 + w(2)*u2 + w(4)*u1\n" } },
  { "a convolution beyond which all is 0", "xppaut", "table w % 3 -1 1 2+t\nspecial k=conv(0,3,1,w,u0)\nu[0..2]'=k([j])\n", { "derivative: w(0)*u0 + w(1)*u1\n" } },
  { "options", "xppaut", "x'=-x\n@ total=7,t0=1 dt=.25,meth=qualrk,tol=1e-6\n", { "  start: 1\n  end: 8\n", "integrator: runge_kutta5", "accuracy: 1e-06" } },
  { "a line that goes on", "xppaut", "x'=-x \\\n+ 2\n", { "derivative: -x + 2" } },
  { "nothing after done", "xppaut", "x'=-x\ndone\nnonsense", { "derivative: -x" } },

  { "LaTeX", "equations", "\\begin{align}\\dot{x} &= \\sigma(y-x),\\\\ \\frac{dy}{dt} &= x\\left(\\rho - \\frac{y}{2}\\right)\\end{align}\n\\sigma=10\n\\rho=28\nx(0)=1\ny(0)=2\nt=0..3",
    { "  end: 3\n", "derivative: sigma*(y - x)\n", "derivative: x*(rho - y/2)\n", "  rho: 28\n" } },
  { "order 2", "equations", "x'' = -w^2 x - 2 c x'\nx(0)=1\nx'(0)=-3\nw=2\nc=0.1", { "derivative: x_dot\n    kind: position", "initial: -3\n    derivative: -w^2*x - 2*c*x_dot\n    kind: velocity" } },
  { "functions of the time", "equations", "x' = -x(t) + y(t) e^{-t}\ny' = sin 2t cos x + f(x)\nf(u) = u^2\nx(0)=1\ny(0)=0", { "derivative: -x + y*exp(-t)\n", "derivative: sin(2*t)*cos(x) + f(x)\n", "value: u^2" } },
  { "powers to the right", "equations", "x' = x^2^3 - 2x/3 y\nx(0)=1\ny = x", { "derivative: x^2^3 - 2*x/3*y", "  y: x\n" } },
  { "a symbol of Unicode", "equations", "θ'' = −ω² θ\nθ(0)=1\nω=3", { "  theta:\n", "derivative: -omega^2*theta" } },
  { "indices", "equations", "x_{1}' = k_{on} x_1\nx_1(0) = 2\nk_on = 5", { "  x_1:\n    initial: 2\n    derivative: k_on*x_1", "  k_on: 5" } },
  { "mass action", "equations", "2 A + B -> C, k1\nk1=3\nA=1\nB=2\nC=0", { "rate1: k1*A^2*B", "  A:\n    initial: 1\n    derivative: -2*rate1\n", "  C:\n    initial: 0\n    derivative: rate1\n" } },
  { "a reaction in both directions", "equations", "A <-> B, kf, kr\nkf=1\nkr=2\nA=1", { "rate1: kf*A", "rate2: kr*B", "derivative: -rate1 + rate2", "derivative: rate1 - rate2" } },
  { "a rate that contains a species", "equations", "S -> P, v S/(K + S)\nv=1\nK=2\nS=5", { "rate1: v*S/(K + S)", "derivative: -rate1" } },
  { "source and sink", "equations", "0 -> A, k\nA -> , d = 0.5\nk=2", { "rate1: k\n", "rate2: d*A\n", "  d: 0.5\n", "derivative: rate1 - rate2" } },
};

static const Row notes[] = {
  { "a boundary condition", "xppaut", "x'=1\nbndry x-1\n", { "a.ode:2:1: note: The boundary condition was left out: 'bndry x-1'." } },
  { "a set", "xppaut", "x'=1\nset one {a=1}\n", { "a.ode:2:1: note: The set of values was left out: 'set one {a=1}'." } },
  { "options of the display", "xppaut", "x'=1\n@ xlo=1,total=3,ylo=2\n", { "note: Options of XPPAUT were left out: xlo, ylo." } },
  { "a method", "xppaut", "x'=1\n@ meth=best\n", { "a.ode:2:1: note: The method 'best' is not known; the model has the method of Stepwise." } },
  { "another method", "xppaut", "x'=1\n@ meth=gear\n", { "a.ode:2:1: note: The method of the file is replaced by 'cvode_bdf'" } },
  { "the method of a differential-algebraic model", "xppaut", "x'=-x\n0=x+y\nsolv y=1\n", { "note: The method of the file is replaced by 'radau3'" } },
  { "a reserved name", "xppaut", "par step=2\nx'=step*x\n", { "a.ode:1:1: note: 'step' is called 'step_' here." } },
  { "an event of sign 0", "xppaut", "x'=1\nglobal 0 x-1 {x=0}\n", { "a.ode:2:1: note: An event with the sign 0 happens here where its condition crosses zero" } },
  { "no span", "equations", "x' = x\nx(0)=1", { "note: The time span is not given; 0 .. 10 was taken." } },
  { "no initial value", "equations", "x' = x\nt=0..1", { "a.ode:1:1: note: The initial value of 'x' is not given; 0 was taken." } },
  { "no value", "equations", "x' = k x\nx(0)=1", { "note: 'k' has no value; it is a parameter with the value 1." } },
};

static const Row errors[] = {
  { "a delay", "xppaut", "\nx'=delay(x,2)\n", { "a.ode:2:1: the function 'delay' does not exist in models" } },
  { "an integral", "xppaut", "x'=1\nu=int{exp(-t)#x}\n", { "a.ode:2:1: integral equations are not imported" } },
  { "a Markov chain", "xppaut", "x'=1\nmarkov z 2\n", { "a.ode:2:1: a Markov chain is not imported" } },
  { "a C library", "xppaut", "x'=1\nexport {x} {y}\n", { "a.ode:2:1: functions of a C library are not imported" } },
  { "an operator on arrays", "xppaut", "x'=1\nspecial k=sparse(5,2,w,i,u0)\n", { "a.ode:2:1: of the operators on arrays (special), only name=conv(" } },
  { "a convolution of too few weights", "xppaut", "table w % 3 -1 1 1\nspecial k=conv(0,2,2,w,u0)\nu[0..1]'=k([j])\n", { "a.ode:3:1: the table 'w' has too few values" } },
  { "a convolution of too few elements", "xppaut", "table w % 3 -1 1 1\nspecial k=conv(0,5,1,w,u0)\nu[0..1]'=k([j])\n", { "a.ode:3:1: 'k' needs numbers of points" } },
  { "another file", "xppaut", "#include other.ode\nx'=1\n", { "a.ode:1:1: other files are not included" } },
  { "an unknown name", "xppaut", "x'=1\ny'=x+foo\n", { "a.ode:2:1: 'foo' is not declared" } },
  { "an unknown function", "xppaut", "x'=1\ny'=bar(x)\n", { "a.ode:2:1: the function 'bar' is not declared" } },
  { "a missing parenthesis", "xppaut", "x'=sin(x\n", { "a.ode:1:1: ')' is missing at the end of 'sin(x'" } },
  { "a missing value", "xppaut", "x'=2*\n", { "a.ode:1:1: a value is missing at the end of '2*'" } },
  { "a name twice", "xppaut", "x'=1\npar x=2\n", { "a.ode:2:1: 'x' is declared twice" } },
  { "arguments", "xppaut", "f(a,b)=a+b\nx'=f(x)\n", { "a.ode:2:1: the function 'f' has another number of arguments" } },
  { "no equation", "xppaut", "par a=1\n", { "a.ode: the file has no differential equation" } },
  { "an endless array", "xppaut", "x[0..999999999]'=1\n", { "a.ode:1:1: the arrays have more than 200000 elements" } },
  { "a shift out of the list", "xppaut", "x[0..2]'=shift(x0,3)\n", { "a.ode:1:1: shift (x0, k) leaves the list of variables" } },
  { "a table elsewhere", "xppaut", "table w ../secret.tab\nx'=w(x)\n", { "a.ode:1:1: the file '../secret.tab' of the table must be in the folder of the model" } },
  { "a table without a file", "xppaut", "table w none.tab\nx'=w(x)\n", { "a.ode:1:1: the file 'none.tab' of the table cannot be read" } },
  { "unknowns without equations", "xppaut", "x'=1\nsolv y=1\n", { "a.ode: there are 0 equations 0=… and 1 unknowns 'solv'" } },
  { "order 3", "equations", "x''' = x\n", { "a.ode:1:1: derivatives of order 3 are not read" } },
  { "no statement", "equations", "x' = 1\nsome words\n", { "a.ode:2:1: 'some words' is neither an equation nor a reaction" } },
  { "an initial value without an equation", "equations", "x' = 1\ny(0) = 2\n", { "a.ode:2:1: 'y' has an initial value but no differential equation" } },
  { "a derivative on the right", "equations", "x' = 1\ny' = x'\n", { "a.ode:2:1: x' on a right side needs an equation for x''" } },
  { "an initial value elsewhere", "equations", "x' = 1\nx(3) = 2\n", { "a.ode:2:1: the initial value of 'x' is at 3; give the time span first" } },
  { "two rates", "equations", "A -> B, k, l\n", { "a.ode:1:1: a reaction has one rate: A -> B, k" } },
  { "nothing", "equations", "# no text\n", { "a.ode: the text has no differential equation and no reaction" } },
};

/* SBML around declarations, rules, reactions and events. */
#define SBML(body) \
  "<?xml version='1.0' encoding='UTF-8'?><sbml xmlns='http://www.sbml.org/sbml/level3/version1/core' level='3' version='1'><model id='m' name='A model'>" body "</model></sbml>"
#define ONE(volume, constant) "<listOfCompartments><compartment id='c' spatialDimensions='3' size='" volume "' constant='" constant "'/></listOfCompartments>"
#define SPECIES(id, amount, only) \
  "<species id='" id "' compartment='c' initialAmount='" amount "' hasOnlySubstanceUnits='" only "' boundaryCondition='false' constant='false'/>"
#define AB(only) "<listOfSpecies>" SPECIES ("A", "6", only) SPECIES ("B", "0", only) "</listOfSpecies>"
#define MATH(body) "<math xmlns='http://www.w3.org/1998/Math/MathML'>" body "</math>"
#define PARAMETER(id, value, constant) "<listOfParameters><parameter id='" id "' value='" value "' constant='" constant "'/></listOfParameters>"
#define REACTION(law) \
  "<listOfReactions><reaction id='r' reversible='false' fast='false'><listOfReactants><speciesReference species='A' stoichiometry='2' constant='true'/></listOfReactants>" \
  "<listOfProducts><speciesReference species='B' stoichiometry='1' constant='true'/></listOfProducts><kineticLaw>" law "</kineticLaw></reaction></listOfReactions>"
#define LAW MATH ("<apply><times/><ci>k</ci><ci>A</ci></apply>") "<listOfLocalParameters><localParameter id='k' value='0.5'/></listOfLocalParameters>"
#define RULE(kind, body) "<listOfRules><" kind " variable='p'>" MATH (body) "</" kind "></listOfRules>"
#define GROWTH "<listOfRules><rateRule variable='c'>" MATH ("<cn>1</cn>") "</rateRule></listOfRules>"
#define EVENT(trigger) \
  "<listOfEvents><event useValuesFromTriggerTime='true'><trigger initialValue='true' persistent='true'>" MATH (trigger) "</trigger>" \
  "<listOfEventAssignments><eventAssignment variable='A'>" MATH ("<cn>5</cn>") "</eventAssignment></listOfEventAssignments></event></listOfEvents>"
#define LATE "<apply><gt/><csymbol encoding='text' definitionURL='http://www.sbml.org/sbml/symbols/time'>time</csymbol><cn>20</cn></apply>"

static const Row sbml_models[] = {
  { "a volume of 1", "sbml", SBML (ONE ("1", "true") AB ("false") REACTION (LAW)),
    { "name: A model", "r_k: 0.5", "  r: r_k*A", "  A:\n    initial: 6\n    derivative: -2*r\n", "  B:\n    initial: 0\n    derivative: r\n" } },
  { "concentrations in another volume", "sbml", SBML (ONE ("3", "true") AB ("false") REACTION (LAW)),
    { "  c: 3", "  A:\n    initial: 6/c\n    derivative: -2*r/c\n", "  B:\n    initial: 0/c\n    derivative: r/c\n" } },
  { "amounts in another volume", "sbml", SBML (ONE ("3", "true") AB ("true") REACTION (LAW)), { "  A:\n    initial: 6\n    derivative: -2*r\n" } },
  { "a volume that grows", "sbml", SBML (ONE ("3", "false") AB ("false") GROWTH REACTION (LAW)),
    { "  c:\n    initial: 3\n    derivative: 1\n", "  A_amount:\n    initial: 6/c*c\n    derivative: -2*r\n", "  A: A_amount/c\n" } },
  { "an assignment rule", "sbml", SBML (ONE ("1", "true") AB ("false") PARAMETER ("p", "1", "false") RULE ("assignmentRule", "<apply><power/><ci>A</ci><cn>2</cn></apply>") REACTION (LAW)),
    { "  p: A^2\n" } },
  { "a rate rule and piecewise", "sbml",
    SBML (ONE ("1", "true") PARAMETER ("p", "4", "false")
          RULE ("rateRule", "<piecewise><piece><cn>1</cn><apply><gt/><ci>p</ci><cn>2</cn></apply></piece><otherwise><cn>3</cn></otherwise></piecewise>")),
    { "  p:\n    initial: 4\n    derivative: \"if(p > 2, 1, 3)\"\n" } },
  { "a minimum as piecewise", "sbml", SBML (PARAMETER ("p", "1", "false") RULE ("rateRule", "<piecewise><piece><ci>p</ci><apply><lt/><ci>p</ci><cn>1</cn></apply></piece><otherwise><cn>1</cn></otherwise></piecewise>")),
    { "min(p, 1)" } },
  { "a maximum as piecewise", "sbml", SBML (PARAMETER ("p", "1", "false") RULE ("rateRule", "<piecewise><piece><cn>1</cn><apply><geq/><cn>1</cn><ci>p</ci></apply></piece><otherwise><ci>p</ci></otherwise></piecewise>")),
    { "max(1, p)" } },
  { "a maximum with exchanged sides", "sbml", SBML (PARAMETER ("p", "1", "false") RULE ("rateRule", "<piecewise><piece><ci>p</ci><apply><lt/><cn>1</cn><ci>p</ci></apply></piece><otherwise><cn>1</cn></otherwise></piecewise>")),
    { "max(p, 1)" } },
  { "another piecewise", "sbml", SBML (PARAMETER ("p", "1", "false") RULE ("rateRule", "<piecewise><piece><ci>p</ci><apply><lt/><ci>p</ci><cn>1</cn></apply></piece><otherwise><cn>2</cn></otherwise></piecewise>")),
    { "if(p < 1, p, 2)" } },
  { "inverse hyperbolic functions", "sbml",
    SBML (PARAMETER ("p", "1", "false") RULE ("rateRule", "<apply><plus/><apply><arcsinh/><ci>p</ci></apply><apply><arccosh/><cn>2</cn></apply><apply><arctanh/><cn>0.5</cn></apply></apply>")),
    { "derivative: asinh(p) + acosh(2) + atanh(0.5)" } },
  { "an event", "sbml", SBML (ONE ("1", "true") AB ("false") REACTION (LAW) EVENT (LATE)), { "crossing: t - 20", "direction: rising", "      A: 5" } },
};

static const Row sbml_errors[] = {
  { "an algebraic rule", "sbml", SBML (ONE ("1", "true") PARAMETER ("p", "1", "false") "<listOfRules><algebraicRule>" MATH ("<ci>p</ci>") "</algebraicRule></listOfRules>"),
    { "algebraic rules are not imported" } },
  { "an equality as a trigger", "sbml", SBML (ONE ("1", "true") AB ("false") REACTION (LAW) EVENT ("<apply><eq/><ci>A</ci><cn>1</cn></apply>")),
    { "a trigger is imported if it consists of comparisons with < and >" } },
  { "an unknown name", "sbml", SBML (ONE ("1", "true") AB ("false") REACTION (MATH ("<ci>foo</ci>"))), { "foo" } },
  { "a species without a compartment", "sbml",
    SBML ("<listOfSpecies><species id='A' compartment='' initialAmount='1' hasOnlySubstanceUnits='false' boundaryCondition='false' constant='false'/></listOfSpecies>"),
    { "compartment" } },
  { "a constant species in a volume that grows", "sbml",
    SBML (ONE ("3", "false") "<listOfSpecies><species id='A' compartment='c' initialAmount='1' hasOnlySubstanceUnits='false' boundaryCondition='true' constant='false'/></listOfSpecies>"
          GROWTH),
    { "the concentration of 'A' follows the size of its compartment" } },
  { "a package", "sbml", "<sbml xmlns:comp='http://www.sbml.org/sbml/level3/version1/comp/version1' comp:required=\"true\"/>", { "needs a package of SBML level 3" } },
  { "no reaction", "sbml", SBML (ONE ("1", "true")), { "the file has no differential equation" } },
  { "another format", "sbml", "<html></html>", { "a.ode" } },
};

/* Imports all rows; `imported` says whether they are models. */
static void
check_rows (const Row *rows, gsize n, gboolean imported, gboolean in_messages)
{
  for (gsize k = 0; k < n; k++)
    {
      g_autofree char *messages = NULL, *written = import (rows[k].kind, rows[k].text, &messages);

      assert_contains (&rows[k], in_messages || written == NULL ? messages : written);
      if ((written != NULL) != imported)
        g_printerr ("%s: %s\n", rows[k].title, messages), failed = TRUE;
    }
  g_assert_false (failed);
}

static void
test_models (void)
{
  check_rows (models, G_N_ELEMENTS (models), TRUE, FALSE);
}

static void
test_notes (void)
{
  check_rows (notes, G_N_ELEMENTS (notes), TRUE, TRUE);
}

static void
test_errors (void)
{
  check_rows (errors, G_N_ELEMENTS (errors), FALSE, TRUE);
}

/* Files that are too deep or too wide for libsbml. */
static void
check_deep_sbml (void)
{
  g_autoptr (GString) text = g_string_new ("<?xml version='1.0'?><sbml xmlns='http://www.sbml.org/sbml/level3/version1/core' level='3' version='1'>");
  g_autofree char *messages = NULL, *written = NULL;

  for (int k = 0; k < 100000; k++)
    g_string_append (text, "<a>");
  written = import ("sbml", text->str, &messages);
  g_assert_null (written);
  g_assert_nonnull (strstr (messages, "nested in more than 500 levels"));
  g_clear_pointer (&messages, g_free);
  g_string_assign (text, "<?xml version='1.0'?><sbml xmlns='http://www.sbml.org/sbml/level3/version1/core' level='3' version='1'><model><m:math><apply><plus/>");
  for (int k = 0; k < 300000; k++)
    g_string_append (text, "<ci>p</ci>");
  g_string_append (text, "</apply></m:math></model></sbml>");
  written = import ("sbml", text->str, &messages);
  g_assert_null (written);
  g_assert_nonnull (strstr (messages, "a formula has more than 20000 elements"));
}

static void
test_sbml (void)
{
  g_autofree char *messages = NULL, *written = NULL;

  if (model_import_find ("sbml") == NULL)
    {
      g_test_skip ("the program is built without libsbml");
      return;
    }
  written = import ("sbml", "<html></html>", &messages);
  if (strstr (messages, "package libsbml5") != NULL)
    {
      g_test_skip ("libsbml is not installed");
      return;
    }
  check_deep_sbml ();
  check_rows (sbml_models, G_N_ELEMENTS (sbml_models), TRUE, FALSE);
  check_rows (sbml_errors, G_N_ELEMENTS (sbml_errors), FALSE, TRUE);
}

/* Deep, long and broken texts end with an error or a model, and never with a crash. */
static void
test_hostile (void)
{
  static const char *const pieces[] = { "(", "-", "x+", "sin(", "if(", "[", "{", "\\frac{", "x^", "f(x)=f(", "%[1..9]\n", "sum(0,9)of(" };
  const ModelImportKind *const *kinds = model_import_kinds ();

  for (int kind = 0; kinds[kind] != NULL; kind++)
    for (gsize k = 0; k < G_N_ELEMENTS (pieces); k++)
      {
        g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
        g_autoptr (GString) text = g_string_new ("x'=");
        g_autofree char *written = NULL;

        for (int n = 0; n < 20000; n++)
          g_string_append (text, pieces[k]);
        written = model_import_text (kinds[kind], text->str, (gssize) text->len, NULL, diagnostics);
        g_assert_null (written);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/import/constructs", test_models);
  g_test_add_func ("/model/import/what-is-left-out-is-named", test_notes);
  g_test_add_func ("/model/import/errors-have-their-lines", test_errors);
  g_test_add_func ("/model/import/sbml", test_sbml);
  g_test_add_func ("/model/import/hostile-texts", test_hostile);
  return g_test_run ();
}
