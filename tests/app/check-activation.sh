#!/bin/sh
# Starts the program through the session bus, activates its actions and ends it. Usage: check-activation.sh PROGRAM, within run-headless.sh
set -eu
id=org.stepwise.Stepwise
object=/org/stepwise/Stepwise
program=$(realpath "$1")
command -v gdbus >/dev/null || { echo "gdbus is not installed: skipped"; exit 77; }
bus () { gdbus call --session --timeout 60 --dest "$1" --object-path "$2" --method "$3" ${4+"$4"} ${5+"$5"} ${6+"$6"}; }
mkdir -p "$XDG_DATA_HOME/dbus-1/services"
printf '[D-BUS Service]\nName=%s\nExec="%s" --gapplication-service\n' "$id" "$program" >"$XDG_DATA_HOME/dbus-1/services/$id.service"
bus org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus.ReloadConfig >/dev/null
# The session bus starts the program, so give the bus the environment of the program: the display and the folder of models.
bus org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus.UpdateActivationEnvironment \
  "{'DISPLAY': '$DISPLAY', 'STEPWISE_DATA_DIR': '$STEPWISE_DATA_DIR'}" >/dev/null

bus $id $object org.freedesktop.Application.Activate '{}' >/dev/null
bus $id $object org.gtk.Actions.List | grep -q "'open-model'" || { echo "its actions are not on the bus"; exit 1; }
bus $id $object org.freedesktop.Application.ActivateAction open-model "[<'lorenz'>]" '{}' >/dev/null
bus $id $object org.freedesktop.Application.ActivateAction run '[]' '{}' >/dev/null
# If the program is started again, the running program gets the request.
"$program" --new-window || { echo "another window was not opened"; exit 1; }
"$program" "$STEPWISE_DATA_DIR/models/chaos/lorenz.yaml" no-such-model || { echo "files were not passed on"; exit 1; }
for window in 2 3 4; do
  bus $id $object/window/$window org.gtk.Actions.List | grep -q "'run-to-end'" || { echo "there is no window $window"; exit 1; }
done
# The program refuses an option that would have no effect.
status=0
"$program" --lecture 2>/dev/null || status=$?
[ $status = 2 ] || { echo "--lecture without --screenshot ended with $status"; exit 1; }
bus $id $object org.freedesktop.Application.ActivateAction quit '[]' '{}' >/dev/null
for i in $(seq 300); do
  bus org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus.NameHasOwner "$id" | grep -q false && exit 0
  sleep 0.1
done
echo "it did not end"
exit 1
