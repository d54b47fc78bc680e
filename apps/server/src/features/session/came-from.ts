import type { RequestContext } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { placeOf } from './known-devices.ts';

/** Origin of a session, in as much detail as its owner needs to recognise it: no address, and no versions. */
export interface CameFrom {
  readonly browser: string | null;
  readonly system: string | null;
  /** Keyed digest of the address; null for this machine itself. */
  readonly place: Buffer | null;
}

// The first match counts, since most browsers name others too.
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

/** Returns the browser and system of a request by their common names, null for unknown ones, and the digest of its address. */
export function cameFrom(context: AppContext, request: RequestContext): CameFrom {
  const agent = request.agent ?? '';
  return { browser: wordFor(agent, BROWSERS), system: wordFor(agent, SYSTEMS), place: placeOf(context, request) };
}

function wordFor(agent: string, words: readonly (readonly [RegExp, string])[]): string | null {
  return words.find(([pattern]) => pattern.test(agent))?.[1] ?? null;
}
