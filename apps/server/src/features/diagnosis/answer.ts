import { faultOfResult, leadsHere, type Result } from '../../gateways/payments/index.ts';
import type { JobOrigin } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { type ResultHandler, replyTo, withAccount } from '../payments/index.ts';
import { ASK_STATUS, type Asked, CHECK_ANSWER, noteAsked, readSubject } from './ask.ts';
import { endCheck } from './end.ts';
import { digestOf } from './facts.ts';
import { type Found, failed, passed, unchecked } from './rules.ts';
import { findCheck, lockCheck, saveRefused } from './store.ts';

/** Handles M-Pesa's answers to a run's questions. After the balance, asks for the status of a payment. */
export function handleCheckAnswer(context: AppContext): ResultHandler {
  return async (tx, subject, answer, origin) => {
    const { id, asked } = readSubject(subject);
    const run = await lockCheck(tx);
    const waits = run?.steps.some(({ step, state }) => step === asked && state === 'running');
    if (run?.id !== id || run.finishedAt !== null || !waits) return;
    if (answer === 'timeout') return endCheck(tx, id, run.steps, { [asked]: unchecked('provider.gave-up') }, origin);
    if (asked === 'status') return endCheck(tx, id, run.steps, { status: judgeStatus(answer) }, origin);
    const balance = await judgeBalance(tx, context, answer);
    if (balance.state !== 'passed') return endCheck(tx, id, run.steps, { balance }, origin);
    const steps = run.steps.map((each) => (each.step === 'balance' ? { ...each, ...balance } : each));
    await noteAsked(tx, id, steps, 'status');
    await enqueue(tx, ASK_STATUS, { schoolId: tx.schoolId, id });
  };
}

async function judgeBalance(tx: Tx, context: AppContext, answer: Result): Promise<Found> {
  const account = await withAccount(context, tx);
  if (!account) return unchecked('provider.gave-up');
  const fault = faultOfResult(answer);
  const { initiator } = account;
  switch (fault) {
    case null:
      await saveRefused(tx, null);
      return passed();
    case 'initiator': {
      await saveRefused(tx, digestOf(context, account));
      const apiUser = await apiUserOf(tx);
      // M-Pesa does not say whether name or credential is wrong; a name other than the configured operator's is detected here.
      return initiator === apiUser ? failed('balance.credential') : failed('balance.initiator', { initiator, apiUser });
    }
    case 'locked':
      return failed('balance.locked', { initiator });
    case 'role':
      return failed('balance.role', { initiator });
    case 'short-code':
      return failed('balance.short-code');
    default:
      return failed('balance.refused', { words: wordsOf(answer) });
  }
}

/** Judges the answer about a payment that does not exist: "unknown payment" is the expected one and means that the question was accepted. */
function judgeStatus(answer: Result): Found {
  const fault = faultOfResult(answer);
  if (fault === 'role') return failed('status.role');
  if (fault === 'initiator' || fault === 'locked') return failed('status.refused', { words: wordsOf(answer) });
  return answer.outcome.retry ? unchecked('provider.gave-up') : passed();
}

/** The provider's description, without digit sequences that may be a phone number. */
function wordsOf({ code, description }: Result): string {
  return `${code} ${description.replace(/\d{9,}/g, '…')}`.slice(0, 200);
}

async function apiUserOf(tx: Tx): Promise<string> {
  const config = await tx.row<{ apiUser: string }>(
    'SELECT api_user AS "apiUser" FROM payment_configs WHERE school_id = $1',
    [tx.schoolId],
  );
  return config?.apiUser ?? '';
}

/**
 * Ends a run whose question was not answered. For the balance, tests whether the callback address leads here; the status is asked
 * later, when that is known.
 */
export async function endUnanswered(
  context: AppContext,
  { schoolId, id, asked }: { readonly schoolId: string; readonly id: string; readonly asked: Asked },
  origin: JobOrigin,
): Promise<void> {
  const [run, account] = await context.db.readSchool(schoolId, async (tx) => [
    await findCheck(tx),
    await withAccount(context, tx),
  ]);
  const waits = run?.steps.some(({ step, state }) => step === asked && state === 'running');
  if (run?.id !== id || run.finishedAt !== null || !waits || !account) return;
  const found = asked === 'status' ? failed('status.not-answered') : await whyNotBalance(context, account);
  await context.db.inSchool(schoolId, async (tx) => {
    const held = await lockCheck(tx);
    if (held?.id === id) await endCheck(tx, id, held.steps, { [asked]: found }, origin);
  });
}

async function whyNotBalance(context: AppContext, account: Parameters<typeof replyTo>[1]): Promise<Found> {
  const { resultUrl } = replyTo(context, account, CHECK_ANSWER, 'probe');
  const address = context.config.publicUrl;
  return failed((await leadsHere(resultUrl)) ? 'balance.not-answered' : 'balance.not-reached', { address });
}
