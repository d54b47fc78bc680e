import type { IncomingMessage } from 'node:http';

/** The page's own machine, any port: the console in development and the demo run there. */
const THIS_MACHINE = /^http:\/\/(127\.0\.0\.1|localhost)(:\d{1,5})?$/;

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
export function mayScan(request: IncomingMessage, origins: readonly string[]): boolean {
  const { origin } = request.headers;
  return origin !== undefined && (THIS_MACHINE.test(origin) || origins.includes(origin));
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
