import type { IncomingMessage } from 'node:http';

/** Origins of this machine, any port: consoles in development, in the demo and in tests run there. */
const THIS_MACHINE = /^http:\/\/(127\.0\.0\.1|localhost)(:\d{1,5})?$/;

/** Origins of a console that is served by this machine with the default settings. */
export const OWN_CONSOLE: readonly string[] = ['http://127.0.0.1:4000', 'http://localhost:4000'];

/** Pages that may scan. */
export interface AllowedPages {
  readonly origins: readonly string[];
  /**
   * True to also allow all origins of this machine, whatever their port; for the simulator alone, whose fingers are synthetic or test
   * pictures.
   */
  readonly anyOfThisMachine: boolean;
}

/**
 * Returns true if a request was addressed to this machine by its own name, and false for a name that an attacker points here (DNS
 * rebinding).
 */
export function isOwnHost(request: IncomingMessage, port: number): boolean {
  const host = request.headers.host;
  return host === `127.0.0.1:${port}` || host === `localhost:${port}`;
}

/**
 * Returns true if a page of this origin may scan. Browsers always state the origin of a WebSocket: a missing origin, or `null`, is refused.
 */
export function mayScan(request: IncomingMessage, { origins, anyOfThisMachine }: AllowedPages): boolean {
  const { origin } = request.headers;
  return origin !== undefined && (origins.includes(origin) || (anyOfThisMachine && THIS_MACHINE.test(origin)));
}

/** Returns true if a request to change the tray comes from the tray's own page, or from a program, which states no origin. */
export function mayChangeTray(request: IncomingMessage, port: number): boolean {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined || origin === `http://127.0.0.1:${port}` || origin === `http://localhost:${port}`;
}
