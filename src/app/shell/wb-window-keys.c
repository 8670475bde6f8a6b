/* Keys of the window in three groups: those that always work, those that the focused widget may use first, and those
 * that are handled before it. */
#include "wb-window-private.h"

#include "wb-session-branch.h"
#include "wb-session-layout.h"

#define SESSION(window) wb_window_session (WB_WINDOW (window))

/* ---- keys that work wherever the focus is ---- */

static const struct { const char *action, *keys[3]; } accelerators[] = {
  { "win.open", { "<Control>o" } },         { "win.new-model", { "<Control>n" } },      { "win.export", { "<Control>e" } },
  { "win.save", { "<Control>s" } },         { "win.save-as", { "<Control><Shift>s" } }, { "win.print", { "<Control>p" } },
  { "win.undo", { "<Control>z" } },         { "win.redo", { "<Control><Shift>z" } },    { "win.find", { "<Control>f" } },
  { "win.sidebar", { "F9" } },              { "win.panel", { "<Shift>F9" } },           { "win.fullscreen", { "F11" } },
  { "win.lecture", { "F5" } },              { "win.show-help-overlay", { "<Control>question" } },
  { "win.close", { "<Control>w" } },        { "app.quit", { "<Control>q" } },           { "app.preferences", { "<Control>comma" } },
  { "app.new-window", { "<Control><Shift>n" } },
  { "win.view::simulate", { "<Control>1" } }, { "win.view::compare", { "<Control>2" } },
  { "win.view::laboratory", { "<Control>3" } },
  { "win.view::microscope", { "<Control>4" } },
  { "win.view::ensemble", { "<Control>5" } },   { "win.ensemble-run", { "<Control>Return", "<Control>KP_Enter" } },
  { "win.show-lessons", { "<Control>l" } },     { "win.other-part", { "F6" } },
  { "win.help-here", { "F1" } },
};

/* Key of data of the window. A click sets the data; Tab, a key that moves the focus, or a key typed into a text removes them. While they are set, the keys of
 * is_transport_key control the run, not the slider, list or button that was clicked. Otherwise they control the focused widget. */
#define BY_POINTER "wb-focus-by-pointer"

/* ---- keys that work unless the focused widget uses them ---- */

static gboolean
move_playhead (gpointer w, GdkModifierType state, int direction)
{
  WbSession *session = SESSION (w);

  if (state & GDK_SHIFT_MASK)
    wb_session_playhead_event (session, direction);
  else if (state & GDK_CONTROL_MASK)
    wb_session_set_playhead (session, wb_session_playhead (session)
                                          + direction * 0.01 * (wb_session_t_end (session) - wb_session_t_start (session)));
  else
    wb_session_playhead_step (session, direction);
  return TRUE;
}

static gboolean
activate (gpointer w, const char *name)
{
  g_action_group_activate_action (G_ACTION_GROUP (w), name, NULL);
  return TRUE;
}

static gboolean
is_on (gpointer w, const char *name)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (w), name);

  return g_variant_get_boolean (state);
}

/* Returns whether the user shows one plot alone, which Escape ends. A narrow window always shows one. */
static gboolean
is_zoomed (WbWindow *self)
{
  return wb_panes_width_class (wb_window_panes (self)) == WB_WIDTH_ALL && wb_plot_set_focused (wb_plot_set_of (wb_window_session (self))) >= 0;
}

gboolean
wb_window_run_key (WbWindow *self, guint key, GdkModifierType held)
{
  gpointer w = self;
  WbPlotSet *plots = wb_plot_set_of (SESSION (w));

  switch (key)
    {
    case GDK_KEY_space:
      if (held == 0)
        wb_session_toggle (SESSION (w));
      return held == 0;
    case GDK_KEY_period: wb_session_step (SESSION (w)); return TRUE;
    case GDK_KEY_comma: if (held) return FALSE; wb_session_step_back (SESSION (w)); return TRUE;
    case GDK_KEY_Home: wb_session_reset (SESSION (w)); return TRUE;
    case GDK_KEY_End: wb_session_run_to_end (SESSION (w)); return TRUE;
    case GDK_KEY_Left: return move_playhead (w, held, -1);
    case GDK_KEY_Right: return move_playhead (w, held, +1);
    case GDK_KEY_b: case GDK_KEY_B:
      return (held & GDK_CONTROL_MASK) == 0 && activate (w, held & GDK_SHIFT_MASK ? "next-branch" : "branch");
    case GDK_KEY_e: case GDK_KEY_E:
      if (held & GDK_CONTROL_MASK)
        return FALSE;
      wb_session_playhead_event (SESSION (w), held & GDK_SHIFT_MASK ? -1 : +1);
      return TRUE;
    case GDK_KEY_p:
      if (held == 0)
        wb_session_playhead_phase (SESSION (w));
      return held == 0;
    case GDK_KEY_bracketleft: return activate (w, "previous-branch-point");
    case GDK_KEY_bracketright: return activate (w, "next-branch-point");
    case GDK_KEY_Delete: return held == 0 && wb_session_has_branches (SESSION (w)) && activate (w, "hide-branch");
    case GDK_KEY_j: case GDK_KEY_J: return activate (w, held & GDK_SHIFT_MASK ? "previous-rejection" : "next-rejection");
    case GDK_KEY_Page_Up: return activate (w, "previous-plot");
    case GDK_KEY_Page_Down: return activate (w, "next-plot");
    default: break;
    }
  if (key >= GDK_KEY_1 && key <= GDK_KEY_9 && held == 0 && wb_session_is_lecture (SESSION (w)))
    {
      wb_plot_set_focus (plots, (int) (key - GDK_KEY_1));
      return TRUE;
    }
  if (key == GDK_KEY_Escape && is_zoomed (self))
    {
      wb_plot_set_focus (plots, -1);
      return TRUE;
    }
  return FALSE;
}

