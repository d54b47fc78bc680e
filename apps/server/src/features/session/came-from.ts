import type { RequestContext } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { placeOf } from './known-devices.ts';

/** Place in which a session was begun, as far as its owner needs it to know it again: no address, and no version of anything. */
export interface CameFrom {
  readonly browser: string | null;
  readonly system: string | null;
  /** Keyed digest of the address; null for this machine itself. */
  readonly place: Buffer | null;
}

// The first that fits: most browsers call themselves by the names of others too.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** Browser and system of a request in plain words, null where they are none that people know, and the digest of its address. */
export function cameFrom(context: AppContext, request: RequestContext): CameFrom {
  const agent = request.agent ?? '';
  return { browser: wordFor(agent, BROWSERS), system: wordFor(agent, SYSTEMS), place: placeOf(context, request) };
}

function wordFor(agent: string, words: readonly (readonly [RegExp, string])[]): string | null {
  return words.find(([pattern]) => pattern.test(agent))?.[1] ?? null;
}
