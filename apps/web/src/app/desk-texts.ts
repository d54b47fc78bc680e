import type { Namespace } from '../lib/i18n.ts';

/**
 * Texts that a desk of the lean entry renders with, besides those of all desks: if one loaded later, the desk would suspend and disappear
 * meanwhile.
 */
export const DESK_TEXTS = {
  gate: ['gate'],
  rollcall: ['desk'],
  trip: ['trip', 'desk'],
  consume: ['canteen', 'desk'],
  cash: ['wallet', 'desk'],
} as const satisfies Readonly<Record<string, readonly Namespace[]>>;
