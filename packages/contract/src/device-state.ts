// Device state: the word of an enrolled device about itself, in the header `device-state` beside a signed call, about once a minute. The signature does
// not cover it and no guard asks it: it is shown to the office, with its age.

/** State of a device by its own word; null or left out: it does not know. */
export interface DeviceState {
  /** Per cent. */
  readonly battery: number | null;
  readonly charging: boolean | null;
  /** Events that wait on it to be sent, and for how many seconds something has waited. */
  readonly waiting: number | null;
  readonly waitingSeconds: number | null;
  /** Seconds by which its own clock is ahead of the server's; negative: it is slow. */
  readonly clockAheadSeconds: number | null;
}

/** Fields by their short names, each with the largest number that is believed. */
const FIELDS = [
  ['battery', 'b', 100],
  ['charging', 'c', 1],
  ['waiting', 'w', 100_000],
  ['waitingSeconds', 's', 366 * 86_400],
  ['clockAheadSeconds', 'a', 100 * 366 * 86_400],
] as const;
const NUMBER = /^-?\d{1,10}$/;

/** The header's text: `b=83;c=1;w=12;s=7200;a=-240`. */
export function writeDeviceState(state: DeviceState): string {
  return FIELDS.flatMap(([field, name]) => {
    const value = state[field];
    return value === null ? [] : [`${name}=${Math.round(Number(value))}`];
  }).join(';');
}

/** Reads a header; whatever is no number of its range is as if it had not been told. Null where nothing is left. */
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
