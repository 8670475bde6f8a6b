/* The answers of a simulated user to file dialogs. */
#pragma once

#include "wb-test.h"

G_BEGIN_DECLS

/* Makes each file dialog return a path in the temporary folder with the suggested name, instead of showing itself. A file there, which another test may
 * have left, is removed. */
void wb_test_files_begin (void);
/* Shows file dialogs again. */
void wb_test_files_end (void);
/* Returns the path that the last dialog returned, NULL if there was none since wb_test_files_begin or wb_test_files_forget. Owned by the helper. */
const char *wb_test_files_chosen (void);
/* Forgets the last path. */
void wb_test_files_forget (void);

G_END_DECLS
