import { writeDeviceState } from '@mfuko/contract/device-state';
import { clockAhead } from './clock.ts';
import { queueOfDevice } from './device-queue.ts';

/** The Battery Status API, which not every browser has. */
interface Battery {
  /** 0 to 1. */
  readonly level: number;
  readonly charging: boolean;
}

/** Least time between two reports. The state has no call of its own: it is sent with a call that is signed anyway. */
const EVERY_MS = 60_000;

let battery: Battery | null = null;
let asked = false;
let told: { readonly at: number; readonly waiting: number | null } | null = null;

/** Requests the battery without waiting for the answer, which the next report contains. */
function askForBattery(): void {
  asked = true;
  const { getBattery } = navigator as Navigator & { getBattery?: () => Promise<Battery> };
  getBattery?.call(navigator).then(
    (found) => {
      battery = found;
    },
    // The browser does not disclose the battery.
    () => undefined,
  );
}

/**
 * Returns the `device-state` header of a call where a report is due: once a minute, and as soon as the queue becomes known, non-empty or
 * empty.
 */
export function dueState(): string | null {
  if (!asked) askForBattery();
  const queue = queueOfDevice();
  const waiting = queue?.waiting ?? null;
  const hasTurned = waiting !== null && told !== null && (told.waiting === null || told.waiting > 0 !== waiting > 0);
  const sinceTold = told === null ? null : Date.now() - told.at;
  // A negative age means that the clock was set back since the last report, so the age says nothing and a report is due.
  if (sinceTold !== null && sinceTold >= 0 && sinceTold < EVERY_MS && !hasTurned) return null;
  const ahead = clockAhead();
  return writeDeviceState({
    battery: battery === null ? null : battery.level * 100,
    charging: battery?.charging ?? null,
    waiting,
    waitingSeconds: queue?.seconds ?? null,
    // The server's lead over the device's clock is the device's lag, hence the sign.
    clockAheadSeconds: ahead === null ? null : -ahead / 1000,
  });
}

/** Notes that the server has received that state. A state that did not reach the server stays due, and is sent again with the next call. */
export function noteTold(said: string): void {
  const waiting = /(?:^|;)w=(\d+)/.exec(said)?.[1];
  told = { at: Date.now(), waiting: waiting === undefined ? (told?.waiting ?? null) : Number(waiting) };
}
