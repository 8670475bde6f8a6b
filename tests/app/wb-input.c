#include "wb-input.h"

#include <string.h>

#if defined (GDK_WINDOWING_X11) && defined (WB_TEST_XCB)

#include <gdk/x11/gdkx.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>

/* The FakeInput request of the XTEST protocol. It is defined here so that the Xlib library for XTEST is not
 * needed. */
typedef struct
{
  guint8 major, minor;
  guint16 length;
  guint8 type, detail;
  guint16 pad0;
  guint32 time, root, pad1, pad2;
  gint16 x, y;
  guint32 pad3;
  guint16 pad4;
  guint8 pad5, device;
} FakeInput;

G_STATIC_ASSERT (sizeof (FakeInput) == 36);
#define FAKE_INPUT 2

static xcb_extension_t xtest = { "XTEST", 0 };
static xcb_connection_t *connection;

static void
fake (guint8 type, guint8 detail, int x, int y)
{
  static const xcb_protocol_request_t request = { .count = 2, .ext = &xtest, .opcode = FAKE_INPUT, .isvoid = 1 };
  FakeInput input = { .type = type, .detail = detail, .x = (gint16) x, .y = (gint16) y };
  struct iovec parts[4]; /* xcb uses the two elements before the first part */

  if (connection == NULL)
    return;
  parts[2] = (struct iovec) { &input, sizeof input };
  parts[3] = (struct iovec) { NULL, 0 };
  xcb_send_request (connection, 0, parts + 2, &request);
  /* The answer to any request means that the server has forwarded the event. */
  free (xcb_get_input_focus_reply (connection, xcb_get_input_focus (connection), NULL));
}

gboolean
wb_input_open (void)
{
  const xcb_query_extension_reply_t *reply;

  if (connection != NULL)
    return TRUE;
  connection = xcb_connect (NULL, NULL);
  reply = xcb_connection_has_error (connection) ? NULL : xcb_get_extension_data (connection, &xtest);
  if (reply == NULL || !reply->present)
    wb_input_close ();
  return connection != NULL;
}

void
wb_input_close (void)
{
  g_clear_pointer (&connection, xcb_disconnect);
}

void
wb_input_move (GtkWidget *widget, double x, double y)
{
  GtkNative *native = gtk_widget_get_native (widget);
  GdkSurface *surface = native != NULL ? gtk_native_get_surface (native) : NULL;
  xcb_translate_coordinates_reply_t *place;
  double in_x, in_y, at_x, at_y;

  if (connection == NULL || surface == NULL || !GDK_IS_X11_SURFACE (surface)
      || !gtk_widget_translate_coordinates (widget, GTK_WIDGET (native), x, y, &in_x, &in_y))
    return;
  gtk_native_get_surface_transform (native, &at_x, &at_y);
  place = xcb_translate_coordinates_reply (connection,
                                           xcb_translate_coordinates (connection, (xcb_window_t) gdk_x11_surface_get_xid (surface),
                                                                      xcb_setup_roots_iterator (xcb_get_setup (connection)).data->root,
                                                                      (gint16) (in_x + at_x), (gint16) (in_y + at_y)),
                                           NULL);
  if (place != NULL)
    fake (XCB_MOTION_NOTIFY, 0, place->dst_x, place->dst_y);
  free (place);
}

void
wb_input_button (guint button, gboolean down)
{
  fake (down ? XCB_BUTTON_PRESS : XCB_BUTTON_RELEASE, (guint8) button, 0, 0);
}

static void
key_of (guint value, gboolean down)
{
  GdkKeymapKey *keys = NULL;
  int n = 0;

  if (gdk_display_map_keyval (gdk_display_get_default (), value, &keys, &n) && n > 0)
    fake (down ? XCB_KEY_PRESS : XCB_KEY_RELEASE, (guint8) keys[0].keycode, 0, 0);
  g_free (keys);
}

void
wb_input_hold (guint key, gboolean down)
{
  key_of (key, down);
}

void
wb_input_key (guint key, GdkModifierType held)
{
  static const struct { GdkModifierType modifier; guint key; } holds[] = {
    { GDK_CONTROL_MASK, GDK_KEY_Control_L }, { GDK_SHIFT_MASK, GDK_KEY_Shift_L }, { GDK_ALT_MASK, GDK_KEY_Alt_L },
  };

  for (guint i = 0; i < G_N_ELEMENTS (holds); i++)
    if (held & holds[i].modifier)
      key_of (holds[i].key, TRUE);
  key_of (key, TRUE);
  key_of (key, FALSE);
  for (guint i = G_N_ELEMENTS (holds); i-- > 0;)
    if (held & holds[i].modifier)
      key_of (holds[i].key, FALSE);
}

#else

gboolean wb_input_open (void) { return FALSE; }
void wb_input_close (void) { }
void wb_input_move (GtkWidget *widget, double x, double y) { }
void wb_input_button (guint button, gboolean down) { }
void wb_input_hold (guint key, gboolean down) { }
void wb_input_key (guint key, GdkModifierType held) { }

#endif
