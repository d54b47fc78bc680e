import type { AnswerOf } from '@mfuko/contract/endpoint';
import type * as contract from '@mfuko/contract/payments';
import { PaymentsError, type PaymentsGateway } from '../../gateways/payments/index.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import type { SchoolAccount } from '../schools/index.ts';
import { hookUrl, withAccount } from './account.ts';
import { notConfigured, refusedByProvider, schoolNotFound } from './errors.ts';

/**
 * Registers the school's addresses with the provider, and asks for permission to pull. Registrations are permanent: asked again, the
 * provider answers that they exist. Throws payment.not-configured, payment.provider-refused, payment.provider-down.
 */
export async function register(
  call: Call,
  context: AppContext,
  gateway: PaymentsGateway,
  schoolId: string,
): Promise<AnswerOf<typeof contract.registerPayments>> {
  const account = await context.db.readSchool(schoolId, async (tx) => {
    const school = await tx.row('SELECT 1 AS one FROM schools WHERE id = $1 AND deleted_at IS NULL', [schoolId]);
    if (!school) throw schoolNotFound();
    return withAccount(context, tx);
  });
  if (!account) throw notConfigured();
  const answer = await gateway.registerUrls(account, urlsOf(context, account)).catch((error: unknown) => {
    throw refusedByProvider(error);
  });
  const pulls = await gateway.registerPull(account, pullOf(context, account)).then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof PaymentsError)) throw error;
      return (error.description || error.message).slice(0, 200);
    },
  );
  return call.recordIn(schoolId, async (tx) => {
    await tx.row(
      `INSERT INTO provider_registrations (school_id, registered_at, short_code, registered_url, pulls_since, pull_failure)
       VALUES ($1, clock_timestamp(), $2, $4, CASE WHEN $3::text IS NULL THEN clock_timestamp() END, $3)
       ON CONFLICT (school_id) DO UPDATE SET registered_at = clock_timestamp(), short_code = $2, registered_url = $4,
         pull_failure = $3,
         pulls_since = CASE WHEN $3::text IS NULL THEN COALESCE(provider_registrations.pulls_since, clock_timestamp())
                            ELSE provider_registrations.pulls_since END`,
      [schoolId, account.shortCode, pulls, context.config.publicUrl],
    );
    await audit(tx, call, {
      action: 'school.register-payments',
      subjectKind: 'school',
      subjectId: schoolId,
      detail: { shortCode: account.shortCode },
    });
    return answer;
  });
}

function urlsOf(context: AppContext, { hookSecret }: SchoolAccount): Parameters<PaymentsGateway['registerUrls']>[1] {
  return {
    validationUrl: hookUrl(context, `c2b/${hookSecret}/v`),
    confirmationUrl: hookUrl(context, `c2b/${hookSecret}/c`),
    // A payment whose validation came too late is accepted, and parked where its account is unknown.
    whenUnreachable: 'Completed',
    phones: 'hashed',
  };
}

/** Registers the addresses of all registered schools again, since a simulator may be new, or this server may use another port. */
export async function registerAgain(context: AppContext, gateway: PaymentsGateway): Promise<void> {
  const schools = await context.db.readPlatform((tx) =>
    tx.rows<{ id: string }>('SELECT school_id AS id FROM provider_registrations WHERE registered_at IS NOT NULL'),
  );
  for (const { id } of schools) {
    const account = await context.db.readSchool(id, (tx) => withAccount(context, tx));
    if (!account) continue;
    try {
      await gateway.registerUrls(account, urlsOf(context, account));
      await context.db.inSchool(id, (tx) =>
        tx.row('UPDATE provider_registrations SET registered_url = $2 WHERE school_id = $1', [
          id,
          context.config.publicUrl,
        ]),
      );
      await gateway.registerPull(account, pullOf(context, account));
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error;
    }
  }
}

function pullOf(context: AppContext, { hookSecret, contactNumber }: SchoolAccount) {
  return { phone: contactNumber, callbackUrl: hookUrl(context, `pull/${hookSecret}`) };
}
