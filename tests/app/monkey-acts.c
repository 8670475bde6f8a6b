/* The random actions of the monkey test. */
#include <math.h>
#include <string.h>

#include "monkey.h"
#include "wb-input.h"
#include "wb-number-field.h"
#include "wb-style.h"
#include "wb-tooltip.h"

/* ---- windows ---- */

static void
new_window (void)
{
  if (monkey_n_windows () < 4)
    g_action_group_activate_action (G_ACTION_GROUP (monkey.application), "new-window", NULL);
}

static void
close_window (void)
{
  GListModel *windows = gtk_window_get_toplevels ();
  guint n = g_list_model_get_n_items (windows);
  g_autoptr (GtkWindow) window = g_list_model_get_item (windows, (guint) monkey_below ((int) n));

  if (window == NULL || (WB_IS_WINDOW (window) && monkey_n_windows () == 1 && !monkey_one_in (3)))
    return;
  monkey_tell ("  %s, “%s”", G_OBJECT_TYPE_NAME (window), gtk_window_get_title (window));
  gtk_window_close (window);
}

static void
resize_window (void)
{
  static const int sizes[][2] = { { 1440, 900 }, { 900, 600 }, { 700, 500 }, { 360, 300 }, { 1000, 420 }, { 2400, 1500 } };
  const int *size = sizes[monkey_below (G_N_ELEMENTS (sizes) - (monkey.hands ? 0 : 1))]; /* the largest window would extend below the pointer */

  monkey_tell ("  %d × %d", size[0], size[1]);
  gtk_window_set_default_size (GTK_WINDOW (monkey_window ()), size[0], size[1]);
}

static void
change_style (void)
{
  wb_style_set_choice ((WbStyleChoice) monkey_below (3));
}

/* ---- parameters of actions ---- */

static char *
any_plot (void)
{
  WbRunItem *run = wb_session_current (wb_window_session (monkey_window ()));
  ModelSystem *system = run != NULL ? wb_run_item_system (run) : NULL;
  int n = system != NULL ? model_system_n_columns (system) : 0;
  const char *x = n > 0 && !monkey_one_in (8) ? model_system_column (system, monkey_below (n))->name : "no_such";
  const char *y = n > 0 ? model_system_column (system, monkey_below (n))->name : "";
  int n_kinds = 0;

  while (plot_kinds[n_kinds] != NULL)
    n_kinds++;
  switch (monkey_below (6))
    {
    case 0: return g_strdup_printf ("time:%s", x);
    case 1: return g_strdup_printf ("phase:%s:%s", x, y);
    case 2: return g_strdup_printf ("difference:%d:%d", monkey_below (4), monkey_below (4));
    case 3: return g_strdup_printf ("section:%s:%s", x, y);
    case 4: return g_strdup (monkey_one_in (4) ? "" : monkey_one_in (3) ? "nonsense:1:2" : "motion");
    default: return g_strdup (plot_kinds[monkey_below (n_kinds)]->id);
    }
}

static GVariant *
any_value (const char *action, const GVariantType *type)
{
  static const double rates[] = { 0, 0.1, 1, 10, 1e300, -1, 1e-300, NAN };
  g_autofree char *plot = NULL;

  if (type == NULL)
    return NULL;
  if (g_variant_type_equal (type, G_VARIANT_TYPE_INT32))
    return g_variant_new_int32 (monkey_index ());
  if (g_variant_type_equal (type, G_VARIANT_TYPE_UINT64))
    return g_variant_new_uint64 ((guint64) ABS (monkey_index ()));
  if (g_variant_type_equal (type, G_VARIANT_TYPE_DOUBLE))
    return g_variant_new_double (MONKEY_ANY (rates));
  if (g_variant_type_equal (type, G_VARIANT_TYPE ("(ii)")))
    return g_variant_new ("(ii)", monkey_index (), monkey_index ());
  if (strcmp (action, "view") == 0)
    return g_variant_new_string (monkey_one_in (8) ? "nonsense" : monkey_one_in (3) ? "compare" : monkey_one_in (2) ? "ensemble" : "simulate");
  if (strcmp (action, "add-plot") == 0)
    plot = any_plot ();
  return g_variant_new_string (plot != NULL ? plot : monkey_model ());
}

