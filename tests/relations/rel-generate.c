/* Random models are sums of bounded terms and a decay, so that their solutions stay bounded and smooth but for the conditions and events
 * that are drawn. All numbers have three digits, so that a small file of a violation can be read. */
#include "rel-generate.h"

#include <string.h>

#include "ode-methods.h"

/* The parts that a model has besides its states x1 … xn. */
typedef enum
{
  HAS_TIME = 1 << 0,         /* terms that depend on t */
  HAS_COUNT = 1 << 1,        /* a discrete state that events change */
  HAS_ALGEBRAIC = 1 << 2,    /* an algebraic unknown */
  HAS_ARRAY = 1 << 3,        /* a state with elements, and a discrete one */
  HAS_SECOND_ORDER = 1 << 4, /* x2 is the velocity of x1 */
  HAS_PARAMETERS = 1 << 5,
  HAS_FUNCTION = 1 << 6,
  HAS_TABLES = 1 << 7,
  HAS_VARIABLE = 1 << 8,
  HAS_NOISE = 1 << 9,
  HAS_MASS = 1 << 10,     /* a mass matrix */
  HAS_ROTATION = 1 << 11, /* a rotation whose angular velocity is a function of the states */
  HAS_MECHANISM = 1 << 12, /* coordinates with masses and forces */
  HAS_WIRE = 1 << 13,     /* the mechanism has a constraint */
  HAS_CONTACT = 1 << 14,  /* a ball on a moving floor: it comes to rest, or the run ends when its impacts accumulate */
  HAS_FRICTION = 1 << 15, /* a block that sticks and slides */
  HAS_RELAY = 1 << 16,    /* a heater that two events switch at one level, or at two */
} Parts;

#define IMPLICIT (HAS_ALGEBRAIC | HAS_MASS | HAS_WIRE)

typedef struct
{
  GRand *random;
  GString *out;
  int n; /* number of the states x1 … xn */
  Parts parts;
  double height_zero, speed_zero; /* zero points of the states of a contact: height and velocity are differences of larger numbers */
} Draw;

static double
number (const Draw *draw, double low, double high)
{
  return (double)(int)(1000 * g_rand_double_range (draw->random, low, high)) / 1000;
}

static gboolean
one_in (const Draw *draw, int n)
{
  return g_rand_int_range (draw->random, 0, n) == 0;
}

static const char *
one_of (const Draw *draw, const char *const *texts, int n)
{
  return texts[g_rand_int_range (draw->random, 0, n)];
}

static gboolean
has (const Draw *draw, Parts part)
{
  return (draw->parts & part) != 0;
}

static void G_GNUC_PRINTF (2, 3)
add (const Draw *draw, const char *format, ...)
{
  va_list values;

  va_start (values, format);
  g_string_append_vprintf (draw->out, format, values);
  va_end (values);
}

/* Adds a term that depends on t. */
static void
add_term_of_time (const Draw *draw, double a, double b, double c)
{
  switch (g_rand_int_range (draw->random, 0, 7))
    {
    case 0:
      add (draw, " + %g*cos(%g*t)", a, b);
      break;
    case 1:
      add (draw, " + if(t > %g, %g, %g)", number (draw, 0.5, 6), a, c);
      break;
    case 2:
      add (draw, " + if(mod(t, %g) < %g, %g, %g)", b + 0.2, 0.4 * b + 0.05, a, c);
      break;
    case 3:
      add (draw, " + if(sin(%g*t + %g) > 0.3, %g, 0)", b, c, a);
      break;
    case 4:
      add (draw, " + %g*step(t - %g)", a, number (draw, 0.5, 6));
      break;
    case 5:
      add (draw, " + %g*floor(%g*t)/(1 + abs(t))", a, b);
      break;
    default:
      add (draw, " + %g*max(0, sin(%g*t))", a, b);
      break;
    }
}

