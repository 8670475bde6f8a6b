/* Places the names by trying positions around each point and along each curve. The cost of a position is the number of cells of a grid of
 * pixels in the box of the name through which curves pass. A summed-area table (Crow, Comput. Graph. 18 (1984) 207) gives this number
 * for a box in constant time. */
#include "plot-layer-names.h"

#include <math.h>
#include <string.h>

#include "plot-dot.h"
#include "plot-style.h"

typedef enum { NAME_POINT, NAME_CURVE, NAME_NULLCLINE, NAME_NONE } NameKind;

/* A name, or a curve or mark without a name (NAME_NONE). */
typedef struct
{
  NameKind kind;
  char *text;         /* rich text; NULL: no name */
  char *state;        /* name of the state of a nullcline */
  PlotStyle style;
  double x, y;        /* coordinates of the named point, in units of the axes */
  double radius;      /* half the width of its mark in px; 0: no mark */
  GArray *points;     /* numbers x, y of the points of a curve, with NaN between its branches */
  PlotRectangle box;  /* rectangle of the text in the last drawing, in px */
  gboolean drawn;
} Name;

typedef struct
{
  PlotLayer layer;
  GPtrArray *names;   /* Name */
  double opacity;
} Names;

/* Width of the cells of the grid, px at the usual text size. */
#define CELL 3.0
/* Distance of a name from its point or curve, and from other names, px at the usual text size. */
#define GAP 3.0
#define APART 2.0
/* Number of points of a curve beside which its name is tried. */
#define TRIED 96
/* Cost of the second ring of positions around a point, and of each position after the first one, in cells. */
#define RING_COST 6.0
#define ORDER_COST 0.5
/* A curve's name is omitted if curves pass through more than this part of its cells. */
#define MOST_COVERED 0.12
/* Costs of a cell through which a curve passes, near the name and near the point of the curve beside which the name is tried, and the distances
 * that count as near, px at the usual text size. Where two curves are close together, the reader could not tell whose name it is. */
#define NEAR_NAME_COST 0.15
#define NEAR_NAME 6.0
#define NEAR_POINT_COST 0.5
#define NEAR_POINT 14.0
/* Cost of a point that is near another curve with a name in the same colour, and the part of the points of that curve that is looked at. */
#define AMBIGUOUS_COST 40.0
#define AMBIGUOUS_STRIDE 4

/* ---- the grid of cells ---- */

typedef struct
{
  double left, top, cell;
  int nx, ny;
  guint *sums;      /* (nx + 1)(ny + 1) sums of the cells to the left of and above each corner, which are 1 if a curve passes */
  GArray *marks;    /* PlotRectangle: boxes of marks */
} Grid;

static void
grid_mark (Grid *grid, double x, double y)
{
  int i = (int) floor ((x - grid->left) / grid->cell), j = (int) floor ((y - grid->top) / grid->cell);

  if (i >= 0 && i < grid->nx && j >= 0 && j < grid->ny)
    grid->sums[(j + 1) * (grid->nx + 1) + i + 1] = 1;
}

/* Marks the cells through which a curve passes. */
static void
grid_add_curve (Grid *grid, const PlotFrame *frame, const GArray *points)
{
  double last_x = NAN, last_y = NAN;

  for (guint k = 0; k + 1 < points->len; k += 2)
    {
      double x = plot_scale_map (frame->x, g_array_index (points, double, k)), y = plot_scale_map (frame->y, g_array_index (points, double, k + 1));
      double length = hypot (x - last_x, y - last_y);
      /* Only the part of a segment inside the grid counts, and a segment of finite length has finitely many cells. */
      int n = length < 1e5 ? (int) ceil (length / (grid->cell / 2)) : 1;

      for (int i = 1; i <= n && !isnan (length); i++)
        grid_mark (grid, last_x + (x - last_x) * i / n, last_y + (y - last_y) * i / n);
      last_x = x;
      last_y = y;
    }
}

