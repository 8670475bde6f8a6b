/* The arrangement of the parts of the card of a Butcher tableau. A wide card has two halves with a heading each: the grid and the order
 * conditions. In a narrow card they share a heading. The choice of the method and the buttons Reset and Save are in the title of the page
 * if it has room for them, else in the card. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_LAB_TABLEAU_FRAME (wb_lab_tableau_frame_get_type ())
G_DECLARE_FINAL_TYPE (WbLabTableauFrame, wb_lab_tableau_frame, WB, LAB_TABLEAU_FRAME, GtkWidget)

/* The widgets that the card makes. */
typedef struct
{
  GtkWidget *grid, *conditions;
  GtkWidget *choice;            /* button with the name of the method */
  GtkWidget *badges, *menu;
  GtkWidget *mark, *status, *facts;
  GtkWidget *use, *save, *reset; /* save: a WbLabTableauSave */
} WbLabTableauParts;

/* Makes the arrangement. It takes ownership of the parts. */
GtkWidget *wb_lab_tableau_frame_new (const WbLabTableauParts *parts);
/* Shows the name of the method in the button of the choice, and beside the heading while the button is in the title of the page. */
void wb_lab_tableau_frame_set_name (WbLabTableauFrame *self, const char *name);
/* Shows a line sample in the colour of the method (1 to 12) in the button of the choice; 0: none. */
void wb_lab_tableau_frame_set_color (WbLabTableauFrame *self, int color);
/* Returns the box for the title of the page. It is empty while the card has the buttons. */
GtkWidget *wb_lab_tableau_frame_tools (WbLabTableauFrame *self);
/* Returns the width in px that the box needs in the title. The result does not depend on where the buttons are. */
int wb_lab_tableau_frame_tools_width (WbLabTableauFrame *self);
/* Moves the buttons into the box for the title of the page, or into the card. */
void wb_lab_tableau_frame_show_tools (WbLabTableauFrame *self, gboolean in_title);

G_END_DECLS
