// Device state: what an enrolled device reports about itself, in the header `device-state` of a signed call, about once a minute. The
// signature does not cover the header and no guard relies on it; the office sees the state with its age.

/** State of a device by its own report; a field that is null or left out is unknown to the device. */
export interface DeviceState {
  /** Per cent. */
  readonly battery: number | null;
  readonly charging: boolean | null;
  /** Number of events that wait to be sent, and the age of the oldest one in seconds. */
  readonly waiting: number | null;
  readonly waitingSeconds: number | null;
  /** Seconds by which the device's clock is ahead of the server's; negative if it is slow. */
  readonly clockAheadSeconds: number | null;
}

/** Fields by their short names, each with the largest accepted value. */
const FIELDS = [
  ['battery', 'b', 100],
  ['charging', 'c', 1],
  ['waiting', 'w', 100_000],
  ['waitingSeconds', 's', 366 * 86_400],
  ['clockAheadSeconds', 'a', 100 * 366 * 86_400],
] as const;
const NUMBER = /^-?\d{1,10}$/;

/** Writes the header: `b=83;c=1;w=12;s=7200;a=-240`. */
export function writeDeviceState(state: DeviceState): string {
  return FIELDS.flatMap(([field, name]) => {
    const value = state[field];
    return value === null ? [] : [`${name}=${Math.round(Number(value))}`];
  }).join(';');
}

/** Parses a header. A value that is not a number within its range counts as not reported. Returns null if no value remains. */
export function readDeviceState(text: string): DeviceState | null {
  const parts = text.slice(0, 200).split(';');
  const number = ([field, name, most]: (typeof FIELDS)[number]): number | null => {
    const value = parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
    const least = field === 'clockAheadSeconds' ? -most : 0;
    return NUMBER.test(value) && Number(value) >= least && Number(value) <= most ? Number(value) : null;
  };
  const [battery = null, charging = null, waiting = null, waitingSeconds = null, clockAheadSeconds = null] =
    FIELDS.map(number);
  if ([battery, charging, waiting, waitingSeconds, clockAheadSeconds].every((value) => value === null)) return null;
  return { battery, charging: charging === null ? null : charging === 1, waiting, waitingSeconds, clockAheadSeconds };
}
