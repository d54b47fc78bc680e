import { clockAhead } from '../../lib/clock.ts';
import { config } from '../../lib/config.ts';
import { savedLocation } from '../../lib/location.ts';
import type { deskAtWork as DeskAtWork } from '../unlock/desks.ts';

/** Passage or ride that the server could not verify at the time, as the device recorded it. */
export interface Unchecked {
  readonly kind: 'in' | 'out' | 'on' | 'off';
  readonly admissionNumber: string;
  readonly method: 'fingerprint' | 'pin' | 'attested';
  /** Fields of the finger, or the PIN, in the form of the ordinary call. */
  readonly proof?: Readonly<Record<string, unknown>> | undefined;
  readonly busNumberPlate?: string | undefined;
  /** Trip of the page, for a ride. */
  readonly tripSYSID?: string | undefined;
  /** Collector with whom the guard let the student go, by the list of this device; for a check-out. */
  readonly collectorSYSID?: string | undefined;
  readonly leavesAlone?: boolean | undefined;
  /** Moment of a request of an earlier page, which a person attests now; omitted where it happens now. */
  readonly pressed?: Pressed | undefined;
}

/** Moment of a press by the device's clock, and the server's lead over that clock, as known then. */
export interface Pressed {
  readonly at: number;
  readonly clockAheadMs: number | null;
}

const DESK_WITHIN_MS = 500;

/** Loaded as soon as the page is rendered, before it is needed without a network. */
const sealing = () => import('@mfuko/contract/offline-seal');
let deskAtWork: typeof DeskAtWork | undefined;

/** Loads the desks in advance; a page without them records events nevertheless. */
export const fetchDesks = () =>
  import('../unlock/desks.ts').then(
    (desks) => {
      deskAtWork = desks.deskAtWork;
    },
    () => undefined,
  );

/** Returns true if this browser can seal and store events. */
export async function canSeal(): Promise<boolean> {
  try {
    const { sealOffline } = await sealing();
    await sealOffline(config().offlineKey, '-', '-', '-');
    return typeof indexedDB !== 'undefined';
  } catch {
    // An older browser, or a key that it cannot import.
    return false;
  }
}

/** Seals an event with its time, place and desk; only the server can read it. */
export async function sealEvent({ pressed, ...event }: Unchecked, key: string, school: string): Promise<string> {
  const occurredAt = new Date(pressed?.at ?? Date.now()).toISOString();
  // The bus has moved since, so the current location would be wrong.
  const place = pressed && (event.kind === 'on' || event.kind === 'off') ? null : savedLocation();
  const ahead = pressed ? pressed.clockAheadMs : clockAhead();
  const desk = await deskInTime();
  const whole = {
    ...event,
    ...desk,
    occurredAt,
    ...(ahead === null ? {} : { clockAheadMs: ahead }),
    ...(place ? { lat: place.latitude, long: place.longitude } : {}),
  };
  const { sealOffline } = await sealing();
  return sealOffline(config().offlineKey, school, key, JSON.stringify(whole));
}

/**
 * Returns null where the device's box does not respond in time: the passage is stored nevertheless, on the word of the user who sends it.
 */
async function deskInTime(): ReturnType<typeof DeskAtWork> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, DESK_WITHIN_MS, null));
  try {
    return deskAtWork ? await Promise.race([deskAtWork(), late]) : null;
  } catch {
    // A box that cannot be read counts as one that does not respond.
    return null;
  }
}
