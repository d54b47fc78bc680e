import type { PaymentsError } from '../port.ts';
import { isNotGranted } from './codes.ts';
import type { Result } from './results.ts';

/** Reason why the provider refused a query. `away`: retry later; `other`: see the provider's message. */
export type QuestionFault = 'not-granted' | 'short-code' | 'initiator' | 'address' | 'away' | 'other';

/** Returns the reason why the provider refused a query about an account. */
export function faultOfQuestion(error: PaymentsError): QuestionFault {
  const said = (words: RegExp) => words.test(error.description);
  if (isNotGranted(error)) return 'not-granted';
  if (said(/invalid (party ?a|short ?code|receiverparty)/i)) return 'short-code';
  if (said(/invalid (initiator|security ?credential)/i)) return 'initiator';
  if (said(/invalid (result|queue ?time ?out) ?url/i)) return 'address';
  return error.retry ? 'away' : 'other';
}

/** Reason why an accepted query failed. `initiator`: name, password or certificate; the provider does not distinguish them. */
export type ResultFault = 'initiator' | 'locked' | 'role' | 'short-code' | 'other';

const FAULTS: Readonly<Record<string, ResultFault>> = {
  // Codes 18 and 20 are from older documentation.
  '2001': 'initiator',
  '18': 'initiator',
  '20': 'initiator',
  '8006': 'locked',
  '21': 'role',
  '6': 'short-code',
  '11': 'short-code',
  '2006': 'short-code',
};

/** Returns the reason why a query failed; null where it succeeded. */
export function faultOfResult(result: Result): ResultFault | null {
  return result.outcome.state === 'done' ? null : (FAULTS[result.code] ?? 'other');
}
