import { echoOf, isVeiled, isWhole } from '../../../school/pin-echo.ts';
import type { Line } from '../queue/line.ts';

/** Digits of the number field that may be a PIN typed again. */
export interface Echoes {
  /** Compares a typed number; returns true where dots replace it. A number whose typing has ended is no echo. */
  ofNumber(number: string, isSettled: boolean): boolean;
  /** Compares digits typed for the next student behind the current PIN; returns true where dots replace them. */
  ofAhead(digits: string, pin: string): boolean;
  /** Returns true where the number starts with a whole PIN. */
  isWhole(number: string): boolean;
  /** Returns true while the number may be the PIN of a student whose answer is pending or who may be sent again. */
  isPending(number: string): boolean;
  /** Accepts the same digits as a number, if they are typed once more. */
  accept(): void;
  forget(): void;
}

export function createEchoes(lines: () => readonly Line[]): Echoes {
  /** PIN that the typed digits may repeat. */
  let echo: string | undefined;
  /** PIN whose echo was dropped last: the same digits typed once more are accepted as a number. */
  let accepted: string | undefined;
  const pins = () => lines().map(({ by, proof }) => (by === 'pin' ? proof?.pin?.toString() : undefined));
  return {
    ofNumber(number, isSettled) {
      const possible = [echo, ...pins()].filter((pin) => pin !== accepted);
      echo = isSettled ? undefined : echoOf(number, possible);
      return isVeiled(number, echo);
    },
    ofAhead(digits, pin) {
      echo = echoOf(digits, [echo, pin, ...pins()]);
      return isVeiled(digits, echo);
    },
    isWhole: (number) => isWhole(number, echo),
    isPending: (number) => echoOf(number, pins()) !== undefined,
    accept() {
      accepted = echo;
    },
    forget() {
      echo = undefined;
    },
  };
}
