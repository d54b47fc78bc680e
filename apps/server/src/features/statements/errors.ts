import { fieldError } from '@mfuko/contract/field-errors';
import type { StatementFault } from '@mfuko/contract/mpesa-statements';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal, wrongFields } from '../../platform/http/refusal.ts';

/** Refuses a file that is no statement, or not this school's; the error is reported at the field. */
export function noStatement(fault: StatementFault, why: string): Refusal {
  return new Refusal('input.malformed', `This file ${why}.`, {
    detail: { ...wrongFields({ Statement: { ...fieldError('statement'), words: why } }), fault },
  });
}

export function statementNotFound(): Refusal {
  return new Refusal('statement.not-found', 'The statement was not found.');
}

export function decidedAlready(): Refusal {
  return new Refusal('statement.decided', 'Someone has already decided on this statement.');
}

export function samePerson(afterRollback: (tx: Tx) => Promise<void>): Refusal {
  return new Refusal('wallet.same-person', 'A second person must approve the statement that you uploaded.', {
    afterRollback,
  });
}