/* Adds a term that is continuous only, or jumps. */
static void
add_term_with_edges (const Draw *draw, int i, int k, double a, double b, double c)
{
  switch (g_rand_int_range (draw->random, 0, 8))
    {
    case 0:
    case 1:
      add (draw, " + if(x%d > %g, %g, %g*x%d)", i, c, a, b, k);
      break;
    case 2:
      add (draw, " + %g*abs(x%d - (%g))", 0.5 * a, i, c);
      break;
    case 3:
      add (draw, " + %g*min(x%d, %g)", 0.5 * a, i, c);
      break;
    case 4:
      add (draw, " + %g*sin(max(x%d, x%d + %g))", a, i, k, c);
      break;
    case 5:
      add (draw, " + if(x%d > %g and x%d < %g, %g, 0)", i, c, k, c + 0.3, a);
      break;
    case 6:
      add (draw, " + %g*sign(x%d - (%g))", a, i, c);
      break;
    default:
      add (draw, " + if(not (x%d > %g) or x%d > 1.2, %g, %g)", i, c, k, a, c);
      break;
    }
}

/* Adds a term in the states x1 … xn and what else the model has. */
static void
add_term (const Draw *draw)
{
  int i = g_rand_int_range (draw->random, 1, draw->n + 1), k = g_rand_int_range (draw->random, 1, draw->n + 1);
  double a = number (draw, -1.5, 1.5), b = number (draw, 0.3, 2.5), c = number (draw, -0.8, 0.8);

  if (has (draw, HAS_TIME) && one_in (draw, 4))
    {
      add_term_of_time (draw, a, b, c);
      return;
    }
  if (one_in (draw, 5))
    {
      add_term_with_edges (draw, i, k, a, b, c);
      return;
    }
  switch (g_rand_int_range (draw->random, 0, 12))
    {
    case 0:
      add (draw, " + %g*sin(%g*x%d)", a, b, i);
      break;
    case 1:
      add (draw, " + %g*x%d", a, i);
      break;
    case 2:
      add (draw, " + %g*tanh(x%d*x%d)", a, i, k);
      break;
    case 3:
      add (draw, " + %g*x%d/(1 + x%d^2)", a, i, k);
      break;
    case 4:
      add (draw, " + %g*exp(-x%d^2)", a, i);
      break;
    case 5:
      add (draw, " + %g*atan2(x%d, 2 + cos(x%d))", a, i, k);
      break;
    case 6:
      add (draw, " + %g*log(1 + hypot(x%d, 1))", a, i);
      break;
    case 7:
      if (has (draw, HAS_PARAMETERS))
        add (draw, " + p*x%d - q*sin(x%d)", i, k);
      break;
    case 8:
      if (has (draw, HAS_FUNCTION))
        add (draw, " + f(x%d, %g)", i, c);
      break;
    case 9:
      if (has (draw, HAS_TABLES))
        add (draw, one_in (draw, 2) ? " + %g*smooth(x%d)" : " + %g*broken(x%d)", a, i);
      break;
    case 10:
      if (has (draw, HAS_VARIABLE))
        add (draw, " + %g*share", a);
      break;
    default:
      if (has (draw, HAS_NOISE))
        add (draw, " + %g*gust", a);
      break;
    }
}

/* ---- events ---- */

static void
add_trigger (const Draw *draw, double phase)
{
  static const char *const directions[] = { "rising", "falling", "both" };
  int i = g_rand_int_range (draw->random, 1, draw->n + 1), k = g_rand_int_range (draw->random, 1, draw->n + 1);
  /* Initial values and start times have three digits. Levels and times of events have a fourth digit, so that no event happens exactly at the initial
   * state, at the start, or at the time of another event: what happens there depends on rounding errors. */
  double level = number (draw, -1, 1) + 0.0005;

  switch (g_rand_int_range (draw->random, 0, 7))
    {
    case 0:
    case 1:
    case 2:
      add (draw, "    crossing: \"x%d - (%g)\"\n    direction: %s\n", i, level, one_of (draw, directions, 3));
      break;
    case 3:
      add (draw, "    crossing: \"x%d*x%d - sin(x%d) - (%g)\"\n    direction: %s\n", i, k, k, 0.5 * level, one_of (draw, directions, 3));
      break;
    case 4:
      if (has (draw, HAS_PARAMETERS))
        {
          add (draw, "    every: period\n    offset: %g\n", number (draw, 0.1, 0.9) + phase);
          break;
        }
      G_GNUC_FALLTHROUGH;
    case 5:
      add (draw, "    every: %g\n    offset: %g\n", number (draw, 0.4, 2), number (draw, 0.1, 0.9) + phase);
      break;
    default:
      add (draw, "    at: [%g, %g]\n", number (draw, 0.3, 3) + phase, number (draw, 4, 7) + phase);
      break;
    }
  if (one_in (draw, 6))
    add (draw, "    while: \"x%d > %g\"\n", k, number (draw, -1, 0) + 0.0003);
}

