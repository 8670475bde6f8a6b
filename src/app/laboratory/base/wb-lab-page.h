/* The pages of the Laboratory as data. Each constant is in the file of its page. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* A page of the Laboratory. */
typedef struct
{
  const char *id;     /* name in session files and options */
  const char *title;  /* of its button in the title of the Laboratory */
  const char *row;    /* its row in the sidebar; NULL: it has none */
  const char *sketch; /* picture of the row, as LabStudyKind.sketch */
  gboolean of_model;  /* TRUE if the row is below the heading of the model; FALSE: below that of the method */
  GtkWidget *(*make) (WbSession *session); /* makes the page */
} WbLabPage;

#define WB_LAB_PAGE(name) extern const WbLabPage wb_laboratory_page_##name;
#include "wb-lab-pages.def"
#undef WB_LAB_PAGE

/* Places of the pages in the list. */
enum
{
#define WB_LAB_PAGE(name) WB_LAB_PLACE_OF_##name,
#include "wb-lab-pages.def"
#undef WB_LAB_PAGE
  WB_N_LAB_PAGES
};

G_END_DECLS
