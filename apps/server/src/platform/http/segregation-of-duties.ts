import { audit } from '../audit/audit.ts';
import { segregationFault } from '../database/database.ts';
import type { Call } from './call.ts';
import { Refusal } from './refusal.ts';

const WHY: Readonly<Record<string, string>> = {
  made: 'One of the two accounts made the other, and nobody else has confirmed it: somebody else must be the second person.',
  number:
    'One of the two has set the phone number of the other lately, or had it before: somebody else must be the second person.',
  maker:
    'Both accounts were made by the same person, and nobody else has confirmed either: somebody else must be the second person.',
  new: 'Your account was made less than a day ago: somebody else must be the second person.',
};

/** Turns the database's segregation-of-duties error into the refusal of the call, with an audit row; null for other errors. */
export function asSegregationRefusal(error: unknown, call: Call): Refusal | null {
  const why = segregationFault(error);
  if (why === undefined) return null;
  const { userId } = call.actor;
  const event = { action: 'user.one-hand', subjectKind: 'user', subjectId: userId, detail: { why } };
  return new Refusal('session.one-hand', WHY[why] ?? 'Somebody else must be the second person.', {
    detail: { why },
    afterRollback: (tx) => audit(tx, call, event),
  });
}
