import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GreyImage } from '@mfuko/fingerprint/image';
import type { HelperEvent } from './events.ts';
import { libfprintHelper } from './libfprint.ts';
import type { HelperProgram } from './supervisor.ts';

/** Returns the reason why libfprint cannot be tested here. */
export function whyNoLibfprint(): string | undefined {
  const look = 'import gi; gi.require_version("FPrint", "2.0"); from gi.repository import FPrint';
  const { status } = spawnSync('/usr/bin/python3', ['-c', look], { stdio: 'ignore' });
  return status === 0 ? undefined : 'apt-get install python3-gi gir1.2-fprint-2.0';
}

/**
 * Virtual reader of libfprint: it listens on a socket, and each picture that is written to it is a finger on the glass (its
 * `virtual-image.c`).
 */
export interface VirtualDevice {
  /** Helper program that finds only this device. */
  readonly program: HelperProgram;
  /** Handles the helper's events, and behaves as a glass would. */
  readonly heard: (event: HelperEvent) => void;
  lay(image: GreyImage | 'moves' | 'fails' | 'hot'): void;
  lift(): void;
  unplug(): void;
  plug(): void;
  remove(): void;
}

// Commands of the virtual device: a negative size, and an argument.
const RETRY = -1;
const ERROR = -2;
const AUTOMATIC_FINGER = -3;
const FINGER = -4;
const UNPLUG = -5;
const CENTER_FINGER = 2;
const GENERAL_ERROR = 0;
const TOO_HOT = 0x101;
/** Events after which the sensor is idle: a finger that is put on meanwhile is shown when the sensor is armed again. */
const RESTING: ReadonlySet<string> = new Set(['hello', 'open', 'retry', 'failed', 'idle', 'closed', 'away']);

export function makeVirtualDevice(
  options: { readonly serial?: string; readonly freshMs?: number } = {},
): VirtualDevice {
  const folder = mkdtempSync(join(tmpdir(), 'reader-'));
  const usb = join(folder, 'usb');
  const socket = join(usb, 'image.sock');
  mkdirSync(usb);
  let client: Socket | undefined;
  let armed = false;
  let on: GreyImage | 'moves' | 'fails' | 'hot' | undefined;

  function send(what: number, which: number, pixels?: Uint8Array): void {
    const head = Buffer.alloc(8);
    head.writeInt32LE(what, 0);
    head.writeInt32LE(which, 4);
    client?.write(pixels === undefined ? head : Buffer.concat([head, pixels]));
  }
  function show(): void {
    if (!armed || on === undefined) return;
    if (on === 'hot') return send(ERROR, TOO_HOT);
    if (on === 'fails') return send(ERROR, GENERAL_ERROR);
    send(FINGER, 1);
    if (on === 'moves') send(RETRY, CENTER_FINGER);
    else send(on.width, on.height, on.pixels);
  }

  return {
    program: {
      ...libfprintHelper({ ...options, lookMs: 50 }),
      env: { PATH: '/usr/bin:/bin', FP_VIRTUAL_IMAGE: socket },
      stderr: 'ignore',
    },
    heard({ is }) {
      if (is === 'open') {
        client?.destroy();
        // The connection ended with its reader.
        client = connect(socket).on('error', () => {});
        send(AUTOMATIC_FINGER, 0);
      }
      if (is === 'armed') {
        armed = true;
        show();
      } else if (RESTING.has(is)) armed = false;
    },
    lay(image) {
      on = image;
      show();
    },
    lift() {
      on = undefined;
      if (armed) send(FINGER, 0);
    },
    unplug() {
      // Without its folder no new virtual reader can listen, so it stays away.
      renameSync(usb, `${usb}-away`);
      send(UNPLUG, 0);
    },
    plug: () => renameSync(`${usb}-away`, usb),
    remove() {
      client?.destroy();
      rmSync(folder, { recursive: true });
    },
  };
}
