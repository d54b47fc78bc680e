import { PaymentsError, type PaymentsGateway, type StkResult } from '../../gateways/payments/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { withAccount } from './account.ts';
import { settle } from './book.ts';
import { notifyMisconfigured } from './notify.ts';
import { payerOf } from './payer.ts';
import { enqueueReconciliation } from './reconcile.ts';
import { endOf, secondsToNextQuery } from './rules.ts';
import {
  ASK_PAYMENT,
  changeStkPush,
  enqueuePaymentJob,
  findStkPush,
  paymentsOfStkPush,
  QUERY_STK_PUSH,
  type StkPush,
  writeDown,
} from './store.ts';

/** Ages at which an STK push fails: one whose state the provider never settles, and one that the provider never acknowledged. */
const GIVEN_UP_S = 48 * 3600;
const NEVER_TAKEN_S = 900;

/**
 * Handles an STK push's callback. A callback is only a hint: the provider is asked about the state, and the receipt number counts once
 * the answer confirms it. A callback that names another checkout or another amount is not trusted.
 */
export async function handleStkCallback(tx: Tx, context: AppContext, id: string, said: StkResult): Promise<void> {
  const push = await findStkPush(tx, id);
  if (!push || push.status === 'paid') return;
  if (push.checkoutId === null ? !(await adopt(tx, push, said)) : push.checkoutId !== said.checkoutRequestId) return;
  if (said.paid && said.paid.amount === push.amount) {
    const fresh = await writeDown(tx, context, {
      receipt: said.paid.receipt,
      amount: said.paid.amount,
      paidAt: said.paid.paidAt ?? new Date(),
      account: push.reference,
      payer: payerOf(said.paid.phone),
      reportedBy: 'prompt',
      stkPushId: id,
    });
    // Fallback: if the STK push does not settle the payment, the provider is asked about the receipt itself.
    if (fresh) await enqueuePaymentJob(tx, ASK_PAYMENT, { receipt: said.paid.receipt }, 60);
  }
  await enqueuePaymentJob(tx, QUERY_STK_PUSH, { id, told: true });
}

/** Adopts the checkout id of a callback, where the acknowledgement of the STK push was lost or has not arrived yet. */
async function adopt(tx: Tx, push: StkPush, said: StkResult): Promise<boolean> {
  if (push.status !== 'sending' && push.status !== 'unsettled') return false;
  const taken = await tx.row('SELECT 1 AS one FROM stk_pushes WHERE school_id = $1 AND checkout_id = $2', [
    tx.schoolId,
    said.checkoutRequestId,
  ]);
  return !taken && (await changeStkPush(tx, push.id, { checkoutId: said.checkoutRequestId, adopted: true }));
}

/**
 * Asks the provider for the state of an STK push, and acts on it. `told`: a callback was the reason; this query is then an extra one, and
 * the series of queries that began with the sending goes on beside it.
 */
export async function queryStkPush(
  context: AppContext,
  gateway: PaymentsGateway,
  schoolId: string,
  id: string,
  told: boolean,
): Promise<void> {
  const [push, account] = await context.db.readSchool(schoolId, async (tx) => [
    await findStkPush(tx, id),
    await withAccount(context, tx),
  ]);
  if (!push || !account || push.status === 'paid') return;
  if (push.checkoutId === null) return void (await context.db.inSchool(schoolId, (tx) => waitForCheckout(tx, push)));
  const asked = await gateway.queryStkPush(account, push.checkoutId).catch((error: unknown) => {
    if (error instanceof PaymentsError) return error;
    throw error;
  });
  await context.db.inSchool(schoolId, async (tx) => {
    if (asked instanceof PaymentsError) {
      if (asked.misconfigured) await notifyMisconfigured(tx, asked);
      if (!told) await again(tx, push);
      return;
    }
    const end = endOf(asked.outcome);
    if (asked.outcome.misconfigured)
      await notifyMisconfigured(tx, new PaymentsError('refused', { description: asked.description }));
    if (end) {
      await changeStkPush(tx, id, { status: end, code: asked.code, reason: asked.description.slice(0, 200) });
      return;
    }
    if (asked.outcome.state === 'done') return paid(tx, context, push, told);
    await changeStkPush(tx, id, { code: asked.code });
    if (!told) await again(tx, push);
  });
}

/**
 * Handles an STK push that the provider reports as paid; the report lacks the receipt number. The callback has the number, and is trusted
 * where it named the checkout id that M-Pesa gave us. Where several numbers were reported, or the callback supplied the checkout id too,
 * the provider is asked about each number.
 */
async function paid(tx: Tx, context: AppContext, push: StkPush, told: boolean): Promise<void> {
  const payments = await paymentsOfStkPush(tx, push.id);
  const [only, another] = payments;
  if (only && !another && !push.adopted && !only.contested) {
    await settle(tx, context, only.receipt, { by: 'prompt', amount: push.amount });
    return;
  }
  await changeStkPush(tx, push.id, { status: 'sent', code: '0' });
  for (const { receipt } of payments) await enqueuePaymentJob(tx, ASK_PAYMENT, { receipt });
  if (!only && !told) {
    await enqueueReconciliation(tx, context, 5);
    await again(tx, push);
  }
}

async function waitForCheckout(tx: Tx, push: StkPush): Promise<void> {
  if (push.status !== 'unsettled' && push.status !== 'sending') return;
  if (push.ageSeconds > NEVER_TAKEN_S) await changeStkPush(tx, push.id, { status: 'failed', code: 'no-answer' });
  else await again(tx, push);
}

async function again(tx: Tx, push: StkPush): Promise<void> {
  if (push.ageSeconds > GIVEN_UP_S) {
    await changeStkPush(tx, push.id, { status: 'failed', code: 'no-answer' });
    return;
  }
  await changeStkPush(tx, push.id, { asks: push.asks + 1 });
  await enqueuePaymentJob(tx, QUERY_STK_PUSH, { id: push.id }, secondsToNextQuery(push.asks + 1));
}
