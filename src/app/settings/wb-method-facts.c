/* Writes order, stages and traits of a method in a few words, and draws its stability region. */
#include "wb-method-facts.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ode-methods.h"
#include "plot-stability.h"
#include "wb-style.h"
#include "wb-translate.h"
#include "wb-widgets.h"

/* ---- picture of the stability region ---- */

typedef struct { const OdeMethod *method; cairo_surface_t *cache; int size, scale; gboolean dark; } Glyph;

static void
glyph_free (gpointer data)
{
  Glyph *glyph = data;

  g_clear_pointer (&glyph->cache, cairo_surface_destroy);
  g_free (glyph);
}

static void
draw_glyph (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user)
{
  Glyph *glyph = user;
  int scale = wb_widget_scale (GTK_WIDGET (area));

  if (glyph->cache == NULL || glyph->scale != scale || glyph->dark != wb_style_is_dark ())
    {
      cairo_t *inner;

      g_clear_pointer (&glyph->cache, cairo_surface_destroy);
      glyph->cache = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width * scale, height * scale);
      cairo_surface_set_device_scale (glyph->cache, scale, scale);
      inner = cairo_create (glyph->cache);
      plot_stability_glyph (inner, width, height, glyph->method, NULL, 0, wb_style_plot_theme ());
      cairo_destroy (inner);
      glyph->scale = scale;
      glyph->dark = wb_style_is_dark ();
    }
  cairo_set_source_surface (cr, glyph->cache, 0, 0);
  cairo_paint (cr);
}

GtkWidget *
wb_method_glyph_new (const OdeMethod *method, int size)
{
  GtkWidget *area = g_object_new (GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG, NULL);
  Glyph *glyph = g_new0 (Glyph, 1);

  glyph->method = method;
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area), size);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), size);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_glyph, glyph, glyph_free);
  gtk_widget_add_css_class (area, "glyph");
  gtk_widget_set_valign (area, GTK_ALIGN_CENTER);
  gtk_widget_set_overflow (area, GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (area), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Stability region"), -1);
  return area;
}

/* ---- facts ---- */

gboolean
wb_method_is_several (const OdeMethod *method)
{
  for (int i = 0; i < method->n_options; i++)
    if (strcmp (method->options[i].key, "max_order") == 0)
      return FALSE;
  return (method->traits & ODE_TRAIT_VARIABLE_ORDER) != 0;
}

char **
wb_method_facts (const OdeMethod *method)
{
  GPtrArray *facts = g_ptr_array_new ();
  int n_stages = ode_method_n_stages (method);
  static const struct { unsigned trait; const char *text; } words[] = {
    { ODE_TRAIT_L_STABLE, N_("L-stable") },   { ODE_TRAIT_SYMPLECTIC, N_("symplectic") }, { ODE_TRAIT_FSAL, N_("FSAL") },
    /* Translators: a method for rotations on their manifold. */
    { ODE_TRAIT_MANIFOLD, N_("manifold") },   { ODE_TRAIT_VARIABLE_ORDER, N_("variable order") },
    { ODE_TRAIT_TIME_REVERSIBLE, N_("reversible") },
  };

  if (method->order > 0 && !wb_method_is_several (method))
    g_ptr_array_add (facts, g_strdup_printf (method->traits & ODE_TRAIT_VARIABLE_ORDER ? _("order up to %d") : _("order %d"), method->order));
  if (n_stages > 0 && !wb_method_is_several (method) && !(method->traits & ODE_TRAIT_MULTISTEP))
    g_ptr_array_add (facts, g_strdup_printf (ngettext ("%d stage", "%d stages", n_stages), n_stages));
  g_ptr_array_add (facts, g_strdup (method->traits & ODE_TRAIT_IMPLICIT ? _("implicit") : _("explicit")));
  if ((method->traits & ODE_TRAIT_A_STABLE) && !(method->traits & ODE_TRAIT_L_STABLE))
    g_ptr_array_add (facts, g_strdup (_("A-stable")));
  for (guint i = 0; i < G_N_ELEMENTS (words) && facts->len < 4; i++)
    if (method->traits & words[i].trait)
      g_ptr_array_add (facts, g_strdup (_(words[i].text)));
  g_ptr_array_add (facts, NULL);
  return (char **) g_ptr_array_free (facts, FALSE);
}

char *
wb_method_traits_text (const OdeMethod *method)
{
  g_auto (GStrv) words = NULL;
  char traits[256];
  GString *text = g_string_new (NULL);

  ode_traits_text (method->traits, traits, sizeof traits);
  words = g_strsplit (traits, " ", -1);
  for (guint i = 0; words[i] != NULL; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", wb_translate (words[i]));
  return g_string_free (text, FALSE);
}
