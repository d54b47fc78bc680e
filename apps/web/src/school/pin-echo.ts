import { isPin } from './check-pin.ts';

/**
 * A PIN that is typed once more, since nothing seemed to happen, comes into the number's field, where it could be read. Its echo: the PIN, for as long
 * as what stands there may be its beginning, or holds it whole with keys too many behind it; undefined where that is a number.
 */
export function echoOf(text: string, pins: readonly (string | undefined)[]): string | undefined {
  return text === '' ? undefined : pins.find((pin) => pin?.startsWith(text) || (pin && isWhole(text, pin)));
}

/** True where the whole PIN stands there: a number that begins so is one in ten thousand, and would be asked about with the PIN in it. */
export function isWhole(text: string, echo: string | undefined): boolean {
  return echo !== undefined && isPin(echo) && text.startsWith(echo);
}

/** True where dots stand in place of the digits: one digit says nothing, and every number begins with one. */
export function isVeiled(text: string, echo: string | undefined): boolean {
  return echo !== undefined && text.length > 1;
}
