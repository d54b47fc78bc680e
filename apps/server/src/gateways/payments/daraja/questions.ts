import type { PaymentsError } from '../port.ts';
import { isNotGranted } from './codes.ts';
import type { Result } from './results.ts';

/** Fault of a question that the provider did not take. `away`: ask again later; `other`: its own words tell. */
export type QuestionFault = 'not-granted' | 'short-code' | 'initiator' | 'address' | 'away' | 'other';

/** Says why the provider did not take a question about an account. */
export function faultOfQuestion(error: PaymentsError): QuestionFault {
  const said = (words: RegExp) => words.test(error.description);
  if (isNotGranted(error)) return 'not-granted';
  if (said(/invalid (party ?a|short ?code|receiverparty)/i)) return 'short-code';
  if (said(/invalid (initiator|security ?credential)/i)) return 'initiator';
  if (said(/invalid (result|queue ?time ?out) ?url/i)) return 'address';
  return error.retry ? 'away' : 'other';
}

/** Fault of a question that was taken and came to nothing. `initiator`: name, password or certificate; the provider does not say which. */
export type ResultFault = 'initiator' | 'locked' | 'role' | 'short-code' | 'other';

const FAULTS: Readonly<Record<string, ResultFault>> = {
  // The other two are of older texts.
  '2001': 'initiator',
  '18': 'initiator',
  '20': 'initiator',
  '8006': 'locked',
  '21': 'role',
  '6': 'short-code',
  '11': 'short-code',
  '2006': 'short-code',
};

/** Says why a question came to nothing; null where it did not. */
export function faultOfResult(result: Result): ResultFault | null {
  return result.outcome.state === 'done' ? null : (FAULTS[result.code] ?? 'other');
}