static void
grid_init (Grid *grid, const PlotFrame *frame, const Names *names)
{
  double unit = frame->theme->line_grid;

  grid->left = frame->left;
  grid->top = frame->top;
  grid->cell = CELL * unit;
  grid->nx = MAX (1, (int) ceil (frame->width / grid->cell));
  grid->ny = MAX (1, (int) ceil (frame->height / grid->cell));
  grid->sums = g_new0 (guint, (gsize) (grid->nx + 1) * (gsize) (grid->ny + 1));
  grid->marks = g_array_new (FALSE, FALSE, sizeof (PlotRectangle));
  for (guint k = 0; k < names->names->len; k++)
    {
      const Name *name = names->names->pdata[k];
      double r = (name->radius + 1) * unit, x = plot_scale_map (frame->x, name->x), y = plot_scale_map (frame->y, name->y);

      if (name->points != NULL)
        grid_add_curve (grid, frame, name->points);
      else if (!isnan (x) && !isnan (y))
        g_array_append_vals (grid->marks, &(PlotRectangle) { x - r, y - r, 2 * r, 2 * r }, 1);
    }
  for (int j = 1; j <= grid->ny; j++)
    for (int i = 1; i <= grid->nx; i++)
      {
        guint *sum = &grid->sums[j * (grid->nx + 1) + i];

        *sum += sum[-1] + sum[-(grid->nx + 1)] - sum[-(grid->nx + 1) - 1];
      }
}

static void
grid_clear (Grid *grid)
{
  g_free (grid->sums);
  g_array_unref (grid->marks);
}

/* Returns the number of those cells of the grid that a box covers and a curve passes through. Sets *all to the number of cells that the box
 * covers. */
static guint
grid_count (const Grid *grid, const PlotRectangle *box, guint *all)
{
  int i0 = CLAMP ((int) floor ((box->x - grid->left) / grid->cell), 0, grid->nx), i1 = CLAMP ((int) ceil ((box->x + box->width - grid->left) / grid->cell), i0, grid->nx);
  int j0 = CLAMP ((int) floor ((box->y - grid->top) / grid->cell), 0, grid->ny), j1 = CLAMP ((int) ceil ((box->y + box->height - grid->top) / grid->cell), j0, grid->ny);
  int stride = grid->nx + 1;

  *all = (guint) ((i1 - i0) * (j1 - j0));
  return grid->sums[j1 * stride + i1] - grid->sums[j0 * stride + i1] - grid->sums[j1 * stride + i0] + grid->sums[j0 * stride + i0];
}

static gboolean
meets (const PlotRectangle *a, const PlotRectangle *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height && b->y < a->y + a->height;
}

/* Returns whether a box is inside the data area and covers no mark and no label. */
static gboolean
is_allowed (const Grid *grid, const PlotFrame *frame, const PlotRectangle *box)
{
  double unit = frame->theme->line_grid, apart = APART * unit;
  const PlotRectangle wide = { box->x - apart, box->y, box->width + 2 * apart, box->height };

  if (box->x < frame->left + unit || box->x + box->width > frame->left + frame->width - unit || box->y < frame->top + unit
      || box->y + box->height > frame->top + frame->height - unit || plot_placement_meets_label (frame, &wide))
    return FALSE;
  for (guint k = 0; k < grid->marks->len; k++)
    if (meets (box, &g_array_index (grid->marks, PlotRectangle, k)))
      return FALSE;
  return TRUE;
}

/* ---- places ---- */

/* Finds the best place of the name of a point, or returns FALSE. */
static gboolean
place_point (const Grid *grid, const PlotFrame *frame, const Name *name, PlotRectangle *box)
{
  /* Centres of the positions relative to the point, in half extents of the name and its distance. Below and above come first. */
  static const double around[][2] = {
    { 0, 1 }, { 0, -1 }, { 1, 0 }, { -1, 0 }, { 1, 1 }, { -1, 1 }, { 1, -1 }, { -1, -1 }, { 0.5, 1 }, { -0.5, 1 }, { 0.5, -1 }, { -0.5, -1 },
  };
  double unit = frame->theme->line_grid, best = INFINITY;
  double x = plot_scale_map (frame->x, name->x), y = plot_scale_map (frame->y, name->y);
  PlotRectangle tried = *box;

  if (!(x >= frame->left && x <= frame->left + frame->width && y >= frame->top && y <= frame->top + frame->height))
    return FALSE;
  for (int ring = 0; ring < 2; ring++)
    for (guint k = 0; k < G_N_ELEMENTS (around); k++)
      {
        double away = (name->radius + GAP * (1 + ring)) * unit, cost;
        guint all;

        tried.x = x - box->width / 2 + around[k][0] * (box->width / 2 + away);
        tried.y = y - box->height / 2 + around[k][1] * (box->height / 2 + away);
        if (!is_allowed (grid, frame, &tried))
          continue;
        cost = grid_count (grid, &tried, &all) + RING_COST * ring + ORDER_COST * k;
        if (cost >= best)
          continue;
        best = cost;
        *box = tried;
      }
  return isfinite (best);
}

