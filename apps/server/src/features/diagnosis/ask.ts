import type { CheckStep, StepOutcome } from '@mfuko/contract/diagnosis';
import { faultOfQuestion, PaymentsError, type PaymentsGateway } from '../../gateways/payments/index.ts';
import type { JobOrigin } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { replyTo, withAccount } from '../payments/index.ts';
import { endCheck } from './end.ts';
import type { Facts } from './facts.ts';
import { type Found, failed, unchecked } from './rules.ts';
import type { Progress } from './run.ts';
import { findCheck, saveSteps } from './store.ts';

/** Purpose by which M-Pesa's answers are routed to this feature. */
export const CHECK_ANSWER = 'check';
export const ASK_STATUS = 'ask-status-for-check';
export const END_CHECK = 'end-payment-check';
/** Time limit for an answer; M-Pesa takes seconds. */
const ANSWER_WITHIN_MS = 60_000;
/** A receipt number from before M-Pesa existed, so that no payment has it. */
const NO_RECEIPT = 'AAA0000000';

/** Questions that M-Pesa answers asynchronously, by their steps. */
export type Asked = Extract<CheckStep, 'balance' | 'status'>;

/** Encodes run and question into the subject of the callback address. */
function subjectOf(id: string, asked: Asked): string {
  return asked === 'balance' ? id : `${id}-s`;
}

/** Decodes the run and the question from a subject. */
export function readSubject(subject: string): { readonly id: string; readonly asked: Asked } {
  return subject.endsWith('-s') ? { id: subject.slice(0, -2), asked: 'status' } : { id: subject, asked: 'balance' };
}

/**
 * Stores that a question is being asked, before it is sent, because the answer may arrive before the acknowledgement. Enqueues the time
 * limit.
 */
export async function noteAsked(tx: Tx, id: string, steps: readonly StepOutcome[], asked: Asked): Promise<void> {
  await saveSteps(tx, id, under(steps, asked));
  await enqueue(tx, END_CHECK, { schoolId: tx.schoolId, id, asked }, { afterMs: ANSWER_WITHIN_MS });
}

function under(steps: readonly StepOutcome[], asked: Asked): StepOutcome[] {
  return steps.map((each) => (each.step === asked ? { ...each, state: 'running' } : each));
}

interface Run {
  readonly schoolId: string;
  readonly id: string;
  readonly progress: Progress;
  readonly origin: JobOrigin;
}

/** Asks for the paybill's balance, which tests operator, credential, role and callback address without moving money. */
export async function askBalance(
  context: AppContext,
  gateway: PaymentsGateway,
  { account }: Facts,
  { schoolId, id, progress, origin }: Run,
): Promise<void> {
  const steps = progress.steps();
  await context.db.inSchool(schoolId, (tx) => noteAsked(tx, id, steps, 'balance'));
  try {
    await gateway.askBalance(account, replyTo(context, account, CHECK_ANSWER, subjectOf(id, 'balance')));
  } catch (error) {
    const balance = notTaken('balance', error);
    await context.db.inSchool(schoolId, (tx) => endCheck(tx, id, steps, { balance }, origin));
  }
}

/**
 * Asks for the status of a payment that does not exist. The same question confirms payments made by hand, and needs an API product and
 * role of its own.
 */
export async function askStatus(
  context: AppContext,
  gateway: PaymentsGateway,
  { schoolId, id }: { readonly schoolId: string; readonly id: string },
  origin: JobOrigin,
): Promise<void> {
  const [run, account] = await context.db.readSchool(schoolId, async (tx) => [
    await findCheck(tx),
    await withAccount(context, tx),
  ]);
  if (run?.id !== id || run.finishedAt !== null || !account) return;
  try {
    const back = replyTo(context, account, CHECK_ANSWER, subjectOf(id, 'status'));
    await gateway.askTransaction(account, { receipt: NO_RECEIPT }, back);
  } catch (error) {
    const status = notTaken('status', error);
    await context.db.inSchool(schoolId, (tx) => endCheck(tx, id, run.steps, { status }, origin));
  }
}

function notTaken(asked: Asked, error: unknown): Found {
  if (!(error instanceof PaymentsError)) throw error;
  const words = { words: error.description || error.message };
  const fault = faultOfQuestion(error);
  if (fault === 'not-granted') return failed(`${asked}.not-granted`);
  if (fault === 'away') return unchecked('provider.away', words);
  if (asked === 'status') return failed('status.refused', words);
  if (fault === 'short-code') return failed('balance.short-code');
  return fault === 'initiator' ? failed('balance.credential', words) : failed('balance.refused', words);
}
