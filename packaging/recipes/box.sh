#!/bin/bash
# A clean Debian 12 that boots its own systemd in a container, for the recipes. Sourced: `BOX_UNITS="unit unit" . box.sh`, with WORK (a folder),
# MACHINE (a name) and NEEDS (packages that are fetched beforehand) set.
#
# Needs root, and of Debian: debootstrap, systemd-container. The box has a network of its own, and so has the place outside of it that
# `open_outside` makes, so no port of this machine is touched. WORK is kept where KEEP=1; a Debian that was made before lies in WORK/base.

BOX=$WORK/$MACHINE
NSPAWN=
LEADER=
OUTSIDE=
mkdir -p "$WORK"

say() { printf '\n== %s\n' "$*"; }
# Ends what the recipe started, and nothing else; the container's mounts end with it.
leave() {
  local code=$?
  if [ -n "$NSPAWN" ] && kill -0 "$NSPAWN" 2>/dev/null; then
    [ $code = 0 ] || { for unit in $BOX_UNITS; do box journalctl -u $unit -n 25 --no-pager; done || true; }
    power_off
  fi
  if [ -n "$OUTSIDE" ]; then
    ip netns delete "$OUTSIDE" 2>/dev/null || true
    rm -rf "/etc/netns/$OUTSIDE"
  fi
  if [ "${KEEP:-}" != 1 ]; then rm -rf --one-file-system "$BOX" "$WORK/home"; fi
  exit $code
}
trap leave EXIT
power_off() {
  # The box's own systemd: told by its signal.
  kill -s SIGRTMIN+4 "$LEADER" 2>/dev/null || true
  for _ in $(seq 120); do kill -0 "$NSPAWN" 2>/dev/null || break; sleep 0.5; done
  kill -KILL "$LEADER" 2>/dev/null || true
  wait "$NSPAWN" 2>/dev/null || true
  NSPAWN=
}
# A session of its own: apt that is run in the background would stop at the terminal.
box() { setsid --wait nsenter --target "$LEADER" --mount --uts --ipc --net --pid --cgroup -- env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
until_true() {
  for _ in $(seq 240); do if "$@" >/dev/null 2>&1; then return 0; fi; sleep 0.5; done
  echo "not within two minutes: $*" >&2
  return 1
}

say "a clean Debian 12"
if [ ! -e "$WORK/base/.ready" ]; then
  debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,ca-certificates,iproute2 bookworm "$WORK/base" http://deb.debian.org/debian >"$WORK/debootstrap.log"
  # Its own network leads nowhere: what the package asks for is fetched beforehand, as a technician's machine has the internet.
  cp /etc/resolv.conf "$WORK/base/etc/resolv.conf"
  chroot "$WORK/base" apt-get update -q >>"$WORK/debootstrap.log"
  chroot "$WORK/base" apt-get install -qy --download-only $NEEDS >>"$WORK/debootstrap.log"
  touch "$WORK/base/.ready"
fi
cp -a "$WORK/base" "$BOX"

# Another machine in place of the lost one: nothing is left of its disk.
lose_box() {
  power_off
  rm -rf --one-file-system "$BOX"
  cp -a "$WORK/base" "$BOX"
}

boot_box() {
  say "booting it"
  systemd-nspawn --quiet --directory "$BOX" --machine "$MACHINE" --register=no --keep-unit --network-veth --boot </dev/null >"$WORK/boot.log" 2>&1 &
  NSPAWN=$!
  LEADER=
  until_true pgrep -P "$NSPAWN" -f systemd
  LEADER=$(pgrep -P "$NSPAWN" -f systemd | head -1)
  until_true box systemctl is-system-running --wait || true
}

# open_outside: a place outside of the box with a network of its own, where `outside` runs a command.
open_outside() {
  OUTSIDE=$MACHINE
  ip netns add "$OUTSIDE"
  ip -n "$OUTSIDE" link set lo up
}
outside() { ip netns exec "$OUTSIDE" "$@"; }

# plug_in: the cable between the booted box (BOX_IP) and the place outside (OUR_IP).
plug_in() {
  local veth
  veth=$(ip -o link | grep -o "ve-${MACHINE%%[0-9]*}[^@:]*" | head -1)
  ip link set "$veth" netns "$OUTSIDE"
  ip -n "$OUTSIDE" addr add $OUR_IP/24 dev "$veth"
  ip -n "$OUTSIDE" link set "$veth" up
  box ip addr add $BOX_IP/24 dev host0
  box ip link set host0 up
}