static void
add_events (const Draw *draw)
{
  int n_events = g_rand_int_range (draw->random, 1, 4);

  for (int event = 0; event < n_events; event++)
    {
      int target = g_rand_int_range (draw->random, 1, draw->n + 1), other = g_rand_int_range (draw->random, 1, draw->n + 1);
      double b = number (draw, -0.9, 0.9), c = number (draw, 0.2, 1);

      add (draw, "  e%d:\n", event + 1);
      add_trigger (draw, 0.0001 * (event + 1));
      switch (g_rand_int_range (draw->random, 0, 6))
        {
        case 0:
          break;
        case 1:
          add (draw, "    set: {x%d: \"%g*x%d + %g\"}\n", target, b, target, c);
          break;
        case 2:
          if (event == n_events - 1 && one_in (draw, 3))
            add (draw, "    terminate: ended\n");
          else
            add (draw, "    set: {x%d: \"x%d + %g\"}\n", target, target, number (draw, -0.6, 0.6));
          break;
        case 3:
          if (target != other)
            add (draw, "    set: {x%d: \"%g*x%d\", x%d: \"x%d - %g*x%d\"}\n", target, b, other, other, other, 0.3 * c, target);
          break;
        case 4:
          if (has (draw, HAS_COUNT))
            add (draw, "    update: {count: count + 1}\n");
          break;
        default:
          if (has (draw, HAS_ARRAY))
            add (draw, "    set: {marks: \"0.5*marks[i] + %g*x%d/i\", w: \"w[i] + 0.1*i\"}\n", c, target);
          break;
        }
    }
}

/* ---- parts ---- */

static void
add_states (const Draw *draw)
{
  int first = has (draw, HAS_SECOND_ORDER) ? 2 : 1;

  add (draw, "states:\n");
  if (has (draw, HAS_SECOND_ORDER))
    add (draw, "  x1: {initial: %g, derivative: x2, kind: position}\n", number (draw, -2, 2));
  for (int k = first; k <= draw->n; k++)
    {
      add (draw, "  x%d: {initial: %g, derivative: \"-%g*x%d", k, number (draw, -2, 2), number (draw, 0.1, 1.5), k);
      for (int term = g_rand_int_range (draw->random, 1, 4); term > 0; term--)
        add_term (draw);
      if (has (draw, HAS_COUNT) && k == 1)
        add (draw, " + 0.2*sin(count)");
      if (k == draw->n)
        add (draw, "%s%s%s%s%s%s", has (draw, HAS_ALGEBRAIC) ? " + 0.5*y" : "", has (draw, HAS_ARRAY) ? " + 0.3*w[2] - 0.2*sum(k, 1, 3, marks[k])" : "",
             has (draw, HAS_ROTATION) ? " + 0.4*R.x" : "", has (draw, HAS_MECHANISM) ? " + 0.3*sin(u)" : "",
             has (draw, HAS_CONTACT) ? " - 0.2*h + 0.3*lies" : "", has (draw, HAS_FRICTION) ? " + 0.2*z" : "");
      add (draw, "\"%s}\n", has (draw, HAS_SECOND_ORDER) && k == 2 ? ", kind: velocity" : "");
    }
  if (has (draw, HAS_ARRAY))
    add (draw, "  w: {size: 3, initial: \"0.1*i\", derivative: \"x1*0.1*i - %g*w[i]\"}\n", number (draw, 0.2, 1));
  if (has (draw, HAS_CONTACT))
    {
      const gboolean is_pair = draw->height_zero == 0 && draw->speed_zero == 0;

      add (draw, "  H: {initial: \"floor_height + (%g)\", derivative: rise%s}\n", number (draw, 0.2, 1) + draw->height_zero,
           is_pair ? ", kind: position" : "");
      add (draw, "  V: {initial: %g, derivative: \"-%g + %g*sin(x1)\"%s}\n", number (draw, -1, 1) + draw->speed_zero, number (draw, 2, 10),
           number (draw, 0, 1), is_pair ? ", kind: velocity" : "");
    }
  if (has (draw, HAS_FRICTION))
    add (draw, "  z: {initial: %g, derivative: \"%g*cos(%g*t) + %g*x1 - %g*side\"}\n", number (draw, 1.1, 2), number (draw, 0.3, 1),
         number (draw, 0.5, 2), number (draw, -0.3, 0.3), number (draw, 0.4, 1.2));
  if (has (draw, HAS_RELAY))
    add (draw, "  T: {initial: %g, derivative: \"-0.3*T + %g*heat + %g*sin(%g*t) + 0.1*x1\"}\n", number (draw, 0.5, 2), number (draw, 0.8, 2),
         number (draw, 0, 0.3), number (draw, 0.5, 3));
}

