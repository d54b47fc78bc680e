#!/usr/bin/python3
"""Drives one fingerprint reader by libfprint, for the scanner service that started it.

The service writes commands to standard input and reads events from standard output, both in the frames that
docs/features/readers.md describes. The helper stores nothing and writes no file: a picture leaves the process once, on
standard output, and only after a command has requested it.

Arguments: --serial NUMBER (reader to use; by default the first that opens), --look-ms N (polling interval for the reader),
--fresh-ms N (time in use after which a reader is closed and opened again).
"""

import argparse
import ctypes
import glob
import json
import os
import re
import resource
import signal
import struct
import sys
import time

import gi

gi.require_version("FPrint", "2.0")
from gi.repository import FPrint, Gio, GLib  # noqa: E402

JSON_FRAME, PICTURE_FRAME = 0, 1
MOST_COMMAND_BYTES = 65_536
LONGEST_SERIAL = 64
CLOSE_WITHIN_MS = 1_000
QUIET_MS = 2_000
RETRY = "fp - device - retry - quark"
RETRIES = {0: "general", 1: "short", 2: "center", 3: "remove"}

# Some drivers print to standard output, so frames are written to a duplicate that no driver knows.
OUTPUT = os.dup(1)
os.dup2(2, 1)


def guard_process():
    """Disables core dumps, which would write a picture to the disk, and ends the process when the service is killed."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    libc = ctypes.CDLL(None)
    set_death_signal, set_dumpable = 1, 4
    libc.prctl(set_death_signal, signal.SIGKILL, 0, 0, 0)
    libc.prctl(set_dumpable, 0, 0, 0, 0)

    # GLib swallows exceptions of callbacks. The process exits instead, because a restart is safer than an inconsistent state.
    def end(kind, error, trace):
        place = trace
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        sys.stderr.write(f"helper: {kind.__name__} in line {place.tb_lineno if place else '?'}\n")
        os._exit(70)

    sys.excepthook = end


def send(kind, body):
    data = memoryview(struct.pack(">IB", len(body) + 1, kind) + body)
    while data:
        try:
            data = data[os.write(OUTPUT, data) :]
        except BrokenPipeError:
            os._exit(0)


def tell(event, **facts):
    send(JSON_FRAME, json.dumps({"is": event, **facts}).encode())


def open_usb_nodes():
    """Returns the USB devices that this process has open, as (bus, device)."""
    nodes = set()
    for fd in os.listdir("/proc/self/fd"):
        try:
            place = os.readlink(f"/proc/self/fd/{fd}")
        except OSError:
            continue  # The descriptor of the directory listing is closed by now.
        found = re.search(r"/dev/bus/usb/(\d+)/(\d+)$", place)
        if found:
            nodes.add((int(found[1]), int(found[2])))
    return nodes


def read_attribute(folder, name):
    try:
        with open(f"{folder}/{name}", encoding="utf-8", errors="replace") as file:
            return "".join(c for c in file.read().strip() if c.isprintable())[:LONGEST_SERIAL]
    except OSError:
        return ""


def serial_of(device, nodes):
    """Returns the serial number of a reader that was just opened. libfprint does not expose it, so it is read from the kernel for the open USB device."""
    for folder in glob.glob("/sys/bus/usb/devices/*"):
        place = (read_attribute(folder, "busnum"), read_attribute(folder, "devnum"))
        if all(part.isdigit() for part in place) and tuple(map(int, place)) in nodes:
            # A reader without a serial number is identified by its USB port.
            return read_attribute(folder, "serial") or f"usb-{os.path.basename(folder)}"
    return f"{device.get_driver()}-{device.get_device_id()}"[:LONGEST_SERIAL]


class Helper:
    def __init__(self, serial, look_ms, fresh_ms):
        self.wanted = serial
        self.look_ms = look_ms
        self.fresh_ms = fresh_ms
        self.opened_at = None
        self.context = None
        self.retired = []
        self.noted_at = time.monotonic()
        self.device = None
        self.operation = None
        self.wants_picture = False
        self.finger_on = False
        self.armed = False
        self.away = None
        self.timer = None
        self.looking = False
        self.input = bytearray()
        self.quitting = False
        GLib.unix_fd_add_full(GLib.PRIORITY_DEFAULT, 0, GLib.IOCondition.IN | GLib.IOCondition.HUP, self.on_input)
        GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGTERM, self.quit)
        GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGINT, self.quit)

    # Finding and opening the reader

    def look(self):
        """Creates a new context each time, which finds readers whose hotplug event was missed, and resets the temperature model."""
        self.timer = None
        if self.looking or self.device is not None or self.quitting:
            return False
        self.looking = True
        self.retire_context()
        self.context = FPrint.Context()
        found = [d for d in self.context.get_devices() if d.has_feature(FPrint.DeviceFeature.CAPTURE)]
        self.context.connect("device-added", self.on_added)
        self.context.connect("device-added", self.on_note)
        self.context.connect("device-removed", self.on_note)
        self.try_next(found, [])
        return False

    def on_added(self, _context, _device):
        if self.device is None:
            self.look_in(0)

    def retire_context(self):
        context, self.context = self.context, None
        if context is not None:
            context.disconnect_by_func(self.on_added)
            self.retired.append(context)
            GLib.timeout_add(QUIET_MS, self.let_go)

    def let_go(self):
        """Frees a retired context once the bus is quiet: freeing one with a pending hotplug event would crash the process by SIGSEGV."""
        if (time.monotonic() - self.noted_at) * 1_000 < QUIET_MS:
            return True
        # Only the oldest, because each context has its own timer, and a younger one may have been in use a moment ago.
        self.retired.pop(0)
        return False

    def on_note(self, *_):
        self.noted_at = time.monotonic()

    def look_in(self, milliseconds):
        if self.timer is not None:
            GLib.source_remove(self.timer)
        self.timer = GLib.timeout_add(milliseconds, self.look)

    def try_next(self, candidates, seen):
        if not candidates:
            self.looking = False
            self.say_away(seen)
            self.look_in(self.look_ms)
            return
        device, rest = candidates[0], candidates[1:]
        before = open_usb_nodes()

        def opened(_device, result):
            try:
                device.open_finish(result)
            except GLib.Error as error:
                self.try_next(rest, [*seen, {"name": device.get_name(), "problem": error.message}])
                return
            serial = serial_of(device, open_usb_nodes() - before)
            if self.wanted in (None, serial):
                self.use(device, serial)
            else:
                device.close(None, lambda _d, done: closed(done, serial))

        def closed(result, serial):
            finish_close(device, result)
            self.try_next(rest, [*seen, {"name": device.get_name(), "serial": serial}])

        device.open(None, opened)

    def say_away(self, seen):
        if self.away != seen:
            self.away = seen
            tell("away", seen=seen)

    def use(self, device, serial):
        self.looking = False
        self.away = None
        self.device = device
        self.opened_at = None
        device.connect("notify::finger-status", self.on_finger)
        device.connect("removed", self.on_removed)
        others = sum(1 for d in self.context.get_devices() if d.has_feature(FPrint.DeviceFeature.CAPTURE)) - 1
        tell("open", serial=serial, name=device.get_name(), driver=device.get_driver(), others=others)
        self.start()

    def drop_device(self, then):
        device, self.device = self.device, None
        device.disconnect_by_func(self.on_finger)
        device.disconnect_by_func(self.on_removed)

        def closed(_device, result):
            finish_close(device, result)
            self.retire_context()
            then()

        device.close(None, closed)

    def on_removed(self, device):
        # A running operation ends with its own error, which reports the removal.
        if self.device is device and self.operation is None:
            self.leave()

    def leave(self):
        self.wants_picture = False
        self.say_away([])
        self.drop_device(lambda: self.look_in(0))

    def renew(self):
        tell("closed")
        self.drop_device(lambda: self.look_in(0))

    # Taking a picture

    def start(self):
        """Identifies against an empty list, which returns the picture while the finger is still on. `capture` returns it only once the finger is off."""
        if self.device is None or self.operation is not None or not self.wants_picture:
            return
        # The library models the temperature from time alone, and would refuse a reader that waits for fingers after four minutes.
        now = time.monotonic()
        if self.opened_at is not None and (now - self.opened_at) * 1_000 > self.fresh_ms:
            self.renew()
            return
        self.opened_at = self.opened_at or now
        self.operation = Gio.Cancellable()
        self.armed = False
        self.device.identify([], self.operation, self.on_scan, (), self.on_done)

    def on_finger(self, device, _property):
        if self.operation is None or device is not self.device:
            return
        status = device.get_finger_status()
        if status & FPrint.FingerStatusFlags.NEEDED and not self.armed:
            self.armed = True
            tell("armed")
        self.set_finger(bool(status & FPrint.FingerStatusFlags.PRESENT))

    def set_finger(self, on):
        if self.finger_on != on:
            self.finger_on = on
            tell("finger", on=on)

    def on_scan(self, _device, _match, scan, *rest):
        error = rest[-1]
        if error is not None:
            self.wants_picture = False
            tell("retry", why=RETRIES.get(error.code, "general"))
            return
        if not self.wants_picture:
            return
        self.wants_picture = False
        # The library has already turned the picture upright and made the ridges dark.
        picture = scan.get_image()
        pixels = picture.get_data()
        # Some drivers report the picture first, and the finger later or never.
        self.set_finger(True)
        head = struct.pack(">HHI", picture.get_width(), picture.get_height(), round(picture.get_ppmm() * 1000))
        send(PICTURE_FRAME, head + pixels)

    def on_done(self, device, result):
        self.operation = None
        self.set_finger(False)
        problem = None
        try:
            device.identify_finish(result)
        except GLib.Error as error:
            problem = error
        if self.quitting:
            device.close(None, lambda *_: os._exit(0))
        elif device is not self.device:
            return
        elif problem is None or problem.domain == RETRY or problem.matches(Gio.io_error_quark(), Gio.IOErrorEnum.CANCELLED):
            tell("idle")
            self.start()
        elif problem.matches(FPrint.device_error_quark(), FPrint.DeviceError.REMOVED):
            self.leave()
        elif problem.matches(FPrint.device_error_quark(), FPrint.DeviceError.TOO_HOT):
            self.renew()
        else:
            self.wants_picture = False
            tell("failed", why=problem.message)
            self.renew()

    # Commands

    def on_input(self, fd, _condition):
        data = os.read(fd, MOST_COMMAND_BYTES)
        if not data:
            self.quit()
            return False
        self.input += data
        while len(self.input) >= 5:
            (length,) = struct.unpack_from(">I", self.input)
            if length < 1 or length > MOST_COMMAND_BYTES:
                os._exit(65)
            if len(self.input) < 4 + length:
                break
            body = bytes(self.input[5 : 4 + length])
            del self.input[: 4 + length]
            self.obey(json.loads(body)["do"])
        return True

    def obey(self, command):
        if command == "beat":
            tell("beat")
        elif command == "arm":
            self.wants_picture = True
            self.start()
        elif command == "disarm":
            self.wants_picture = False
            if self.operation is not None:
                self.operation.cancel()

    def quit(self):
        """Closes the reader if it still responds, and exits."""
        if not self.quitting:
            self.quitting = True
            GLib.timeout_add(CLOSE_WITHIN_MS, lambda: os._exit(0))
            if self.operation is not None:
                self.operation.cancel()
            elif self.device is not None:
                self.device.close(None, lambda *_: os._exit(0))
            else:
                os._exit(0)
        return True


def finish_close(device, result):
    try:
        device.close_finish(result)
    except GLib.Error:
        pass  # A reader that was unplugged cannot be closed, and need not be.


def main():
    guard_process()
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--serial")
    arguments.add_argument("--look-ms", type=int, default=2_000)
    arguments.add_argument("--fresh-ms", type=int, default=120_000)
    options = arguments.parse_args()
    helper = Helper(options.serial, options.look_ms, options.fresh_ms)
    tell("hello", version=1)
    GLib.idle_add(helper.look)
    GLib.MainLoop().run()


main()
