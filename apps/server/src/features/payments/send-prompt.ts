import { PaymentsError, type PaymentsGateway } from '../../gateways/payments/index.ts';
import type { House } from '../../platform/house.ts';
import { openWith } from '../../platform/keys.ts';
import { hookUrl, withAccount } from './account.ts';
import { secondsToNextLook } from './rules.ts';
import { promptContext } from './settle.ts';
import { changePrompt, findPrompt, LOOK_AT_PROMPT, laterJob, type PromptChange, SEND_PROMPT } from './store.ts';
import { tellMisconfigured } from './tell.ts';

const MOST_TRIES = 3;

/**
 * Sends a prompt that has not been sent. That it is being sent is committed before: where the house falls in between,
 * nobody knows whether the guardian was asked, and nobody is asked twice.
 */
export async function sendPrompt(house: House, gateway: PaymentsGateway, schoolId: string, id: string): Promise<void> {
  const ready = await house.db.inSchool(schoolId, async (tx) => {
    const prompt = await findPrompt(tx, id, 'FOR UPDATE');
    if (prompt?.status === 'sending') {
      await changePrompt(tx, id, { status: 'unsettled', code: null });
      await laterJob(tx, LOOK_AT_PROMPT, { id }, secondsToNextLook(0));
    }
    if (prompt?.status !== 'new') return null;
    const account = await withAccount(house, tx);
    if (!account) {
      await changePrompt(tx, id, { status: 'failed', code: 'misconfigured' });
      return null;
    }
    await changePrompt(tx, id, { status: 'sending', tries: prompt.tries + 1 });
    const phone = openWith(await house.keys.ofSchool(tx), promptContext(tx, id), prompt.phoneSealed).toString('utf8');
    return { prompt, account, phone };
  });
  if (!ready) return;
  const { prompt, account, phone } = ready;
  let change: PromptChange;
  let again: number | null = null;
  let failure: PaymentsError | null = null;
  try {
    const taken = await gateway.prompt(account, {
      amount: prompt.amount,
      phone,
      reference: prompt.reference,
      description: 'Pocket money',
      callbackUrl: hookUrl(house, `stk/${account.hookSecret}/${id}`),
    });
    change = { status: 'sent', checkoutId: taken.checkoutRequestId, adopted: false, code: null, sent: true };
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    failure = error;
    if (error.unsettled) change = { status: 'unsettled', code: null, sent: true };
    else if (error.retry && prompt.tries + 1 < MOST_TRIES) {
      change = { status: 'new' };
      again = 10 * (prompt.tries + 1);
    } else if (error.retry) change = { status: 'failed', code: error.code === null ? 'provider-down' : 'busy' };
    else
      change = { status: 'failed', code: error.misconfigured ? 'misconfigured' : 'refused', reason: error.description };
  }
  await house.db.inSchool(schoolId, async (tx) => {
    await changePrompt(tx, id, change);
    if (again !== null) await laterJob(tx, SEND_PROMPT, { id }, again);
    if (change.status === 'sent' || change.status === 'unsettled')
      await laterJob(tx, LOOK_AT_PROMPT, { id }, secondsToNextLook(0));
    if (failure?.misconfigured) await tellMisconfigured(tx, failure);
  });
}