/* Draws the zero points of a contact from numbers of its own, so that the other parts of a model with this seed stay as they are. */
static void
draw_zeros (Draw *draw, double level)
{
  static const double heights[] = { 0, 0, 1, -0.5, 37, 1000, -1000 }, speeds[] = { 0, 0, 1, -5, 0.5, 100 };
  g_autoptr (GRand) random = g_rand_new_with_seed ((guint32)(1000 * (level + 10)));

  draw->height_zero = heights[g_rand_int_range (random, 0, G_N_ELEMENTS (heights))];
  draw->speed_zero = speeds[g_rand_int_range (random, 0, G_N_ELEMENTS (speeds))];
}

static void
add_sections_before_states (Draw *draw)
{
  if (has (draw, HAS_PARAMETERS))
    add (draw, "parameters:\n  p: {value: %g}\n  q: {value: %g}\n  period: {value: %g}\n", number (draw, -0.5, 0.5), number (draw, 0.2, 1),
         number (draw, 0.4, 2));
  if (has (draw, HAS_FUNCTION))
    add (draw, "functions:\n  f: {arguments: [a, b], value: \"%g*sin(a + b)/(1 + a^2)\"}\n", number (draw, -1.5, 1.5));
  if (has (draw, HAS_TABLES))
    {
      add (draw, "tables:\n  smooth: {x: [-2, -1, 0, 1, 2], y: [%g, %g, %g, %g, %g], interpolation: cubic, outside: hold}\n", number (draw, -1, 1),
           number (draw, -1, 1), number (draw, -1, 1), number (draw, -1, 1), number (draw, -1, 1));
      add (draw, "  broken: {x: [-1.5, -0.3, 0.4, 1.7], y: [%g, %g, %g, %g], interpolation: linear, outside: %s}\n", number (draw, -1, 1),
           number (draw, -1, 1), number (draw, -1, 1), number (draw, -1, 1), one_in (draw, 2) ? "hold" : "extend");
    }
  if (has (draw, HAS_VARIABLE) || has (draw, HAS_CONTACT))
    add (draw, "variables:\n");
  if (has (draw, HAS_VARIABLE))
    add (draw, "  part: sin(x1) + %g\n  share: part/(1 + part^2 + x%d^2)\n", number (draw, -1, 1), draw->n);
  if (has (draw, HAS_CONTACT))
    {
      double a = number (draw, 0, 0.2), w = number (draw, 0.5, 3), level = number (draw, -3, 3);

      draw_zeros (draw, level);
      add (draw, "  floor_height: %g + %g*sin(%g*t)\n  floor_speed: %g*cos(%g*t)\n", level, a, w, a * w, w);
      add (draw, "  h: H - (%g)\n  rise: V - (%g)\n", draw->height_zero, draw->speed_zero);
    }
  if (has (draw, HAS_NOISE))
    add (draw, "noise:\n  gust: {distribution: \"normal(0, 1)\", every: %g}\n", number (draw, 0.3, 1));
}