/* Handles a key: Escape ends the full screen, a cue list, a lesson or a computation; the view handles others. Returns FALSE if the key has no
 * function. */
static gboolean
act (gpointer w, guint key, GdkModifierType held)
{
  const WbView *view = wb_window_view (w);

  if (key == GDK_KEY_Escape && is_on (w, "fullscreen"))
    {
      g_action_group_change_action_state (G_ACTION_GROUP (w), "fullscreen", g_variant_new_boolean (FALSE));
      return TRUE;
    }
  if (key == GDK_KEY_Escape && !is_zoomed (w) && wb_window_end_cues (w))
    return TRUE;
  if (key == GDK_KEY_Escape && view->cancel != NULL && view->cancel (w))
    return TRUE;
  if (key == GDK_KEY_Escape && !is_zoomed (w) && (wb_window_shows_lesson (w) || wb_window_shows_strip (w)))
    return activate (w, "lessons");
  return view->key != NULL && view->key (w, key, held);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer w)
{
  GtkWidget *focus = gtk_window_get_focus (w);
  GdkModifierType held = state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK | GDK_ALT_MASK);

  if ((focus != NULL && (GTK_IS_EDITABLE (focus) || GTK_IS_TEXT_VIEW (focus))) || (held & GDK_ALT_MASK))
    return FALSE;
  if (!act (w, key, held))
    return FALSE;
  if (gtk_window_get_focus (w) != focus)
    g_object_set_data (w, BY_POINTER, NULL);
  return TRUE;
}

/* ---- keys that are handled before the focused widget gets them ---- */

static void
on_click_anywhere (GtkGestureClick *click, int n_press, double x, double y, gpointer w)
{
  g_object_set_data (w, BY_POINTER, GINT_TO_POINTER (1));
}

static gboolean
is_typing (GtkWidget *focus)
{
  return focus != NULL && (GTK_IS_EDITABLE (focus) || GTK_IS_TEXT_VIEW (focus));
}

static gboolean
is_transport_key (guint key)
{
  static const guint keys[] = { GDK_KEY_Home, GDK_KEY_End, GDK_KEY_Left, GDK_KEY_Right, GDK_KEY_Page_Up, GDK_KEY_Page_Down };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i] == key)
      return TRUE;
  return FALSE;
}

/* Handles keys in lecture mode. Page Up and Page Down change the plot wherever the focus is, because remote controls for presentations send
 * these keys. Digits choose a plot unless the user types text. */
static gboolean
is_lecture_key (gpointer w, GtkWidget *focus, guint key)
{
  if (!wb_session_is_lecture (SESSION (w)))
    return FALSE;
  if (key == GDK_KEY_Page_Up || key == GDK_KEY_Page_Down)
    return TRUE;
  return key >= GDK_KEY_1 && key <= GDK_KEY_9 && !is_typing (focus);
}

static gboolean
press_space (gpointer w, GtkWidget *focus)
{
  const WbView *view = wb_window_view (w);

  if (is_typing (focus) || (focus != NULL && (GTK_IS_SWITCH (focus) || GTK_IS_CHECK_BUTTON (focus))))
    return FALSE;
  return view->key != NULL && view->key (w, GDK_KEY_space, 0);
}

/* Handles Space: starts or pauses the run, unless the user types text. Space does not press the focused button. Menus and other popovers
 * handle their keys themselves. */
static gboolean
on_key_first (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, gpointer w)
{
  GtkWidget *focus = gtk_window_get_focus (w);
  GdkModifierType held = state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK | GDK_ALT_MASK);

  if (WB_IS_SOURCE_VIEW (focus) && wb_model_editor_key (wb_window_editor (w), key, held))
    return TRUE;
  if (key == GDK_KEY_Tab || key == GDK_KEY_ISO_Left_Tab || is_typing (focus))
    g_object_set_data (w, BY_POINTER, NULL);
  if (key == GDK_KEY_space && held == 0)
    return press_space (w, focus);
  if (focus != NULL && gtk_widget_get_native (focus) != GTK_NATIVE (w))
    return FALSE;
  if (held == 0 && wb_window_lesson_key (w, key, is_typing (focus)))
    return TRUE;
  if (held == 0 && is_lecture_key (w, focus, key))
    return act (w, key, held);
  if (focus != NULL && is_transport_key (key) && !(held & GDK_ALT_MASK) && g_object_get_data (w, BY_POINTER) != NULL)
    return act (w, key, held);
  return FALSE;
}

void
wb_window_install_keys (WbWindow *self)
{
  GtkApplication *application = GTK_APPLICATION (g_application_get_default ());
  GtkEventController *keys = gtk_event_controller_key_new (), *first = gtk_event_controller_key_new ();
  GtkGesture *clicks = gtk_gesture_click_new ();

  for (guint i = 0; application != NULL && i < G_N_ELEMENTS (accelerators); i++)
    gtk_application_set_accels_for_action (application, accelerators[i].action, (const char *const *) accelerators[i].keys);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_event_controller_set_propagation_phase (first, GTK_PHASE_CAPTURE);
  g_signal_connect (first, "key-pressed", G_CALLBACK (on_key_first), self);
  gtk_widget_add_controller (GTK_WIDGET (self), first);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (clicks), 0);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (clicks), GTK_PHASE_CAPTURE);
  g_signal_connect (clicks, "pressed", G_CALLBACK (on_click_anywhere), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (clicks));
}
