#!/usr/bin/python3
"""Starts a program with a USB hub that umockdev mocks, with the one reader that a file describes. SIGUSR1 unplugs the reader, SIGUSR2 plugs it in.

mock-usb.testkit.py DESCRIPTION PROGRAM…, started by umockdev-wrapper.
"""

import os
import signal
import subprocess
import sys

import gi

gi.require_version("UMockdev", "1.0")
from gi.repository import GLib, UMockdev  # noqa: E402

with open(sys.argv[1], encoding="utf-8") as file:
    hub, reader = (f"{device}\n" for device in file.read().split("\n\n")[:2])
place = "/sys" + reader.splitlines()[0].removeprefix("P: ")
bed = UMockdev.Testbed.new()
bed.add_from_string(hub)
bed.add_from_string(reader)
program = subprocess.Popen(sys.argv[2:], env={**os.environ, "UMOCKDEV_DIR": bed.get_root_dir()})


def pull_out():
    # As with a real kernel, the device's files are gone by the time that its remove event arrives.
    for name in ("busnum", "devnum", "descriptors"):
        os.unlink(f"{bed.get_root_dir()}{place}/{name}")
    bed.uevent(place, "remove")
    bed.remove_device(place)
    return True


def put_back():
    bed.add_from_string(reader)
    bed.uevent(place, "add")
    return True


GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, pull_out)
GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR2, put_back)
loop = GLib.MainLoop()
ended = []
GLib.child_watch_add(GLib.PRIORITY_DEFAULT, program.pid, lambda _pid, status: (ended.append(status), loop.quit()))
loop.run()
sys.exit(os.waitstatus_to_exitcode(ended[0]) != 0)
