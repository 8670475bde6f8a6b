#!/bin/sh
# Checks that the application id is the same in all files, and that file types are recognized by content. Usage: check-desktop.sh SOURCE_ROOT
set -eu
root=$1
id=org.stepwise.Stepwise
path=/org/stepwise/Stepwise
bad=0
has () { grep -qF -- "$2" "$root/$1" || { echo "$1 does not contain '$2'"; bad=1; }; }

# Compare the application id in all files that contain it.
has src/app/shell/wb-application.c "\"application-id\", \"$id\""
has src/app/shell/wb-application.c "\"$path\""
has ui/stepwise.gresource.xml "prefix=\"$path\""
has data/$id.gschema.xml "id=\"$id\" path=\"$path/\""
has data/$id.desktop.in "Icon=$id"
has data/$id.metainfo.xml.in "<id>$id</id>"
has data/$id.metainfo.xml.in "<launchable type=\"desktop-id\">$id.desktop</launchable>"
has data/$id.service.in "Name=$id"
has data/$id.mime.xml "name=\"$id-session\""
has data/$id.gschema.xml 'gettext-domain="stepwise"'
for icon in scalable/apps/$id.svg symbolic/apps/$id-symbolic.svg scalable/mimetypes/$id-session.svg; do
  [ -e "$root/data/icons/hicolor/$icon" ] || { echo "there is no icon $icon"; bad=1; }
done
for type in $(sed -n 's/.*<mime-type type="\([^"]*\)".*/\1/p' "$root/data/$id.mime.xml"); do
  has data/$id.desktop.in "$type;"
  has data/$id.metainfo.xml.in "<mediatype>$type</mediatype>"
done

# The Flatpak manifest names the application, its program, a folder with the source, and options that the build has.
python3 - "$root" $id <<'FLATPAK' || bad=1
import json, pathlib, re, sys
root, name = pathlib.Path(sys.argv[1]), sys.argv[2]
folder = root / "data/packaging/flatpak"
manifest = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
module = manifest["modules"][-1]
wrong = [text for right, text in (
    (manifest["id"] == name, "another id"), (manifest["command"] == "stepwise", "another program"), (module["buildsystem"] == "meson", "another build system"),
    ([(folder / source["path"]).resolve() for source in module["sources"]] == [root.resolve()], "a source that is not this folder")) if not right]
options = set(re.findall(r"option\('(\w+)'", (root / "meson_options.txt").read_text(encoding="utf-8"))) | {"debug"}
wrong += [f"the option {word}" for word in module["config-opts"] if word[2:].split("=")[0] not in options]
for text in wrong:
    print(f"{name}.json has {text}")
sys.exit(bool(wrong))
FLATPAK

# A file named *.yaml has the type YAML, whatever its content is. So the program must open files of this type too.
has data/$id.desktop.in "application/x-yaml;"
# Make a temporary database of file types that also has the types of the system.
if command -v update-mime-database >/dev/null && command -v gio >/dev/null; then
  place=$(mktemp -d)
  trap 'rm -rf "$place"' EXIT
  mkdir -p "$place/mime/packages"
  cp "$root/data/$id.mime.xml" "$place/mime/packages/$id.xml"
  [ ! -e /usr/share/mime/packages/freedesktop.org.xml ] || cp /usr/share/mime/packages/freedesktop.org.xml "$place/mime/packages/"
  XDG_DATA_HOME="$place" XDG_DATA_DIRS="$place" update-mime-database "$place/mime"
  printf 'stepwise_session: 1\nmodel:\n  text: ""\n' >"$place/a.stepwise"
  cp "$root/models/oscillators/van-der-pol.yaml" "$place/b"
  cp "$place/b" "$place/b.yaml"
  printf 'unrelated: true\n' >"$place/c.yaml"
  while read -r file type; do
    found=$(XDG_DATA_HOME="$place" XDG_DATA_DIRS="$place" GIO_USE_VFS=local LC_ALL=C \
      gio info -a standard::content-type "$place/$file" | sed -n 's/.*standard::content-type: //p')
    [ "$found" = "$type" ] || { echo "$file is recognized as '$found', not $type"; bad=1; }
  done <<TYPES
a.stepwise application/x-stepwise-session
b application/x-stepwise-model
b.yaml application/x-yaml
c.yaml application/x-yaml
TYPES
fi
exit $bad
