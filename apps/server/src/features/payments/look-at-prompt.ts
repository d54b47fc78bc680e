import { PaymentsError, type PaymentsGateway, type PromptResult } from '../../gateways/payments/index.ts';
import type { Tx } from '../../platform/database.ts';
import type { House } from '../../platform/house.ts';
import { withAccount } from './account.ts';
import { payerOf } from './payer.ts';
import { reconcileLater } from './reconcile.ts';
import { endOf, secondsToNextLook } from './rules.ts';
import { settle } from './settle.ts';
import {
  ASK_PAYMENT,
  changePrompt,
  findPrompt,
  LOOK_AT_PROMPT,
  laterJob,
  type Prompt,
  paymentsOfPrompt,
  writeDown,
} from './store.ts';
import { tellMisconfigured } from './tell.ts';

/** After so long nobody expects anything any more of a prompt of which the provider says nothing. */
const GIVEN_UP_S = 48 * 3600;
const NEVER_TAKEN_S = 900;

/**
 * Takes a prompt's callback. It is a hint: what it says of the state is asked of the provider, and its receipt number is
 * worth something once that bears it out. One that names another checkout or another amount is none of ours.
 */
export async function hearPrompt(tx: Tx, house: House, id: string, said: PromptResult): Promise<void> {
  const prompt = await findPrompt(tx, id);
  if (!prompt || prompt.status === 'paid') return;
  if (prompt.checkoutId === null ? !(await adopt(tx, prompt, said)) : prompt.checkoutId !== said.checkoutRequestId)
    return;
  if (said.paid && said.paid.amount === prompt.amount) {
    const fresh = await writeDown(tx, house, {
      receipt: said.paid.receipt,
      amount: said.paid.amount,
      paidAt: said.paid.paidAt ?? new Date(),
      account: prompt.reference,
      payer: payerOf(said.paid.phone),
      toldBy: 'prompt',
      promptId: id,
    });
    // Where the prompt does not settle it, the number is asked about by itself.
    if (fresh) await laterJob(tx, ASK_PAYMENT, { receipt: said.paid.receipt }, 60);
  }
  await laterJob(tx, LOOK_AT_PROMPT, { id, told: true });
}

/** The acknowledgement was lost, or is still on its way: the callback tells under which checkout the prompt runs. */
async function adopt(tx: Tx, prompt: Prompt, said: PromptResult): Promise<boolean> {
  if (prompt.status !== 'sending' && prompt.status !== 'unsettled') return false;
  const taken = await tx.row('SELECT 1 AS one FROM payment_prompts WHERE school_id = $1 AND checkout_id = $2', [
    tx.schoolId,
    said.checkoutRequestId,
  ]);
  return !taken && (await changePrompt(tx, prompt.id, { checkoutId: said.checkoutRequestId, adopted: true }));
}

/**
 * Asks the provider how a prompt stands, and goes by that. `told`: a callback was the reason; it is one look more, and the
 * row of looks that began with the sending goes on beside it.
 */
export async function lookAtPrompt(
  house: House,
  gateway: PaymentsGateway,
  schoolId: string,
  id: string,
  told: boolean,
): Promise<void> {
  const [prompt, account] = await house.db.inSchool(schoolId, async (tx) => [
    await findPrompt(tx, id),
    await withAccount(house, tx),
  ]);
  if (!prompt || !account || prompt.status === 'paid') return;
  if (prompt.checkoutId === null) return void (await house.db.inSchool(schoolId, (tx) => waitForCheckout(tx, prompt)));
  const asked = await gateway.askPrompt(account, prompt.checkoutId).catch((error: unknown) => {
    if (error instanceof PaymentsError) return error;
    throw error;
  });
  await house.db.inSchool(schoolId, async (tx) => {
    if (asked instanceof PaymentsError) {
      if (asked.misconfigured) await tellMisconfigured(tx, asked);
      if (!told) await again(tx, prompt);
      return;
    }
    const end = endOf(asked.outcome);
    if (asked.outcome.misconfigured)
      await tellMisconfigured(tx, new PaymentsError('refused', { description: asked.description }));
    if (end) {
      await changePrompt(tx, id, { status: end, code: asked.code, reason: asked.description.slice(0, 200) });
      return;
    }
    if (asked.outcome.state === 'done') return paid(tx, house, prompt, told);
    await changePrompt(tx, id, { code: asked.code });
    if (!told) await again(tx, prompt);
  });
}

/**
 * The provider says that the prompt was paid, and not under which number. Its callback does, where it came for the checkout that
 * we were given; where more than one number was told, or the checkout was told too, each number is asked about by itself.
 */
async function paid(tx: Tx, house: House, prompt: Prompt, told: boolean): Promise<void> {
  const payments = await paymentsOfPrompt(tx, prompt.id);
  const [only, another] = payments;
  if (only && !another && !prompt.adopted && !only.contested) {
    await settle(tx, house, only.receipt, { by: 'prompt', amount: prompt.amount });
    return;
  }
  await changePrompt(tx, prompt.id, { status: 'sent', code: '0' });
  for (const { receipt } of payments) await laterJob(tx, ASK_PAYMENT, { receipt });
  if (!only && !told) {
    await reconcileLater(tx, house, 5);
    await again(tx, prompt);
  }
}

async function waitForCheckout(tx: Tx, prompt: Prompt): Promise<void> {
  if (prompt.status !== 'unsettled' && prompt.status !== 'sending') return;
  if (prompt.ageSeconds > NEVER_TAKEN_S) await changePrompt(tx, prompt.id, { status: 'failed', code: 'no-answer' });
  else await again(tx, prompt);
}

async function again(tx: Tx, prompt: Prompt): Promise<void> {
  if (prompt.ageSeconds > GIVEN_UP_S) {
    await changePrompt(tx, prompt.id, { status: 'failed', code: 'no-answer' });
    return;
  }
  await changePrompt(tx, prompt.id, { asks: prompt.asks + 1 });
  await laterJob(tx, LOOK_AT_PROMPT, { id: prompt.id }, secondsToNextLook(prompt.asks + 1));
}
