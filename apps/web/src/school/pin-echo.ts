import { isPin } from './check-pin.ts';

/**
 * Detects the echo of a PIN: a PIN that is typed again, since nothing seemed to happen, arrives in the number field, where others could
 * read it. Returns the PIN while the text may be its start, or contains the whole PIN and further digits; undefined where the text is a
 * number.
 */
export function echoOf(text: string, pins: readonly (string | undefined)[]): string | undefined {
  return text === '' ? undefined : pins.find((pin) => pin?.startsWith(text) || (pin && isWhole(text, pin)));
}

/** Returns true where the text starts with the whole PIN: only one number in ten thousand does, and a lookup would send the PIN. */
export function isWhole(text: string, echo: string | undefined): boolean {
  return echo !== undefined && isPin(echo) && text.startsWith(echo);
}

/** Returns true where dots replace the digits. A single digit discloses nothing, and each number starts with one. */
export function isVeiled(text: string, echo: string | undefined): boolean {
  return echo !== undefined && text.length > 1;
}
