import type { OfflineOutcome } from '@mfuko/contract/offline';

const WHY = {
  'bus.not-found': 'bus-not-found',
  'bus.already-aboard': 'bus-already-aboard',
  'bus.not-aboard': 'bus-not-aboard',
  'student.not-found': 'student-not-found',
  'bus.trip-closed': 'bus-trip-closed',
  'offline.too-old': 'offline-too-old',
  'offline.unreadable': 'unreadable',
  'input.malformed': 'unreadable',
  'idempotency.other-input': 'unreadable',
  stopped: 'stopped',
} as const;

type Why = (typeof WHY)[keyof typeof WHY] | 'proof' | 'no-proof' | 'other';

/**
 * Returns the text key of what stands against a ride or passage that was sent late; `other` is for what only the office's list explains,
 * which lists none that is `unreadable`.
 */
export function whyOf({ problem, status }: OfflineOutcome): Why {
  if (problem === undefined) return status === 'unverified' ? 'no-proof' : 'other';
  // Only the proof could not be read: the ride is recorded, and on the office's list.
  if (problem === 'offline.unreadable' && status !== 'refused') return 'proof';
  const known = Object.entries(WHY).find(([each]) => each === problem);
  if (known) return known[1];
  return /^(pin|fingerprint)\./.test(problem) ? 'proof' : 'other';
}
