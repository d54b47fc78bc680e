import type { OfflineOutcome } from '@mfuko/contract/offline';

const WHY = {
  'bus.not-found': 'bus-not-found',
  'bus.already-aboard': 'bus-already-aboard',
  'bus.not-aboard': 'bus-not-aboard',
  'student.not-found': 'student-not-found',
  'bus.trip-closed': 'bus-trip-closed',
  'offline.too-old': 'offline-too-old',
} as const;

/** Returns the text key of what stands against a ride that was sent late; `other` is for what only the office's list explains. */
export function whyOf({ problem = '' }: OfflineOutcome): (typeof WHY)[keyof typeof WHY] | 'proof' | 'other' {
  const known = Object.entries(WHY).find(([each]) => each === problem);
  if (known) return known[1];
  return /^(pin|fingerprint)\./.test(problem) ? 'proof' : 'other';
}
