/* Models of other programs: the list of languages, and what is the same for all of them. */
#include "model-import.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "model-diagnostic.h"
#include "model-import-private.h"
#include "model-inputs.h"
#include "model-yaml.h"

const ModelImportKind *const *
model_import_kinds (void)
{
  static const ModelImportKind *const kinds[] = {
#define MODEL_IMPORT_KIND(name) &model_import_kind_##name,
#include "model-import-kinds.def"
#undef MODEL_IMPORT_KIND
    NULL
  };

  return kinds;
}

const ModelImportKind *
model_import_find (const char *id)
{
  for (const ModelImportKind *const *kind = model_import_kinds (); *kind != NULL; kind++)
    if (strcmp ((*kind)->id, id) == 0)
      return *kind;
  return NULL;
}

const ModelImportKind *
model_import_kind_of_path (const char *path)
{
  const char *dot = strrchr (path, '.');

  if (dot == NULL || strchr (dot, '/') != NULL)
    return NULL;
  for (const ModelImportKind *const *kind = model_import_kinds (); *kind != NULL; kind++)
    for (int k = 0; (*kind)->endings[k] != NULL; k++)
      if (g_ascii_strcasecmp ((*kind)->endings[k], dot + 1) == 0)
        return *kind;
  return NULL;
}

const char *
model_import_kind_id (const ModelImportKind *kind)
{
  return kind->id;
}

const char *const *
model_import_kind_endings (const ModelImportKind *kind)
{
  return kind->endings;
}

/* Sets the name of the model from the name of its file. */
static void
set_title (ModelDraft *draft, const char *name)
{
  g_autofree char *base = name != NULL ? g_path_get_basename (name) : NULL, *valid = base != NULL ? g_utf8_make_valid (base, -1) : NULL;
  char *dot = valid != NULL ? strrchr (valid, '.') : NULL;

  if (dot != NULL)
    *dot = '\0';
  if (valid != NULL)
    model_draft_set_title (draft, valid);
}

/* Returns the text of the model after a comment that says where it comes from, with a line for each note. Takes ownership of the text. */
static char *
with_notes (char *text, const char *name, const GPtrArray *diagnostics)
{
  g_autofree char *model = text, *base = name != NULL ? g_path_get_basename (name) : NULL;
  GString *out = g_string_new (NULL);

  g_autofree char *from = base != NULL ? g_strdup_printf (_("Imported from %s."), base) : g_strdup (_("Imported."));
  g_autofree char *valid = g_utf8_make_valid (from, -1);

  g_string_append_printf (out, "# %s\n", g_strdelimit (valid, "\n\r", ' '));
  for (guint k = 0; k < diagnostics->len; k++)
    {
      const ModelDiagnostic *diagnostic = diagnostics->pdata[k];
      g_autofree char *line = diagnostic->line > 0 ? g_strdup_printf (_("Line %d: "), diagnostic->line) : g_strdup ("");
      g_autofree char *message = g_strdelimit (g_utf8_make_valid (diagnostic->message, -1), "\n\r", ' ');

      g_string_append_printf (out, "# %s%s\n", line, message);
    }
  g_string_append (out, model);
  return g_string_free (out, FALSE);
}

/* Returns the text with a blank in place of each character that a model file may not contain. */
static char *
without_controls (const char *text)
{
  GString *out = g_string_sized_new (strlen (text));

  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      const gunichar c = g_utf8_get_char (text);
      const gboolean allowed = c == '\t' || c == '\n' || (c >= 0x20 && c <= 0x7E) || (c >= 0xA0 && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD && c != 0xFEFF) || c >= 0x10000;

      g_string_append_unichar (out, allowed ? c : ' ');
    }
  return g_string_free (out, FALSE);
}

char *
model_import_text (const ModelImportKind *kind, const char *text, gssize length, const char *name, GPtrArray *diagnostics)
{
  g_autoptr (GPtrArray) own = model_diagnostics_new ();
  g_autoptr (ModelDraft) draft = model_draft_new (name, own);
  const gsize n = length < 0 ? strlen (text) : (gsize) length;
  char *written = NULL;

  if (n > MODEL_YAML_MAX_BYTES)
    model_draft_error (draft, 0, _("the file is larger than %d bytes"), MODEL_YAML_MAX_BYTES);
  else if (memchr (text, '\0', n) != NULL)
    model_draft_error (draft, 0, _("the file contains a zero byte, so it is not a text"));
  else
    {
      /* Files of other programs may be in Latin 1, in comments above all. */
      g_autofree char *utf8 = g_utf8_validate (text, (gssize) n, NULL) ? g_strndup (text, n) : g_convert (text, (gssize) n, "UTF-8", "ISO-8859-1", NULL, NULL, NULL);
      g_autofree char *clean = without_controls (utf8);

      set_title (draft, name);
      kind->read (draft, clean);
    }
  if (model_draft_n_errors (draft) == 0)
    written = with_notes (model_draft_write (draft), name, own);
  if (written != NULL && strlen (written) > MODEL_YAML_MAX_BYTES)
    {
      model_draft_error (draft, 0, _("the model would be larger than %d bytes"), MODEL_YAML_MAX_BYTES);
      g_clear_pointer (&written, g_free);
    }
  g_ptr_array_extend_and_steal (diagnostics, g_steal_pointer (&own));
  return written;
}

char *
model_import_file (const ModelImportKind *kind, const char *path, GPtrArray *diagnostics)
{
  gsize length;
  g_autofree char *text = model_yaml_read_file (path, &length, diagnostics);

  return text != NULL ? model_import_text (kind, text, (gssize) length, path, diagnostics) : NULL;
}
