import type { IncomingMessage } from 'node:http';

/** The page's own machine, any port: consoles in development, in the demo and in tests run there. */
const THIS_MACHINE = /^http:\/\/(127\.0\.0\.1|localhost)(:\d{1,5})?$/;

/** Origins of the console of this very machine, as a server serves it that nobody has told otherwise. */
export const OWN_CONSOLE: readonly string[] = ['http://127.0.0.1:4000', 'http://localhost:4000'];

/** Pages that may scan. */
export interface AllowedPages {
  readonly origins: readonly string[];
  /** Those of this machine too, whichever port serves them: for the simulator alone, whose fingers are nobody's. */
  readonly anyOfThisMachine: boolean;
}

/**
 * Tells whether a request was addressed to this machine by its own name; a name that an attacker points here (DNS
 * rebinding) is not.
 */
export function isOwnHost(request: IncomingMessage, port: number): boolean {
  const host = request.headers.host;
  return host === `127.0.0.1:${port}` || host === `localhost:${port}`;
}

/**
 * Tells whether a page of this origin may scan. Browsers always state the origin of a websocket: none, or `null`, is
 * refused.
 */
export function mayScan(request: IncomingMessage, { origins, anyOfThisMachine }: AllowedPages): boolean {
  const { origin } = request.headers;
  return origin !== undefined && (origins.includes(origin) || (anyOfThisMachine && THIS_MACHINE.test(origin)));
}

/**
 * Tells whether a change asked of the tray comes from the tray's own page, or from a program, which states no origin.
 */
export function mayChangeTray(request: IncomingMessage, port: number): boolean {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined || origin === `http://127.0.0.1:${port}` || origin === `http://localhost:${port}`;
}