/* Returns whether another named curve of the same colour is in a square. */
static gboolean
is_ambiguous (const Names *names, const PlotFrame *frame, const Name *name, const PlotRectangle *square)
{
  for (guint k = 0; k < names->names->len; k++)
    {
      const Name *other = names->names->pdata[k];

      if (other == name || other->kind != name->kind || other->style.series != name->style.series)
        continue;
      for (guint i = 0; i + 1 < other->points->len; i += 2 * AMBIGUOUS_STRIDE)
        {
          double x = plot_scale_map (frame->x, g_array_index (other->points, double, i)), y = plot_scale_map (frame->y, g_array_index (other->points, double, i + 1));

          if (x >= square->x && x <= square->x + square->width && y >= square->y && y <= square->y + square->height)
            return TRUE;
        }
    }
  return FALSE;
}

/* Finds the best place beside a curve, or returns FALSE. */
static gboolean
place_curve (const Grid *grid, const PlotFrame *frame, const Names *names, const Name *name, PlotRectangle *box)
{
  static const double sides[][2] = { { 0, -1 }, { 0, 1 }, { 1, 0 }, { -1, 0 }, { 1, -1 }, { -1, -1 }, { 1, 1 }, { -1, 1 } };
  double away = (GAP + 1) * frame->theme->line_grid, near = NEAR_NAME * frame->theme->line_grid, around = NEAR_POINT * frame->theme->line_grid, best = INFINITY;
  guint n = name->points->len / 2, stride = MAX (1, n / TRIED);
  PlotRectangle tried = *box;

  for (guint k = 0; k < n; k += stride)
    {
      double x = plot_scale_map (frame->x, g_array_index (name->points, double, 2 * k));
      double y = plot_scale_map (frame->y, g_array_index (name->points, double, 2 * k + 1));

      const PlotRectangle square = { x - around, y - around, 2 * around, 2 * around };
      guint all;
      double crowded;

      /* At NaN the comparisons are false. */
      if (!(x >= frame->left && x <= frame->left + frame->width && y >= frame->top && y <= frame->top + frame->height))
        continue;
      crowded = NEAR_POINT_COST * grid_count (grid, &square, &all) + (is_ambiguous (names, frame, name, &square) ? AMBIGUOUS_COST : 0);
      for (guint s = 0; s < G_N_ELEMENTS (sides); s++)
        {
          guint covered;
          PlotRectangle wide;
          double cost;

          tried.x = x - box->width / 2 + sides[s][0] * (box->width / 2 + away);
          tried.y = y - box->height / 2 + sides[s][1] * (box->height / 2 + away);
          if (!is_allowed (grid, frame, &tried))
            continue;
          covered = grid_count (grid, &tried, &all);
          if (covered > MOST_COVERED * all)
            continue;
          wide = (PlotRectangle) { tried.x - near, tried.y - near, tried.width + 2 * near, tried.height + 2 * near };
          /* Of places that cover equally much, one near the upper left corner is chosen. */
          cost = covered + crowded + NEAR_NAME_COST * grid_count (grid, &wide, &all) + ORDER_COST * s + ((tried.y - frame->top) / frame->height + 0.5 * (tried.x - frame->left) / frame->width);
          if (cost >= best)
            continue;
          best = cost;
          *box = tried;
        }
    }
  return isfinite (best);
}

static void
draw_name (const Grid *grid, PlotFrame *frame, const Names *names, Name *name)
{
  const PlotTheme *theme = frame->theme;
  double size = theme->size_remark, ascent, descent;
  g_autoptr (PangoLayout) layout = plot_text_layout (name->text, size, PLOT_TEXT_BOLD);
  PlotColor color = plot_color_fade (plot_style_color (&name->style, theme, TRUE), names->opacity);

  plot_text_measure (layout, &name->box.width, &ascent, &descent);
  name->box.height = ascent + descent;
  name->drawn = name->kind == NAME_POINT ? place_point (grid, frame, name, &name->box) : place_curve (grid, frame, names, name, &name->box);
  if (!name->drawn)
    return;
  plot_canvas_layout (frame->canvas, layout, name->box.x, name->box.y + ascent, 0, color, theme->halo, theme->background);
  if (name->state != NULL)
    plot_dot_draw (frame, name->state, size, PLOT_TEXT_BOLD, name->box.x, name->box.y + ascent, color);
  plot_placement_add_label (frame, &name->box);
}

