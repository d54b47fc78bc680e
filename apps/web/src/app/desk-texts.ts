import type { Namespace } from '../lib/i18n.ts';

/** Texts that a desk of the lean entry draws itself with, besides those of every desk: with one that came later it would go away meanwhile. */
export const DESK_TEXTS = {
  gate: ['gate'],
  rollcall: ['desk'],
  trip: ['trip', 'desk'],
  consume: ['canteen', 'desk'],
  cash: ['wallet', 'desk'],
} as const satisfies Readonly<Record<string, readonly Namespace[]>>;