static void
add_sections_after_states (const Draw *draw)
{
  if (has (draw, HAS_MASS))
    add (draw, "mass_matrix:\n  rows: [x1, x2]\n  values: [[%g, 0.3], [-0.2, %g]]\n", number (draw, 0.5, 2), number (draw, 0.5, 2));
  if (has (draw, HAS_ROTATION))
    add (draw, "rotations:\n  R: {initial: {axis: [1, %g, 0.5], angle: %g}, angular_velocity: [x1, \"%g*sin(x%d)\", 0.3], frame: %s}\n",
         number (draw, -1, 1), number (draw, -2, 2), number (draw, -1, 1), draw->n, one_in (draw, 2) ? "body" : "world");
  if (has (draw, HAS_MECHANISM))
    {
      double a = number (draw, 0.3, 1);

      add (draw, "mechanics:\n  coordinates:\n");
      add (draw, "    u: {initial: %g, velocity_initial: %g, mass: %g, force: \"-u - 0.2*u.v + 0.3*x1\"}\n", a, has (draw, HAS_WIRE) ? 0.0 : a,
           number (draw, 0.5, 2));
      if (has (draw, HAS_WIRE))
        add (draw, "    s: {initial: %g, velocity_initial: 0, mass: 1, force: -2}\n  constraints: {wire: s - 0.5*u^2}\n", 0.5 * a * a);
    }
  if (has (draw, HAS_ALGEBRAIC))
    add (draw, "algebraic:\n  y: {initial: 0, residual: \"y + %g*tanh(y) - x1\"}\n", number (draw, 0.1, 1));
  if (has (draw, HAS_COUNT | HAS_ARRAY | HAS_CONTACT | HAS_FRICTION | HAS_RELAY))
    add (draw, "discrete:\n%s%s%s%s%s", has (draw, HAS_COUNT) ? "  count: {initial: 0}\n" : "",
         has (draw, HAS_ARRAY) ? "  marks: {size: 3, initial: \"0.2*i\"}\n" : "", has (draw, HAS_CONTACT) ? "  lies: {initial: 0}\n" : "",
         has (draw, HAS_FRICTION) ? "  sticks: {initial: 0}\n  side: {initial: 1}\n" : "", has (draw, HAS_RELAY) ? "  heat: {initial: -1}\n" : "");
}

static Parts
draw_parts (const Draw *draw)
{
  static const struct
  {
    Parts part;
    int one_in;
  } odds[] = {
    { HAS_TIME, 3 },    { HAS_COUNT, 3 }, { HAS_ALGEBRAIC, 8 }, { HAS_ARRAY, 6 },      { HAS_PARAMETERS, 3 }, { HAS_FUNCTION, 4 },   { HAS_TABLES, 4 },
    { HAS_VARIABLE, 4 }, { HAS_NOISE, 12 }, { HAS_ROTATION, 12 },  { HAS_MECHANISM, 12 }, { HAS_CONTACT, 8 },    { HAS_FRICTION, 8 },
    { HAS_RELAY, 10 },
  };
  Parts parts = 0;

  for (gsize k = 0; k < G_N_ELEMENTS (odds); k++)
    if (one_in (draw, odds[k].one_in))
      parts |= odds[k].part;
  if (draw->n > 1 && one_in (draw, 4))
    parts |= one_in (draw, 3) ? HAS_MASS : HAS_SECOND_ORDER;
  if ((parts & HAS_MECHANISM) && one_in (draw, 3))
    parts |= HAS_WIRE;
  /* `slide` needs explicit equations, and so does `rest`, which is left out. */
  return parts & IMPLICIT ? parts & ~HAS_FRICTION : parts;
}