/* Returns whether an action needs a printer or an editor outside the program. */
static gboolean
leaves (const char *action)
{
  static const char *const seldom[] = { "quit", "edit", "edit-copy", "new-model", "close", NULL };

  if (strcmp (action, "fullscreen") == 0)
    return !monkey.hands; /* Skipped without real input events: a full-screen window would lie under the idle pointer of the display and be hovered. */
  return strcmp (action, "print") == 0 || (g_strv_contains (seldom, action) && !monkey_one_in (10));
}

static void
activate (GActionGroup *group)
{
  g_auto (GStrv) names = g_action_group_list_actions (group);
  const char *name = names[monkey_below ((int) g_strv_length (names))];
  g_autoptr (GVariant) value = NULL;
  g_autofree char *text = NULL;

  if (leaves (name) || (strcmp (name, "new-window") == 0 && monkey_n_windows () > 3))
    return;
  value = any_value (name, g_action_group_get_action_parameter_type (group, name));
  if (value != NULL)
    text = g_variant_print (g_variant_ref_sink (value), FALSE);
  monkey_tell ("  %s %s", name, text != NULL ? text : "");
  g_action_group_activate_action (group, name, value);
}

static void activate_window (void) { activate (G_ACTION_GROUP (monkey_window ())); }
static void activate_application (void) { activate (G_ACTION_GROUP (monkey.application)); }

static void
activate_plot (void)
{
  static const char *const names[] = { "plot-remove", "plot-up", "plot-down", "plot-fit", "plot-alone", "focus-plot", "plot-data" };
  const char *name = MONKEY_ANY (names);
  g_autoptr (GVariant) index = g_variant_ref_sink (g_variant_new_int32 (monkey_index ()));

  monkey_tell ("  %s %d", name, g_variant_get_int32 (index));
  g_action_group_activate_action (G_ACTION_GROUP (monkey_window ()), name, index);
}

static void
transport (void)
{
  static const char *const names[] = { "run", "run", "step", "step-back", "reset", "run-to-end", "cancel", "run-nearby", "next-rejection" };
  const char *name = MONKEY_ANY (names);

  monkey_tell ("  %s", name);
  g_action_group_activate_action (G_ACTION_GROUP (monkey_window ()), name, NULL);
}

static void
history (void)
{
  gboolean back = monkey_one_in (2);

  for (int i = monkey_below (6); i >= 0; i--)
    g_action_group_activate_action (G_ACTION_GROUP (monkey_window ()), back ? "undo" : "redo", NULL);
}

static void
open_model (void)
{
  const char *model = monkey_model ();

  monkey_tell ("  %s", model);
  wb_window_open_path (monkey_window (), model);
}

static void
show_view (void)
{
  wb_window_show_view (monkey_window (), monkey_one_in (3) ? "compare" : monkey_one_in (2) ? "ensemble" : "simulate");
}

/* ---- numbers ---- */

static char *
any_key (WbSession *session, WbKind kind)
{
  ModelSystem *system = wb_session_system (session);
  Model *model = wb_session_model (session);
  int n;

  switch (kind)
    {
    case WB_SETTING:
      {
        const SimSettingRow *rows = sim_config_rows (&n);

        return g_strdup (rows[monkey_below (n)].key);
      }
    case WB_TIME:
      return g_strdup (monkey_one_in (3) ? "start" : "end");
    case WB_EVENT:
      n = system != NULL ? model_system_n_events (system) : 0;
      return g_strdup (n > 0 ? model_system_event (system, monkey_below (n))->name : "none");
    case WB_PARAMETER:
      n = model != NULL ? model_n_parameters (model) : 0;
      return g_strdup (n > 0 ? model_parameter (model, monkey_below (n))->name : "none");
    case WB_INITIAL:
    case WB_CONSTANT:
    default:
      n = system != NULL ? model_system_n_states (system) : 0;
      return g_strdup (n > 0 ? model_system_column (system, monkey_below (n))->name : "none");
    }
}

