/* Computes the zero lines of a sampled function by marching squares and joins their segments to polylines. */
#include "plot-contour.h"

#include <math.h>

/* Computes zero lines by marching squares, the two-dimensional form of Lorensen and Cline, Marching cubes, SIGGRAPH 1987. The zero
 * line crosses a grid edge if the values a and b at its ends have different signs; linear interpolation gives the crossing at the
 * fraction u = a / (a − b) of the edge. An edge belongs to at most two cells. Therefore the graph whose nodes are crossed edges and
 * whose links are cells has degree at most 2, and each connected component is one polyline. Whole polylines are needed for dashes and
 * line joins. */

typedef struct
{
  const double *values;
  int nx, ny;
  gint32 *links;   /* for each edge, its two neighbours on the zero line; −1: none */
} Net;

/* Returns the index of an edge: 2·(j·nx + i) for that from (i, j) to (i + 1, j), one more for that from (i, j) to (i, j + 1). */
static int
across (const Net *net, int i, int j)
{
  return 2 * (j * net->nx + i);
}

static int
upward (const Net *net, int i, int j)
{
  return 2 * (j * net->nx + i) + 1;
}

static void
join (Net *net, int a, int b)
{
  net->links[2 * a + (net->links[2 * a] >= 0)] = b;
  net->links[2 * b + (net->links[2 * b] >= 0)] = a;
}

static void
join_cell (Net *net, int i, int j)
{
  const double v[4] = { net->values[j * net->nx + i], net->values[j * net->nx + i + 1], net->values[(j + 1) * net->nx + i + 1],
                        net->values[(j + 1) * net->nx + i] };
  const int edges[4] = { across (net, i, j), upward (net, i + 1, j), across (net, i, j + 1), upward (net, i, j) };
  int crossed[4], n = 0;

  for (int k = 0; k < 4; k++)
    if (isnan (v[k]))
      return;
  for (int k = 0; k < 4; k++)
    if ((v[k] < 0) != (v[(k + 1) % 4] < 0))
      crossed[n++] = edges[k];
  if (n == 2)
    join (net, crossed[0], crossed[1]);
  else if (n == 4)
    {
      /* All four edges are crossed (a saddle). The sign of the bilinear interpolant at the centre, which is the mean of the corners,
       * decides which corners are connected. */
      gboolean with_first = ((v[0] + v[1] + v[2] + v[3]) < 0) == (v[0] < 0);

      join (net, crossed[0], crossed[with_first ? 1 : 3]);
      join (net, crossed[2], crossed[with_first ? 3 : 1]);
    }
}

static void
edge_point (const Net *net, int edge, double point[2])
{
  int place = edge / 2, i = place % net->nx, j = place / net->nx;
  double a = net->values[place], b = net->values[edge % 2 == 0 ? place + 1 : place + net->nx], u = a / (a - b);

  point[0] = i + (edge % 2 == 0 ? u : 0);
  point[1] = j + (edge % 2 == 0 ? 0 : u);
}

/* Collects the points of one line from an edge until the line ends or closes. Removes the links that it
 * follows. */
static void
follow (Net *net, int start, GArray *points, gboolean *closed)
{
  int edge = start, from = -1;

  *closed = FALSE;
  while (edge >= 0)
    {
      double point[2];
      int next = -1;

      edge_point (net, edge, point);
      g_array_append_vals (points, point, 2);
      for (int k = 0; k < 2; k++)
        {
          int link = net->links[2 * edge + k];

          if (link >= 0 && link != from && next < 0)
            next = link;
        }
      net->links[2 * edge] = net->links[2 * edge + 1] = -1;
      if (next >= 0 && next == start)
        *closed = TRUE;
      if (next >= 0 && net->links[2 * next] < 0 && net->links[2 * next + 1] < 0)
        break;
      from = edge;
      edge = next;
    }
}

void
plot_contour (const double *values, int nx, int ny, PlotContourFunc func, gpointer user)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (double));
  int n_edges = 2 * nx * ny;
  Net net = { values, nx, ny, g_new (gint32, 2 * n_edges) };

  for (int k = 0; k < 2 * n_edges; k++)
    net.links[k] = -1;
  for (int j = 0; j + 1 < ny; j++)
    for (int i = 0; i + 1 < nx; i++)
      join_cell (&net, i, j);
  /* Pass 0 follows open lines from their ends, which are edges with one link. All remaining lines are closed; pass 1 follows
   * them. */
  for (int pass = 0; pass < 2; pass++)
    for (int edge = 0; edge < n_edges; edge++)
      {
        int n_links = (net.links[2 * edge] >= 0) + (net.links[2 * edge + 1] >= 0);
        gboolean closed;

        if (n_links == 0 || (pass == 0 && n_links != 1))
          continue;
        g_array_set_size (points, 0);
        follow (&net, edge, points, &closed);
        func (user, (const double *) (gpointer) points->data, points->len / 2, closed);
      }
  g_free (net.links);
}
