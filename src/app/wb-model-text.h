/* The text of a model in a window, with the errors marked in their lines. */
#pragma once

#include "wb-window.h"

G_BEGIN_DECLS

void wb_model_text_present (WbWindow *window);

G_END_DECLS