static void
set_value (void)
{
  static const WbKind kinds[] = { WB_SETTING, WB_SETTING, WB_PARAMETER, WB_PARAMETER, WB_INITIAL, WB_TIME, WB_EVENT, WB_CONSTANT };
  static const char *const methods[] = {
    "runge_kutta3", "explicit_euler", "implicit_euler", "radau", "cvode_bdf", "dormand_prince5", "verlet", "rodas4",
  };
  WbSession *session = wb_window_session (monkey_window ());
  WbKind kind = MONKEY_ANY (kinds);
  g_autofree char *key = kind == WB_SETTING && monkey_one_in (3) ? g_strdup ("integrator") : any_key (session, kind);
  const char *text = kind == WB_EVENT                  ? (monkey_one_in (2) ? "on" : "off")
                     : strcmp (key, "integrator") == 0 ? MONKEY_ANY (methods)
                     : monkey_one_in (8)               ? NULL
                                                       : monkey_number ();
  const SimSettingRow *row = kind == WB_SETTING ? sim_config_row (key) : NULL;
  g_autofree const char **choices = row != NULL && row->choices != NULL ? sim_choice_words (row->choices) : NULL;
  g_autoptr (GError) error = NULL;

  if (choices != NULL && choices[0] != NULL && text != NULL && strcmp (key, "integrator") != 0)
    text = choices[monkey_below ((int) g_strv_length ((char **) choices))];
  monkey_tell ("  %s = %s", key, text != NULL ? text : "(its own)");
  if (!wb_session_set (session, kind, key, text, &error))
    g_assert_nonnull (error);
}

static void
type_number (void)
{
  GtkWidget *field = monkey_widget (WB_TYPE_NUMBER_FIELD);
  const char *text = monkey_number ();

  if (field == NULL)
    return;
  monkey_tell ("  %s into %s", text, wb_tooltip_get (field));
  g_signal_emit_by_name (field, "committed", text);
}

/* ---- runs ---- */

static void
change_run (void)
{
  WbSession *session = wb_window_session (monkey_window ());
  GListModel *runs = wb_session_runs (session);
  g_autoptr (WbRunItem) run = g_list_model_get_item (runs, (guint) monkey_below ((int) g_list_model_get_n_items (runs)));
  int what = monkey_below (8);

  if (run == NULL)
    return;
  monkey_tell ("  run %d, %d", wb_run_item_number (run), what);
  switch (what)
    {
    case 0: case 1: wb_session_remove_run (session, run); break;
    case 2: wb_session_show_run (session, run, monkey_one_in (2)); break;
    case 3: wb_session_pin_run (session, run, monkey_one_in (2)); break;
    case 4: wb_session_color_run (session, run, 1 + monkey_below (6)); break;
    case 5: wb_session_rename_run (session, run, monkey_one_in (2) ? "loose *x*" : "…"); break;
    case 6: wb_session_set_current (session, run); break;
    default: wb_session_adopt (session, wb_run_item_config (run), wb_run_item_values (run)); break;
    }
}

static void
move_playhead (void)
{
  WbSession *session = wb_window_session (monkey_window ());

  switch (monkey_below (3))
    {
    case 0: wb_session_set_playhead (session, wb_session_t_start (session) + g_rand_double (monkey.rand) * 10); break;
    case 1: wb_session_playhead_step (session, monkey_one_in (2) ? 1 : -1); break;
    default: wb_session_playhead_event (session, monkey_one_in (2) ? 1 : -1); break;
    }
}

/* ---- pointer and keyboard ---- */

static void
press_key (void)
{
  static const guint keys[] = {
    GDK_KEY_space, GDK_KEY_Return, GDK_KEY_Escape, GDK_KEY_Tab, GDK_KEY_Left, GDK_KEY_Right, GDK_KEY_Up, GDK_KEY_Down, GDK_KEY_Home,
        GDK_KEY_End,
    GDK_KEY_Page_Up, GDK_KEY_Page_Down, GDK_KEY_Delete, GDK_KEY_BackSpace, GDK_KEY_F2, GDK_KEY_F5, GDK_KEY_F9, GDK_KEY_F10, GDK_KEY_F11,
        GDK_KEY_Menu,
    GDK_KEY_1, GDK_KEY_2, GDK_KEY_3, GDK_KEY_period, GDK_KEY_comma, GDK_KEY_minus, GDK_KEY_a, GDK_KEY_b, GDK_KEY_c, GDK_KEY_e, GDK_KEY_f,
        GDK_KEY_j,
    GDK_KEY_l, GDK_KEY_x, GDK_KEY_z, GDK_KEY_plus,
  };
  static const GdkModifierType holds[] = { 0, 0, 0, GDK_CONTROL_MASK, GDK_SHIFT_MASK, GDK_ALT_MASK, GDK_CONTROL_MASK | GDK_SHIFT_MASK };

  for (int i = monkey_below (4); i >= 0; i--)
    {
      guint key = MONKEY_ANY (keys);
      GdkModifierType held = MONKEY_ANY (holds);

      monkey_tell ("  %s %u", gdk_keyval_name (key), held);
      wb_input_key (key, held);
    }
}

