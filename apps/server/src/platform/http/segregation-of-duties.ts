import { audit } from '../audit/audit.ts';
import { segregationFault } from '../database/database.ts';
import type { Call } from './call.ts';
import { Refusal } from './refusal.ts';

const WHY: Readonly<Record<string, string>> = {
  made: 'One of the two accounts made the other, and nobody else has confirmed it. Ask someone else to be the second person.',
  number:
    'One of the two recently set the phone number of the other, or used to have it. Ask someone else to be the second person.',
  maker:
    'The same person made both accounts, and nobody else has confirmed either. Ask someone else to be the second person.',
  new: 'Your account is less than a day old. Ask someone else to be the second person.',
};

/** Turns the database's segregation-of-duties error into the refusal of the call, with an audit row; null for other errors. */
export function asSegregationRefusal(error: unknown, call: Call): Refusal | null {
  const why = segregationFault(error);
  if (why === undefined) return null;
  const { userId } = call.actor;
  const event = { action: 'user.one-hand', subjectKind: 'user', subjectId: userId, detail: { why } };
  return new Refusal('session.one-hand', WHY[why] ?? 'Ask someone else to be the second person.', {
    detail: { why },
    afterRollback: (tx) => audit(tx, call, event),
  });
}
