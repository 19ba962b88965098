#!/bin/sh
# withKeyring.sh CMD...: runs CMD under a private D-Bus session with a fresh, unlocked Secret Service.
# KEYRING=locked gives a Secret Service whose only collection is locked.
# Debian, Ubuntu: apt-get install --no-install-recommends libsecret-1-0 gnome-keyring dbus
set -u
if [ "$#" -eq 0 ]; then
  echo "usage: $0 CMD..." >&2
  exit 2
fi
for tool in dbus-run-session dbus-send gnome-keyring-daemon; do
  if ! command -v "$tool" >/dev/null; then
    echo "withKeyring: $tool is missing (apt-get install libsecret-1-0 gnome-keyring dbus)" >&2
    exit 127
  fi
done

folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
mkdir -m 700 "$folder/run" "$folder/data"

# shellcheck disable=SC2016
XDG_DATA_HOME="$folder/data" XDG_RUNTIME_DIR="$folder/run" dbus-run-session -- sh -c '
  ask() { dbus-send --session --print-reply --dest="$@" 2>/dev/null; }
  login=/org/freedesktop/secrets/collection/login
  owned() {
    ask org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets |
      grep -q "boolean true"
  }
  unlocked() {
    ask org.freedesktop.secrets "$login" org.freedesktop.DBus.Properties.Get \
      string:org.freedesktop.Secret.Collection string:Locked | grep -q "boolean false"
  }
  printf "test\n" | gnome-keyring-daemon --foreground --unlock --components=secrets >/dev/null 2>&1 &
  daemon=$!
  tries=0
  until owned && unlocked; do
    tries=$((tries + 1))
    if [ "$tries" -ge 100 ]; then
      echo "withKeyring: no Secret Service after 10 s" >&2
      kill "$daemon"
      exit 125
    fi
    sleep 0.1
  done
  if [ "${KEYRING:-}" = locked ]; then
    ask org.freedesktop.secrets /org/freedesktop/secrets org.freedesktop.Secret.Service.Lock \
      array:objpath:"$login" >/dev/null
  fi
  "$@"
  code=$?
  kill "$daemon"
  wait "$daemon" 2>/dev/null
  exit "$code"
' sh "$@"
