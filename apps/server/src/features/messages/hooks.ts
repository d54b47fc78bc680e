import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../platform/http/refusal.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { handleDeliveryReport, handleOptOut } from './reports.ts';

/** Largest body that is read; the provider's forms have some hundred bytes. */
const MAX_BODY_BYTES = 8 * 1024;

/**
 * Returns the paths, below PUBLIC_URL, to which the provider sends delivery reports and opt-outs. The secret in the path is the only
 * authentication.
 */
export function messageHooks(context: AppContext): { readonly deliveryReports: string; readonly optOut: string } {
  const secret = secretOf(context);
  return { deliveryReports: `/hooks/sms/${secret}/d`, optOut: `/hooks/sms/${secret}/o` };
}

/**
 * Registers the provider's callbacks. A caller with a wrong secret learns nothing; one with the right secret gets the same answer to
 * every body.
 */
export function registerMessageHooks(app: FastifyInstance, context: AppContext): void {
  const secret = secretOf(context);
  for (const [end, handle] of [
    ['d', handleDeliveryReport],
    ['o', handleOptOut],
  ] as const) {
    app.post<{ Params: { secret: string } }>(
      `/hooks/sms/:secret/${end}`,
      {
        bodyLimit: MAX_BODY_BYTES,
        onRequest: async ({ params }) => {
          if (!isEqual(params.secret, secret)) throw new Refusal('call.unknown', 'This call does not exist.');
        },
      },
      async ({ body }) => {
        await handle(context, body);
        return { status: 'ok' };
      },
    );
  }
}

function secretOf({ keys }: AppContext): string {
  return keys.digest('sms-hook', 'path').toString('base64url');
}

/** Compares in constant time. */
function isEqual(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
