/* Lists of what is drawn, compared with those in a file. A picture is a list of paths, texts, images and clips with colour and place in px,
 * in the order in which they are drawn. */
#pragma once

#include "plot-view.h"

G_BEGIN_DECLS

/* The size and the target of a picture. */
typedef struct
{
  const char *name;     /* part of the name of the picture */
  double width, height; /* px */
  gboolean is_file;     /* TRUE: a vector file with the theme for paper; FALSE: the screen with the light theme */
} DrawnSize;

/* The sizes of pictures: a small and a large plot of the window, and a figure in a file. */
enum
{
  DRAWN_SMALL = 1 << 0,
  DRAWN_LARGE = 1 << 1,
  DRAWN_PAGE = 1 << 2,
  DRAWN_ALL = (1 << 3) - 1,
};

typedef struct DrawnTable DrawnTable;

/* Opens tests/plot/NAME for the comparison or, if the arguments of the program have "--record FILE", opens FILE for writing. Removes these
 * two arguments. */
DrawnTable *drawn_table_open (int *argc, char ***argv, const char *name);
/* Draws the view in these sizes, and compares each picture with that in the table, or records it. The names of the pictures are NAME
 * followed by that of the size. With the small picture, the description of the view and what it says at many points are compared. A
 * difference is a message of the test, which drawn_table_check fails. */
void drawn_table_view (DrawnTable *table, const char *name, unsigned sizes, PlotView *view);
/* Makes a view. */
typedef PlotView *(*DrawnMakeFunc) (gconstpointer data);
/* Fails the test if a view that is made, drawn and freed again and again keeps more memory each time. name is that in the message. */
void drawn_check_memory (const char *name, DrawnMakeFunc make, gconstpointer data);
/* Draws something in a size. Returns TRUE if a part was not drawn, and is then called again. */
typedef gboolean (*DrawnFunc) (gpointer user, cairo_t *cr, const DrawnSize *size);
/* Draws and compares pictures that are not views, like drawn_table_view. */
void drawn_table_drawing (DrawnTable *table, const char *name, unsigned sizes, DrawnFunc draw, gpointer user);
/* Fails the test if a picture differed since the last call, or is not in the table. Skips the test if the fonts are not those of the table,
 * because the places depend on them. */
void drawn_table_check (DrawnTable *table);
/* Adds a test that fails if the table has a picture that was not drawn. It must be the last test. */
void drawn_table_add_last_test (DrawnTable *table, const char *path);
/* Writes the file in a recording, and frees the table. */
void drawn_table_close (DrawnTable *table);

G_END_DECLS
