import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  ACKNOWLEDGED,
  type CustomerPayment,
  isProviderAddress,
  readCustomerPayment,
  readResult,
  readStkCallback,
} from '../../gateways/payments/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import { addressOf } from '../../platform/http/caller-address.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { isHookSecret, schoolOfAccount, schoolOfHook, sharingOf } from '../schools/index.ts';
import { handleC2bConfirmation, validate, verdictOn } from './c2b.ts';
import { OF_STK_PUSH, readJson, storeCallback } from './provider-callbacks.ts';

type Hooked = { Params: { secret: string } };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Largest body that is read. The longest of the provider's is about two kilobytes. */
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Registers the addresses that the provider calls. The secret in the path is the only authentication; a caller with a wrong secret learns
 * nothing. Each callback is stored and then acknowledged at once; jobs do the rest.
 */
export function registerHooks(app: FastifyInstance, context: AppContext): void {
  void app.register(async (hooks) => {
    // Read every body as text, whatever its content type: a truncated body gets the same answer as any other.
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_request, text, done) =>
      done(null, text),
    );
    hooks.addHook('onRequest', async (request) => requireProvider(context, request));

    hooks.post<Hooked>('/hooks/c2b/:secret/v', ({ params, body }) => {
      const payment = readCustomerPayment(readJson(textOf(body)));
      return validate(inSchoolOfPayment(context, params.secret, payment, (tx) => verdictOn(tx, payment)));
    });
    hooks.post<Hooked>('/hooks/c2b/:secret/c', async ({ params, body }) => {
      const payment = readCustomerPayment(readJson(textOf(body)));
      await inSchoolOfPayment(context, params.secret, payment, async (tx) => {
        if (payment) await handleC2bConfirmation(tx, context, payment);
      });
      return ACKNOWLEDGED;
    });
    hooks.post<{ Params: { secret: string; payment: string } }>(
      '/hooks/stk/:secret/:payment',
      async ({ params, body }) => {
        const text = textOf(body);
        await behindSecret(context, params.secret, async (tx) => {
          if (!UUID.test(params.payment) || readStkCallback(readJson(text)) === null) return;
          await storeCallback(tx, context, { purpose: OF_STK_PUSH, subject: params.payment, timedOut: false, text });
        });
        return ACKNOWLEDGED;
      },
    );
    // Pulled payments come in the answer to the pull; the provider only requires that this address exists.
    hooks.post<Hooked>('/hooks/pull/:secret', async ({ params }) => {
      await behindSecret(context, params.secret, async () => undefined);
      return ACKNOWLEDGED;
    });
    for (const [end, timedOut] of [
      ['r', false],
      ['t', true],
    ] as const) {
      hooks.post<{ Params: { secret: string; purpose: string; id: string } }>(
        `/hooks/result/:secret/:purpose/:id/${end}`,
        async ({ params, body }) => {
          const { purpose, id: subject } = params;
          const text = textOf(body);
          await behindSecret(context, params.secret, async (tx) => {
            // Ignore a body that cannot be read, except on the timeout address, where the call itself is the message.
            if (!timedOut && readResult(readJson(text)) === null) return;
            if (!/^[a-z-]{1,30}$/.test(purpose) || !/^[\w-]{1,64}$/.test(subject)) return;
            await storeCallback(tx, context, { purpose, subject, timedOut, text });
          });
          return ACKNOWLEDGED;
        },
      );
    }
  });
}

/** Runs `work` in a transaction of the school to which the secret belongs. Answers "not found" to every other caller. */
export async function behindSecret<T>(context: AppContext, secret: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const schoolId = schoolOfHook(secret);
  if (schoolId === null) throw nothingHere();
  return context.db.inSchool(schoolId, async (tx) => {
    if (!(await isHookSecret(tx, secret))) throw nothingHere();
    return work(tx);
  });
}

/**
 * Runs `work` like `behindSecret`, but in the school that the payment is for: M-Pesa reports all payments to a shared paybill to one of
 * its schools.
 */
async function inSchoolOfPayment<T>(
  context: AppContext,
  secret: string,
  payment: CustomerPayment | null,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const asked = await behindSecret(context, secret, async (tx) => {
    const schoolId = payment
      ? await schoolOfAccount(tx, await sharingOf(tx, payment.shortCode), payment.account)
      : tx.schoolId;
    if (schoolId !== tx.schoolId) return { here: false as const, schoolId };
    return { here: true as const, answer: await work(tx) };
  });
  return asked.here ? asked.answer : context.db.inSchool(asked.schoolId, work);
}

function nothingHere(): Refusal {
  return new Refusal('call.unknown', 'This call does not exist.');
}

export function textOf(body: unknown): string {
  return typeof body === 'string' ? body : '';
}

/** Requires that the provider is the caller. The caller is known only behind a proxy of ours, whose X-Forwarded-For alone is believed. */
function requireProvider(context: AppContext, request: FastifyRequest): void {
  const { trustedProxies, callers } = context.config.payments;
  if (trustedProxies.length === 0) return;
  if (!isProviderAddress(addressOf(request, trustedProxies), callers ?? undefined)) throw nothingHere();
}
