import { writeDeviceState } from '@mfuko/contract/device-state';
import { clockAhead } from './clock.ts';
import { queueOfDevice } from './device-queue.ts';

/** The Battery Status API, which not every browser has. */
interface Battery {
  /** 0 to 1. */
  readonly level: number;
  readonly charging: boolean;
}

/** No call of its own: it goes with a call that is signed anyway, and no more than once in this time. */
const EVERY_MS = 60_000;

let battery: Battery | null = null;
let asked = false;
let told: { readonly at: number; readonly waiting: number | null } | null = null;

/** Asks for the battery without waiting for it: the next word has it. */
function askForBattery(): void {
  asked = true;
  const { getBattery } = navigator as Navigator & { getBattery?: () => Promise<Battery> };
  getBattery?.call(navigator).then(
    (found) => {
      battery = found;
    },
    // A browser that does not tell.
    () => undefined,
  );
}

/** The header `device-state` of a call, where one is due: once a minute, or as soon as the queue is known, has filled or has emptied. */
export function dueState(): string | null {
  if (!asked) askForBattery();
  const queue = queueOfDevice();
  const waiting = queue?.waiting ?? null;
  const hasTurned = waiting !== null && told !== null && (told.waiting === null || told.waiting > 0 !== waiting > 0);
  const sinceTold = told === null ? null : Date.now() - told.at;
  // A clock that was put back since says nothing of how long ago it was.
  if (sinceTold !== null && sinceTold >= 0 && sinceTold < EVERY_MS && !hasTurned) return null;
  const ahead = clockAhead();
  return writeDeviceState({
    battery: battery === null ? null : battery.level * 100,
    charging: battery?.charging ?? null,
    waiting,
    waitingSeconds: queue?.seconds ?? null,
    // The server's lead over this clock is this clock's lag.
    clockAheadSeconds: ahead === null ? null : -ahead / 1000,
  });
}

/** Notes that the server has had that state, whatever is due by now: one that no server heard is told again by the next call. */
export function noteTold(said: string): void {
  const waiting = /(?:^|;)w=(\d+)/.exec(said)?.[1];
  told = { at: Date.now(), waiting: waiting === undefined ? (told?.waiting ?? null) : Number(waiting) };
}
