#!/usr/bin/python3
"""Prints the udev rules that let the scanner service open the USB readers from which the installed libfprint gets pictures.

The library reports its drivers and which of them return pictures; the USB ids come from its hardware database.
"""

import re
import sys

import gi

gi.require_version("FPrint", "2.0")
from gi.repository import FPrint  # noqa: E402

DATABASES = [f"{folder}/udev/hwdb.d/60-autosuspend-libfprint-2.hwdb" for folder in ("/usr/lib", "/lib")]


def kinds_below(kind):
    for child in kind.children:
        yield child
        yield from kinds_below(child)


def drivers_of_pictures():
    """Returns the drivers' class names without prefix, in lower case: the driver `upektc_img` has the class `FpiDeviceUpektcImg`."""
    FPrint.Context()
    return {re.sub(r"^Fpi?Device", "", kind.name).lower() for kind in kinds_below(FPrint.ImageDevice.__gtype__)}


def ids_by_driver(text):
    driver = None
    for line in text.splitlines():
        named = re.match(r"# Supported by libfprint driver (\w+)", line)
        if named or line.startswith("#"):
            driver = named and named[1].replace("_", "")
        found = re.match(r"usb:v([0-9A-F]{4})p([0-9A-F]{4})", line)
        if driver and found:
            yield driver, found[1].lower(), found[2].lower()


def read_database():
    for path in DATABASES:
        try:
            with open(path, encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            continue
    sys.exit("The list of readers that comes with libfprint-2-2 is missing.")


def main():
    drivers = drivers_of_pictures()
    print("# Written by the installation of mfuko-scanner, from the drivers of the installed libfprint. Do not edit.")
    last = None
    for driver, vendor, product in ids_by_driver(read_database()):
        if driver not in drivers:
            continue
        if driver != last:
            print(f"\n# {driver}")
        last = driver
        print(
            f'SUBSYSTEM=="usb", ENV{{DEVTYPE}}=="usb_device", ATTR{{idVendor}}=="{vendor}", ATTR{{idProduct}}=="{product}",'
            ' GROUP="mfuko-scanner", MODE="0660"'
        )


main()