static void
names_draw (PlotLayer *layer, PlotFrame *frame)
{
  Names *names = (Names *) layer;
  Grid grid;

  grid_init (&grid, frame, names);
  for (guint k = 0; k < names->names->len; k++)
    if (((const Name *) names->names->pdata[k])->kind != NAME_NONE)
      draw_name (&grid, frame, names, names->names->pdata[k]);
  grid_clear (&grid);
}

static guint64
names_serial (PlotLayer *layer)
{
  return 0;
}

/* ---- the layer ---- */

static void
name_free (gpointer data)
{
  Name *name = data;

  g_free (name->text);
  g_free (name->state);
  g_clear_pointer (&name->points, g_array_unref);
  g_free (name);
}

static void
names_free (PlotLayer *layer)
{
  g_ptr_array_unref (((Names *) layer)->names);
}

static const PlotLayerClass names_class = { "names", NULL, names_draw, NULL, NULL, names_serial, NULL, names_free };

PlotLayer *
plot_layer_names_new (void)
{
  Names *names = plot_layer_alloc (sizeof (Names), &names_class, PLOT_PLANE_FRONT);

  names->names = g_ptr_array_new_with_free_func (name_free);
  names->opacity = 1;
  return &names->layer;
}

void
plot_layer_names_set_opacity (PlotLayer *layer, double opacity)
{
  ((Names *) layer)->opacity = opacity;
}

static Name *
add (PlotLayer *layer, NameKind kind, const char *rich, int series)
{
  Name *name = g_new0 (Name, 1);

  name->kind = kind;
  name->text = g_strdup (rich);
  name->style.series = series;
  name->x = name->y = NAN;
  if (kind == NAME_CURVE || kind == NAME_NULLCLINE)
    name->points = g_array_new (FALSE, FALSE, sizeof (double));
  g_ptr_array_add (((Names *) layer)->names, name);
  return name;
}

void
plot_layer_names_add_point (PlotLayer *layer, const char *rich, double x, double y, double radius, int series)
{
  Name *name = add (layer, NAME_POINT, rich, series);

  name->x = x;
  name->y = y;
  name->radius = radius;
}

void
plot_layer_names_add_curve (PlotLayer *layer, const char *rich, int series)
{
  add (layer, NAME_CURVE, rich, series);
}

void
plot_layer_names_add_nullcline (PlotLayer *layer, const char *state, int series)
{
  g_autofree char *variable = plot_text_variable (state), *rich = g_strdup_printf ("%s = 0", variable);

  add (layer, NAME_NULLCLINE, rich, series)->state = g_strdup (state);
}

void
plot_layer_names_extend (PlotLayer *layer, const double *points, int n)
{
  static const double gap[2] = { NAN, NAN };
  Names *names = (Names *) layer;
  Name *name;

  g_return_if_fail (names->names->len > 0);
  name = names->names->pdata[names->names->len - 1];
  g_return_if_fail (name->points != NULL);
  g_array_append_vals (name->points, points, 2 * (guint) n);
  g_array_append_vals (name->points, gap, 2);
}

void
plot_layer_names_avoid (PlotLayer *layer, const double *points, int n)
{
  add (layer, NAME_NONE, NULL, 0)->points = g_array_new (FALSE, FALSE, sizeof (double));
  plot_layer_names_extend (layer, points, n);
}

void
plot_layer_names_avoid_mark (PlotLayer *layer, double x, double y, double radius)
{
  Name *name = add (layer, NAME_NONE, NULL, 0);

  name->x = x;
  name->y = y;
  name->radius = radius;
}

int
plot_layer_names_count (PlotLayer *layer)
{
  const Names *names = (const Names *) layer;
  int n = 0;

  for (guint k = 0; k < names->names->len; k++)
    n += ((const Name *) names->names->pdata[k])->kind != NAME_NONE;
  return n;
}

const char *
plot_layer_names_get (PlotLayer *layer, int index, PlotRectangle *box, gboolean *drawn)
{
  const Names *names = (const Names *) layer;

  for (guint k = 0; k < names->names->len; k++)
    {
      const Name *name = names->names->pdata[k];

      if (name->kind == NAME_NONE || index-- > 0)
        continue;
      *box = name->box;
      *drawn = name->drawn;
      return name->text;
    }
  return NULL;
}
