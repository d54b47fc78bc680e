import {
  faultOfQuestion,
  faultOfResult,
  leadsHere,
  PaymentsError,
  type PaymentsGateway,
  type QuestionFault,
  type ResultFault,
} from '../../gateways/payments/index.ts';
import type { JobOrigin } from '../../platform/audit/audit.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { type ResultHandler, replyTo, withAccount } from '../payments/index.ts';
import { endCheck } from './end.ts';
import { digestOf, type Facts } from './facts.ts';
import { type Found, failed, passed, unchecked } from './rules.ts';
import type { Progress } from './run.ts';
import { findCheck, holdCheck, saveRefused, saveSteps } from './store.ts';

/** The purpose by which M-Pesa's answer finds its way back here. */
export const CHECK_ANSWER = 'check';
export const END_CHECK = 'end-payment-check';
/** M-Pesa answers such a question within seconds. */
const ANSWER_WITHIN_MS = 60_000;

interface Run {
  readonly schoolId: string;
  readonly id: string;
  readonly progress: Progress;
  readonly origin: JobOrigin;
}

/** Asks for the paybill's balance: operator, credential, role and the way back to this server, in one question that moves nothing. */
export async function askBalance(
  context: AppContext,
  gateway: PaymentsGateway,
  { account }: Facts,
  { schoolId, id, progress, origin }: Run,
): Promise<void> {
  const running = progress
    .steps()
    .map((each) => (each.step === 'balance' ? { ...each, state: 'running' as const } : each));
  // Noted before it is asked: the answer may be here before the acknowledgement.
  await context.db.inSchool(schoolId, async (tx) => {
    await saveSteps(tx, id, running);
    await enqueue(tx, END_CHECK, { schoolId, id }, { runAt: new Date(Date.now() + ANSWER_WITHIN_MS) });
  });
  try {
    await gateway.askBalance(account, replyTo(context, account, CHECK_ANSWER, id));
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    const found = notTaken(faultOfQuestion(error), error);
    await context.db.inSchool(schoolId, (tx) => endCheck(tx, id, running, found, origin));
  }
}

function notTaken(fault: QuestionFault, error: PaymentsError): Found {
  const words = { words: error.description || error.message };
  switch (fault) {
    case 'not-granted':
      return failed('balance.not-granted');
    case 'short-code':
      return failed('balance.short-code');
    case 'initiator':
      return failed('balance.credential', words);
    case 'away':
      return unchecked('provider.away', words);
    default:
      return failed('balance.refused', words);
  }
}

/** Takes M-Pesa's answer to the question of a run. */
export function handleCheckAnswer(context: AppContext): ResultHandler {
  return async (tx, id, answer, origin) => {
    const run = await holdCheck(tx);
    if (run?.id !== id || run.finishedAt !== null) return;
    if (answer === 'timeout') return endCheck(tx, id, run.steps, unchecked('balance.given-up'), origin);
    const fault = faultOfResult(answer);
    const account = await withAccount(context, tx);
    if (!account) return endCheck(tx, id, run.steps, unchecked('balance.given-up'), origin);
    if (fault === null || fault === 'initiator') {
      await saveRefused(tx, fault === null ? null : digestOf(context, account));
    }
    const config = await tx.row<{ apiUser: string }>(
      'SELECT api_user AS "apiUser" FROM payment_configs WHERE school_id = $1',
      [tx.schoolId],
    );
    const names = { initiator: account.initiator, apiUser: config?.apiUser ?? '' };
    await endCheck(tx, id, run.steps, fault === null ? passed() : refused(fault, names, answer), origin);
  };
}

function refused(
  fault: ResultFault,
  names: { readonly initiator: string; readonly apiUser: string },
  { code, description }: { readonly code: string; readonly description: string },
): Found {
  switch (fault) {
    case 'initiator':
      // M-Pesa does not say which of them is wrong; a name that is not the operator's is seen here.
      return names.initiator === names.apiUser ? failed('balance.credential') : failed('balance.initiator', names);
    case 'locked':
      return failed('balance.locked', { initiator: names.initiator });
    case 'role':
      return failed('balance.role', { initiator: names.initiator });
    case 'short-code':
      return failed('balance.short-code');
    default:
      return failed('balance.refused', { words: `${code} ${description}`.slice(0, 200) });
  }
}

/** Ends a run to which no answer came, and looks if its address leads here at all. */
export async function endUnanswered(
  context: AppContext,
  schoolId: string,
  id: string,
  origin: JobOrigin,
): Promise<void> {
  const [run, account] = await context.db.readSchool(schoolId, async (tx) => [
    await findCheck(tx),
    await withAccount(context, tx),
  ]);
  if (run?.id !== id || run.finishedAt !== null || !account) return;
  const { resultUrl } = replyTo(context, account, CHECK_ANSWER, 'probe');
  const found = failed((await leadsHere(resultUrl)) ? 'balance.not-answered' : 'balance.not-reached', {
    address: context.config.publicUrl,
  });
  await context.db.inSchool(schoolId, async (tx) => {
    const held = await holdCheck(tx);
    if (held?.id === id) await endCheck(tx, id, held.steps, found, origin);
  });
}
