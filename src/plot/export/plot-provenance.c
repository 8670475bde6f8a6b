/* Writes the provenance of a figure as text and in the form of each file format. */
#include "plot-provenance.h"

#include "plot-png.h"

const char *
plot_provenance_title (const PlotProvenance *provenance)
{
  if (provenance == NULL)
    return NULL;
  return provenance->title != NULL ? provenance->title : provenance->model;
}

char *
plot_provenance_line (const PlotProvenance *provenance)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();

  if (provenance == NULL)
    return NULL;
  if (provenance->model != NULL)
    g_ptr_array_add (parts, (gpointer) provenance->model);
  if (provenance->integrator != NULL)
    g_ptr_array_add (parts, (gpointer) provenance->integrator);
  if (provenance->version != NULL)
    g_ptr_array_add (parts, (gpointer) provenance->version);
  if (parts->len == 0)
    return NULL;
  g_ptr_array_add (parts, NULL);
  return g_strjoinv ("; ", (char **) parts->pdata);
}

char *
plot_provenance_text (const PlotProvenance *provenance)
{
  g_autofree char *line = plot_provenance_line (provenance);

  if (provenance == NULL || provenance->settings == NULL)
    return g_steal_pointer (&line);
  return line != NULL ? g_strconcat (line, "\n", provenance->settings, NULL) : g_strdup (provenance->settings);
}

static void
append_xmp (GString *xmp, const char *before, const char *text, const char *after)
{
  g_autofree char *escaped = text != NULL ? g_markup_escape_text (text, -1) : NULL;

  if (escaped != NULL)
    g_string_append_printf (xmp, "%s%s%s", before, escaped, after);
}

char *
plot_provenance_xmp (const PlotProvenance *provenance)
{
  g_autofree char *text = plot_provenance_text (provenance);
  GString *xmp;

  if (text == NULL)
    return NULL;
  /* Identifier and packet wrapper as in the XMP specification, part 1, section 7.3. */
  xmp = g_string_new ("<?xpacket begin=\"\xef\xbb\xbf\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
                      "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
                      "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" "
                      "xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\">\n");
  append_xmp (xmp, "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">", plot_provenance_title (provenance),
              "</rdf:li></rdf:Alt></dc:title>\n");
  append_xmp (xmp, "<dc:creator><rdf:Seq><rdf:li>", provenance->author, "</rdf:li></rdf:Seq></dc:creator>\n");
  append_xmp (xmp, "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">", text, "</rdf:li></rdf:Alt></dc:description>\n");
  append_xmp (xmp, "<xmp:CreatorTool>", provenance->version, "</xmp:CreatorTool>\n");
  append_xmp (xmp, "<xmp:CreateDate>", provenance->date, "</xmp:CreateDate>\n");
  g_string_append (xmp, "</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>");
  return g_string_free (xmp, FALSE);
}

void
plot_provenance_add_to_png (const PlotProvenance *provenance, GByteArray *png)
{
  plot_png_add_text (png, "Title", plot_provenance_title (provenance));
  if (provenance == NULL)
    return;
  plot_png_add_text (png, "Author", provenance->author);
  plot_png_add_text (png, "Software", provenance->version);
  plot_png_add_text (png, "Source", provenance->model);
  plot_png_add_text (png, "Integrator", provenance->integrator);
  plot_png_add_text (png, "Settings", provenance->settings);
  plot_png_add_text (png, "Creation Time", provenance->date);
}
