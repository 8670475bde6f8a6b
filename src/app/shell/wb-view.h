/* The views of the window as data: what each needs of the window, and what it does with keys. wb-view.c has the constants. Main thread. */
#pragma once

#include "wb-export-figure.h"
#include "wb-window.h"

G_BEGIN_DECLS

/* What the window shows beside a view, and how it uses it. */
typedef enum
{
  WB_VIEW_SIDEBAR = 1 << 0,
  WB_VIEW_PANEL = 1 << 1,         /* the panel of settings */
  WB_VIEW_TRANSPORT = 1 << 2,     /* the transport of the current run */
  WB_VIEW_STATISTICS = 1 << 3,    /* the transport has the statistics of the run */
  WB_VIEW_STRIP = 1 << 4,         /* an open lesson is a strip at the foot of the view */
  WB_VIEW_LESSON_SIDEBAR = 1 << 5, /* an open lesson is in the sidebar; it is a strip if the sidebar does not show it */
  WB_VIEW_PLOT_MENU = 1 << 6,     /* the menu of a narrow window has the plots of the session */
  WB_VIEW_FOCUS_PLOTS = 1 << 7,   /* keys go to the plots of the session if no widget uses them */
} WbViewNeeds;

/* A view. Each function may be NULL. */
typedef struct
{
  const char *id;      /* name in session files, lessons, actions and options */
  const char *title;   /* name for people */
  const char *icon;    /* icon of its button in the switcher of views; NULL: it has no button */
  const char *sidebar; /* name of its page of the sidebars */
  WbViewNeeds needs;
  WbExportSource exports; /* what Export and Print take from the session while the view is visible */
  void (*open) (WbWindow *self);                /* makes the widgets of the view before it is shown */
  void (*enter) (WbWindow *self);               /* moves the focus into the view after it is shown */
  char *(*heading) (WbWindow *self);            /* first line of the title of a narrow window; NULL, or if it returns NULL: the name of the model */
  char *(*subtitle) (WbWindow *self);           /* second line; NULL: the title of the view */
  gboolean (*hides_transport) (WbWindow *self); /* returns whether the visible page of the view needs no transport */
  void (*find) (WbWindow *self);                /* moves the focus to its search field; NULL: that of the list of models, or that of the gallery if the list is not beside the view */
  void (*go) (WbWindow *self, int by);          /* never NULL: shows the next (by = 1) or previous (by = −1) plot or card in place of one that is shown alone */
  void (*store_shown) (WbWindow *self);         /* stores what is visible, for export and print; NULL: that of Compare is stored */
  gboolean (*key) (WbWindow *self, guint key, GdkModifierType held); /* handles a key; returns FALSE if the key has no function */
  gboolean (*cancel) (WbWindow *self);          /* cancels the computation of the view; returns FALSE if none is running */
} WbView;

/* The views. */
extern const WbView wb_view_simulate, wb_view_text, wb_view_lessons, wb_view_gallery, wb_view_compare, wb_view_laboratory, wb_view_microscope, wb_view_ensemble,
  wb_view_help;
/* Returns all views, NULL-terminated, in the order of the switcher. */
const WbView *const *wb_views (void);
/* Returns the view with this id, or NULL. */
const WbView *wb_view_find (const char *id);

G_END_DECLS
