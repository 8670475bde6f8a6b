/* The man page of the model format. */
#pragma once

/* Returns the man page stepwise-model(5) as roff, generated from the schema
 * that checks model files; free with g_free. */
char *cli_model_page (void);