char *
rel_generate (GRand *random)
{
  Draw draw = { random, g_string_new ("format: 1\nname: Random model\n"), g_rand_int_range (random, 1, 5), 0 };
  gboolean events;

  draw.parts = draw_parts (&draw);
  events = !one_in (&draw, 3);
  add (&draw, "time: {start: %g, end: %g}\n", g_rand_boolean (random) ? 0 : number (&draw, -3, 3), number (&draw, 5, 9));
  add_sections_before_states (&draw);
  add_states (&draw);
  add_sections_after_states (&draw);
  if (events || has (&draw, HAS_CONTACT | HAS_FRICTION | HAS_RELAY))
    add (&draw, "events:\n");
  if (events)
    add_events (&draw);
  if (has (&draw, HAS_CONTACT))
    {
      double restitution = number (&draw, 0.1, 0.7);
      gboolean rests = !has (&draw, IMPLICIT) && !one_in (&draw, 4), has_ceiling = one_in (&draw, 3);

      add (&draw, "  impact:\n    crossing: h - floor_height\n    direction: falling\n"
                  "    set: {H: \"floor_height + (%g)\", V: \"floor_speed - %g*(rise - floor_speed) + (%g)\"}\n%s", draw.height_zero,
           restitution, draw.speed_zero, rests ? "    rest: lies\n" : "");
      if (has_ceiling)
        add (&draw, "  ceiling: {crossing: \"h - floor_height - %g\", direction: rising, set: {V: \"floor_speed - %g*(rise - floor_speed) + (%g)\"}}\n",
             number (&draw, 0.3, 1.2) + 0.0005, restitution, draw.speed_zero);
    }
  if (has (&draw, HAS_FRICTION))
    {
      double level = number (&draw, -1, 1) + 0.0005;

      add (&draw, "  up: {crossing: \"z - (%g)\", direction: rising, set: {side: 1}, slide: sticks}\n", level);
      add (&draw, "  down: {crossing: \"z - (%g)\", direction: falling, set: {side: -1}, slide: sticks}\n", level);
    }
  if (has (&draw, HAS_RELAY))
    {
      double level = number (&draw, -1, 1) + 0.0005, wide = one_in (&draw, 2) ? 0 : number (&draw, 0.02, 0.3);

      add (&draw, "  off: {crossing: \"T - (%g)\", direction: rising, set: {heat: -1}}\n", level + wide);
      add (&draw, "  on: {crossing: \"T - (%g)\", direction: falling, set: {heat: 1}}\n", level);
    }
  return g_string_free (draw.out, FALSE);
}

/* ---- settings ---- */

/* Returns a method of order 3 or more, which can have small errors in some thousand steps. */
static const OdeMethod *
draw_method (const Draw *draw, gboolean algebraic)
{
  int n;
  const OdeMethod *const *methods = ode_methods (&n), *method;

  do
    method = methods[g_rand_int_range (draw->random, 0, n)];
  while (method->order < 3 || (method->traits & (ODE_TRAIT_DIVERGENT | ODE_TRAIT_NEEDS_PAIRS)) || (algebraic && !(method->traits & ODE_TRAIT_DAE)));
  return method;
}

char *
rel_generate_settings (GRand *random, gboolean algebraic)
{
  static const char *const more[] = { "", "", "", "norm=rms", "controller=pid", "guard=0", "guard=3", "fast_math=false" };
  Draw draw = { random, NULL, 0, 0 };
  const OdeMethod *method = draw_method (&draw, algebraic);
  gboolean fixed = !(method->traits & ODE_TRAIT_ADAPTIVE) || one_in (&draw, 8);

  return g_strdup_printf ("integrator=%s%s %s", method->id,
                          fixed               ? " error_control=false max_step=0.01"
                          : one_in (&draw, 8) ? " max_step=0.2"
                                              : "",
                          one_of (&draw, more, G_N_ELEMENTS (more)));
}