/* Returns a random widget to which the pointer goes: a button, a field, a plot, or any other widget. */
static GtkWidget *
any_target (void)
{
  switch (monkey_below (6))
    {
    case 0: case 1: return monkey_widget (GTK_TYPE_BUTTON);
    case 2: return monkey_widget (WB_TYPE_PLOT_AREA);
    case 3: return monkey_widget (GTK_TYPE_POPOVER);
    case 4: return monkey_widget (GTK_TYPE_EDITABLE);
    default: return monkey_widget (GTK_TYPE_WIDGET);
    }
}

static void
move_to (GtkWidget *target)
{
  wb_input_move (target, monkey_below (gtk_widget_get_width (target) + 1), monkey_below (gtk_widget_get_height (target) + 1));
}

static void
use_pointer (void)
{
  GtkWidget *target = any_target ();
  g_autofree char *words = target != NULL ? monkey_describe (target) : NULL;
  guint button = monkey_one_in (6) ? GDK_BUTTON_SECONDARY : monkey_one_in (8) ? GDK_BUTTON_MIDDLE : GDK_BUTTON_PRIMARY;
  int what = monkey_below (6);

  if (target == NULL)
    return;
  monkey_tell ("  %s, %d, button %u", words, what, button);
  move_to (target);
  if (what == 0)
    return;
  if (what == 1) /* scroll the wheel */
    button = monkey_one_in (2) ? 4 : 5;
  wb_input_button (button, TRUE);
  if (what == 2) /* drag; other actions may happen during the drag */
    for (int i = monkey_below (5); i >= 0; i--)
      {
        move_to (target);
        g_main_context_iteration (NULL, FALSE);
        if (!gtk_widget_get_mapped (target))
          break;
      }
  wb_input_button (button, FALSE);
  if (what == 3) /* double click */
    {
      wb_input_button (button, TRUE);
      wb_input_button (button, FALSE);
    }
}

static void
open_popover (void)
{
  GtkWidget *button = monkey_widget (GTK_TYPE_MENU_BUTTON), *popover;
  g_autofree char *words = button != NULL ? monkey_describe (button) : NULL;

  if (button == NULL)
    return;
  monkey_tell ("  %s", words);
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  popover = monkey_widget (GTK_TYPE_POPOVER);
  if (popover != NULL && monkey_one_in (2))
    {
      /* The menu of the title bar is freed when it closes, but gtk_popover_popdown still uses it. So hold a reference. */
      g_autoptr (GtkWidget) kept = g_object_ref (popover);
      g_autofree char *closed = monkey_describe (kept);

      monkey_tell ("  and closed: %s", closed);
      gtk_popover_popdown (GTK_POPOVER (kept));
    }
}

/* ---- choice of the action ---- */

static void
wait_a_little (void)
{
  for (int i = monkey_below (40); i >= 0; i--)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
}

static const struct { const char *name; void (*act) (void); int weight; } acts[] = {
  { "an action of the window", activate_window, 20 }, { "an action of the program", activate_application, 2 },
  { "a plot", activate_plot, 10 }, { "transport", transport, 20 }, { "history", history, 6 }, { "model", open_model, 5 },
  { "view", show_view, 3 }, { "value", set_value, 12 }, { "number", type_number, 6 }, { "run", change_run, 8 },
  { "playhead", move_playhead, 4 }, { "keys", press_key, 14 }, { "pointer", use_pointer, 30 }, { "popover", open_popover, 8 },
  { "new window", new_window, 2 }, { "close", close_window, 6 }, { "resize", resize_window, 3 }, { "style", change_style, 1 },
  { "export", monkey_use_export, 4 }, { "session", monkey_use_session, 3 }, { "file", monkey_change_file, 3 },
      { "wait", wait_a_little, 10 },
};

void
monkey_act (void)
{
  int sum = 0, chosen;
  guint i = 0;

  for (guint k = 0; k < G_N_ELEMENTS (acts); k++)
    sum += acts[k].weight;
  for (chosen = monkey_below (sum); chosen >= acts[i].weight; i++)
    chosen -= acts[i].weight;
  monkey_tell ("%s", acts[i].name);
  acts[i].act ();
  for (int k = monkey_below (25); k >= 0; k--)
    g_main_context_iteration (NULL, FALSE);
}
