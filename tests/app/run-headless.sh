#!/bin/sh
# Runs a program with its own X server, session bus and home folder. Usage: run-headless.sh COMMAND…
# Exits with 77 (skipped) and a message if Xvfb or dbus-daemon is missing.
#   HEADLESS_SCREEN  size of the screen; 3000x2000x24 by default. The pointer is in the middle of the screen, outside the windows.
#   HEADLESS_LOCALE  language and country of the program, such as "de_DE"
#   HEADLESS_ENV     environment variables as words NAME=VALUE; they override those that this script sets
set -eu
for tool in Xvfb dbus-daemon; do
  command -v "$tool" >/dev/null || { echo "$tool is not installed: tests of the window are skipped"; exit 77; }
done
place=$(mktemp -d)
server= bus=
leave ()
{
  status=$?
  [ -z "$bus" ] || kill "$bus" 2>/dev/null || :
  [ -z "$server" ] || kill "$server" 2>/dev/null || :
  rm -rf "$place"
  exit $status
}
trap leave EXIT
trap 'exit 143' TERM INT

# The X server chooses a free display number and writes it to descriptor 3.
mkfifo "$place/number"
Xvfb -displayfd 3 -screen 0 "${HEADLESS_SCREEN:-3000x2000x24}" -nolisten tcp -noreset 3>"$place/number" >"$place/server.log" 2>&1 &
server=$!
read -r number <"$place/number"
export DISPLAY=":$number"

mkdir -p -m 700 "$place/home/.config/gtk-4.0" "$place/run"
export HOME="$place/home" XDG_RUNTIME_DIR="$place/run" XDG_CONFIG_HOME="$place/home/.config" XDG_STATE_HOME="$place/home/.state" \
       XDG_DATA_HOME="$place/home/.data"
[ -n "${HEADLESS_CACHE:-}" ] && export XDG_CACHE_HOME="$HEADLESS_CACHE" || export XDG_CACHE_HOME="$place/home/.cache"
# Disable animations and the blinking cursor, so that two pictures of a window are equal.
printf '[Settings]\ngtk-enable-animations=0\ngtk-cursor-blink=0\ngtk-font-name=Cantarell 10.5\ngtk-xft-hintstyle=hintslight\n' >"$XDG_CONFIG_HOME/gtk-4.0/settings.ini"
# Install an editor that does nothing. An editor for terminals would fail here.
mkdir -p "$XDG_DATA_HOME/applications"
printf '[Desktop Entry]\nType=Application\nName=Editor\nExec=true %%f\nMimeType=text/plain;\n' >"$XDG_DATA_HOME/applications/nothing.desktop"
printf '[Default Applications]\ntext/plain=nothing.desktop\n' >"$XDG_CONFIG_HOME/mimeapps.list"
export LANG=C.UTF-8 LC_ALL=C.UTF-8 GDK_BACKEND=x11 GSETTINGS_BACKEND=memory GTK_USE_PORTAL=0 GIO_USE_VFS=local \
       GSK_RENDERER=cairo GDK_DEBUG="${GDK_DEBUG:-gl-disable}" GTK_A11Y="${GTK_A11Y:-none}"
if [ -n "${HEADLESS_LOCALE:-}" ]; then
  # The locale is compiled here and need not be installed.
  mkdir "$place/locale"
  localedef -i "$HEADLESS_LOCALE" -f UTF-8 "$place/locale/$HEADLESS_LOCALE.UTF-8" 2>/dev/null \
    || { echo "localedef cannot make $HEADLESS_LOCALE: skipped"; exit 77; }
  export LOCPATH="$place/locale" LANG="$HEADLESS_LOCALE.UTF-8" LC_ALL="$HEADLESS_LOCALE.UTF-8"
fi
unset DBUS_SESSION_BUS_ADDRESS WAYLAND_DISPLAY GTK_THEME 2>/dev/null || :

dbus-daemon --session --fork --nopidfile --syslog-only --print-address=5 --print-pid=6 5>"$place/address" 6>"$place/pid" 2>/dev/null
bus=$(cat "$place/pid")
DBUS_SESSION_BUS_ADDRESS=$(cat "$place/address")
export DBUS_SESSION_BUS_ADDRESS
env ${HEADLESS_ENV:-} "$@"
