import { CHECK_STEPS, type CheckStep, type StepOutcome } from '@mfuko/contract/diagnosis';
import { PaymentsError, type PaymentsGateway } from '../../gateways/payments/index.ts';
import type { JobOrigin } from '../../platform/audit/audit.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { judgeAddress, type Reach, reachOf } from './address.ts';
import { askBalance } from './ask.ts';
import { endCheck } from './end.ts';
import { type Facts, readFacts } from './facts.ts';
import {
  type Found,
  failed,
  judgeClock,
  judgeCredential,
  judgePassword,
  judgePrefix,
  judgeRegistration,
  passed,
  unchecked,
} from './rules.ts';
import { findCheck, saveSteps } from './store.ts';

/** Progress of a run, stored so that the waiting user sees each step. */
export interface Progress {
  readonly steps: () => readonly StepOutcome[];
  /** Stores the results of some steps. */
  note(found: Partial<Record<CheckStep, Found>>): Promise<void>;
}

const RUNNING: Found = { state: 'running', code: null, detail: {} };

/** Runs the steps of a check. An interrupted run starts again, unless it has sent the question that M-Pesa answers later. */
export async function runCheck(
  context: AppContext,
  gateway: PaymentsGateway,
  { schoolId, id, again }: { readonly schoolId: string; readonly id: string; readonly again: boolean },
  origin: JobOrigin,
): Promise<void> {
  const run = await context.db.readSchool(schoolId, findCheck);
  const asked = run?.steps.some(({ step, state }) => step === 'balance' && state !== 'waiting');
  if (run?.id !== id || run.finishedAt !== null || asked) return;
  const facts = await readFacts(context, schoolId);
  if (!facts) return;
  const progress = openProgress(context, schoolId, id);
  const reach = reachOf(context.config.payments);
  const local = lookHere(context, facts, reach);
  await progress.note({ ...local, keys: RUNNING });
  const { found: keys, aheadMs } = await checkKeys(gateway, facts, reach);
  const goesOn = keys.state === 'passed';
  const clock = goesOn ? judgeClock(aheadMs) : unchecked('after.keys');
  await progress.note({ keys, clock, passkey: goesOn ? RUNNING : unchecked('after.keys') });
  if (goesOn) await progress.note(await checkPasskey(gateway, facts, clock));
  const blocking = goesOn ? blockingFault(local, facts, again) : unchecked('after.keys');
  if (blocking === null) return askBalance(context, gateway, facts, { schoolId, id, progress, origin });
  await context.db.inSchool(schoolId, (tx) => endCheck(tx, id, progress.steps(), { balance: blocking }, origin));
}

type Local = Record<'address' | 'registration' | 'prefix' | 'credential' | 'password', Found>;

/** Runs the steps that need no request to the provider. */
function lookHere(context: AppContext, facts: Facts, reach: Reach): Local {
  const { publicUrl } = context.config;
  const address = judgeAddress(publicUrl, reach);
  const { account, registrations } = facts;
  return {
    address,
    registration:
      address.state === 'passed'
        ? judgeRegistration(registrations, account.shortCode, publicUrl)
        : unchecked('after.address'),
    prefix: judgePrefix(facts.prefix, facts.longestNumber),
    credential: judgeCredential(account.securityCredential),
    password: judgePassword(facts.password, new Date(context.clock.now())),
  };
}

async function checkKeys(
  gateway: PaymentsGateway,
  { account }: Facts,
  reach: Reach,
): Promise<{ found: Found; aheadMs: number | null }> {
  try {
    const { keys, aheadMs } = await gateway.checkKeys(account);
    if (keys === 'good') return { found: passed(), aheadMs };
    if (keys === 'refused') return { found: failed('keys.refused'), aheadMs };
    return { found: failed(reach === 'sandbox' ? 'keys.of-production' : 'keys.of-sandbox'), aheadMs };
  } catch (error) {
    return { found: away(error), aheadMs: null };
  }
}

/** Checks passkey and short code; if M-Pesa objects to the timestamp, the clock step fails. */
async function checkPasskey(
  gateway: PaymentsGateway,
  { account }: Facts,
  clock: Found,
): Promise<Partial<Record<'passkey' | 'clock', Found>>> {
  if (clock.state === 'failed') return { passkey: unchecked('after.clock') };
  try {
    const found = await gateway.checkPasskey(account);
    if (found === 'clock') return { clock: failed('clock.wrong'), passkey: unchecked('after.clock') };
    if (found === 'good') return { passkey: passed() };
    if (found === 'unknown') return { passkey: unchecked('passkey.unknown') };
    return { passkey: failed(`passkey.${found}`, { shortCode: account.lnmShortCode }) };
  } catch (error) {
    return { passkey: away(error) };
  }
}

/**
 * Returns the reason not to ask for the balance; null if there is none. A credential that cannot be right would cost one of the
 * operator's three tries.
 */
function blockingFault(local: Local, { refusedBefore }: Facts, again: boolean): Found | null {
  if (local.address.state === 'failed') return unchecked('after.address');
  if (local.credential.state === 'failed') return unchecked('after.credential');
  if (local.password.state === 'failed') return unchecked('after.password');
  return refusedBefore && !again ? failed('balance.refused-before') : null;
}

function away(error: unknown): Found {
  if (!(error instanceof PaymentsError)) throw error;
  return unchecked('provider.away', error.description ? { words: error.description } : {});
}

function openProgress(context: AppContext, schoolId: string, id: string): Progress {
  let steps: readonly StepOutcome[] = CHECK_STEPS.map((step) => ({ step, state: 'waiting', code: null, detail: {} }));
  return {
    steps: () => steps,
    async note(found) {
      steps = steps.map((each) => ({ ...each, ...found[each.step] }));
      await context.db.inSchool(schoolId, (tx) => saveSteps(tx, id, steps));
    },
  };
}
