/* What the tests of the phase plane share: windows with a plane, its parts, and clicks at points of the plane. */
#pragma once

#include "wb-hands.h"

#include "wb-lab-plane-figure.h"

/* Returns the page of the phase plane, the options of the Laboratory, the card of the section, and the return map. */
WbLabPlanePage *plane_page (WbWindow *window);
WbLaboratory *plane_laboratory (WbWindow *window);
WbLabPlaneSection *plane_section (WbWindow *window);
const LabReturns *plane_returns (WbWindow *window);
/* Returns whether the search has a result and nothing is computed. */
gboolean plane_is_ready (WbWindow *window);

/* Returns a window with the phase plane of a model, after the search. */
WbWindow *plane_opened (const char *model);
/* Returns a window with the FitzHugh–Nagumo model with two stable foci, each inside an unstable cycle, and a stable cycle around them. */
WbWindow *plane_opened_fitzhugh (void);

/* Sets (*px, *py) to the position of a point of the plane in the plot, in px. */
void plane_place (WbWindow *window, double x, double y, double *px, double *py);
/* Returns the visible label with this text in the page, or NULL. */
GtkWidget *plane_words (WbWindow *window, const char *text);
/* Returns how many of the names with this text are drawn. */
int plane_n_names (WbWindow *window, const char *text);
/* Returns the file that the first card inside a widget exports in a format. Free it with g_free. */
char *plane_exported_from (GtkWidget *widget, const char *format);
/* Returns the file that the card of the plane exports in a format. Free it with g_free. */
char *plane_exported (WbWindow *window, const char *format);

/* Waits until a condition holds, at most 4 s while nothing is computed. */
#define PLANE_WAIT(window, condition)                                                                                      \
  G_STMT_START                                                                                                             \
  {                                                                                                                        \
    gint64 end_ = g_get_monotonic_time () + 4 * G_USEC_PER_SEC;                                                            \
                                                                                                                           \
    while (!(condition) && (g_get_monotonic_time () < end_ || !plane_is_ready (window)))                                   \
      wb_test_turn (0.01);                                                                                                 \
  }                                                                                                                        \
  G_STMT_END

/* Clicks at a point of the plane until a condition holds. A thread draws the plane; a click that comes before the plane is drawn in its present
 * size misses the point. */
#define PLANE_CLICK_UNTIL(window, x, y, condition)                                                                            \
  G_STMT_START                                                                                                             \
  {                                                                                                                        \
    for (int try_ = 0; !(condition) && try_ < 20; try_++)                                                                  \
      {                                                                                                                    \
        double px_, py_;                                                                                                   \
                                                                                                                           \
        plane_place (window, x, y, &px_, &py_);                                                                                  \
        wb_hands_click (GTK_WIDGET (wb_lab_plane_page_area (plane_page (window))), px_, py_);                                 \
        PLANE_WAIT (window, condition);                                                                                    \
      }                                                                                                                    \
    g_assert_true (condition);                                                                                             \
  }                                                                                                                        \
  G_STMT_END
