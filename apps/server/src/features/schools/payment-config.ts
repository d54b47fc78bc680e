import type { AnswerOf, InputOf } from '@mfuko/contract/endpoint';
import { type getSchoolConfig, PAYMENT_SECRETS, type PaymentSecret, type schoolConfig } from '@mfuko/contract/schools';
import { audit } from '../../platform/audit/audit.ts';
import { changesOf, maskedPhone } from '../../platform/audit/changes.ts';
import { sealWith } from '../../platform/crypto/keys.ts';
import type { ReadTx, Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { recordChanged, stamped } from '../../platform/records/stamp.ts';
import { schoolNotFound } from './errors.ts';
import { newHookSecret } from './hook-secret.ts';
import { accountPrefix, claimShortCodes } from './short-codes.ts';
import { findStanding } from './store.ts';

/**
 * Stores a school's payment configuration. An omitted secret keeps its value; a given one replaces it, sealed under the school's key and
 * bound to its school and name. Secrets are never shown.
 */
export async function setPaymentConfig(
  context: AppContext,
  call: Call,
  input: InputOf<typeof schoolConfig>,
): Promise<{ sysid: string }> {
  // Use the transaction of the named school, to which the configuration belongs.
  return call.recordIn(input.schoolSYSID, async (tx) => {
    if (!(await findStanding(tx, tx.schoolId))) throw schoolNotFound();
    await refuseChanged(tx, context, input.updated);
    const { before, after, replaced } = await writePaymentConfig(tx, context, call.actor.userId, input);
    await audit(tx, call, {
      action: 'school.set-payment-config',
      subjectKind: 'school',
      subjectId: tx.schoolId,
      detail: {
        changes: {
          ...changesOf(before ? told(before) : {}, told(after)),
          // The audit trail reveals of a secret only that it changed.
          ...Object.fromEntries(replaced.map((name) => [name, { from: null, to: 'changed' }])),
        },
      },
    });
    return { sysid: tx.schoolId };
  });
}

/** Locks the configuration's row. Throws record.changed with the present configuration. */
async function refuseChanged(tx: Tx, context: AppContext, updated: string | undefined): Promise<void> {
  if (updated === undefined) return;
  await tx.row('SELECT 1 AS one FROM payment_configs WHERE school_id = $1 FOR UPDATE', [tx.schoolId]);
  const { config, secrets } = await readStored(tx);
  if (stampOf(config, secrets) !== updated) throw recordChanged(await showPaymentConfig(context, tx.schoolId));
}

async function readStored(tx: ReadTx): Promise<{ config: ConfigRow | undefined; secrets: SecretRow[] }> {
  return {
    config: await readConfig(tx),
    secrets: await tx.rows<SecretRow>(
      'SELECT name, last4, updated_at, updated_by FROM payment_secrets WHERE school_id = $1 ORDER BY name',
      [tx.schoolId],
    ),
  };
}

async function readConfig(tx: ReadTx): Promise<ConfigRow | undefined> {
  const config = await tx.row<Omit<ConfigRow, 'account_prefix'>>('SELECT * FROM payment_configs WHERE school_id = $1', [
    tx.schoolId,
  ]);
  return config && { ...config, account_prefix: await accountPrefix(tx) };
}

function stampOf(config: ConfigRow | undefined, secrets: readonly SecretRow[]): string {
  return stamped({ config: config ? told(config) : null, number: config?.contact_number, secrets }).updated;
}

/** Writes the payment configuration of the transaction's school; returns the former one, and the names of the replaced secrets. */
export async function writePaymentConfig(
  tx: Tx,
  context: AppContext,
  userId: string,
  input: Omit<InputOf<typeof schoolConfig>, 'schoolSYSID'>,
): Promise<{ before: Told | undefined; after: Told; replaced: readonly PaymentSecret[] }> {
  await tx.row('SELECT 1 AS one FROM payment_configs WHERE school_id = $1 FOR UPDATE', [tx.schoolId]);
  const before = await readConfig(tx);
  const after = asRow(input, input.accountPrefix ?? before?.account_prefix ?? '');
  await tx.row(
    `INSERT INTO payment_configs (school_id, contact_name, contact_number, contact_email, short_code, lnm_short_code,
       initiator, api_user, hook_secret)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (school_id) DO UPDATE SET contact_name = $2, contact_number = $3, contact_email = $4, short_code = $5,
       lnm_short_code = $6, initiator = $7, api_user = $8, updated_at = now()`,
    [
      tx.schoolId,
      input.contactName,
      input.contactNumber,
      input.contactEmail,
      input.shortCode,
      input.lnmShortCode,
      input.initiator,
      input.apiUser,
      newHookSecret(tx.schoolId),
    ],
  );
  await claimShortCodes(tx, [input.shortCode, input.lnmShortCode], after.account_prefix || null);
  const replaced = PAYMENT_SECRETS.filter((name) => input[name] !== null);
  for (const name of replaced) await setSecret(tx, context, userId, name, input[name] ?? '');
  return { before, after, replaced };
}

async function setSecret(
  tx: Tx,
  context: AppContext,
  userId: string,
  name: PaymentSecret,
  secret: string,
): Promise<void> {
  const sealed = sealWith(await context.keys.ofSchool(tx), secretContext(tx.schoolId, name), Buffer.from(secret));
  // Show four characters, which suffice to tell two keys apart; of a short secret they would reveal too much.
  const last4 = secret.length >= 12 ? secret.slice(-4) : '';
  await tx.row(
    `INSERT INTO payment_secrets (school_id, name, sealed, last4, updated_by) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (school_id, name) DO UPDATE SET sealed = $3, last4 = $4, updated_by = $5, updated_at = now()`,
    [tx.schoolId, name, sealed, last4, userId],
  );
}

/** Returns the context to which a payment secret is sealed, so that it does not open for another school or name. */
export function secretContext(schoolId: string, name: PaymentSecret): string {
  return `payment-secret:${schoolId}:${name}`;
}

type Shown = AnswerOf<typeof getSchoolConfig>;

/** Returns the configuration without its secrets: of each only the time and author of its last change, and its last four characters. */
export async function showPaymentConfig(context: AppContext, schoolId: string): Promise<Shown> {
  const { config, secrets } = await context.db.readSchool(schoolId, async (tx) => {
    if (!(await findStanding(tx, schoolId))) throw schoolNotFound();
    return readStored(tx);
  });
  const authors = await context.db.readPlatform((tx) =>
    tx.rows<{ id: string; names: string }>(
      `SELECT id, first_name || ' ' || last_names AS names FROM users WHERE id = ANY($1::uuid[])`,
      [secrets.map((secret) => secret.updated_by)],
    ),
  );
  const state = (name: PaymentSecret): Shown[PaymentSecret] => {
    const secret = secrets.find((row) => row.name === name);
    if (!secret) return { set: false, last4: null, updatedAt: null, updatedBy: null };
    const author = authors.find((row) => row.id === secret.updated_by);
    return {
      set: true,
      last4: secret.last4 || null,
      updatedAt: secret.updated_at.toISOString(),
      updatedBy: author?.names ?? null,
    };
  };
  const hook = config ? `/hooks/c2b/${config.hook_secret}` : null;
  return {
    schoolSYSID: schoolId,
    contactName: config?.contact_name ?? null,
    contactNumber: config?.contact_number ?? null,
    contactEmail: config?.contact_email ?? null,
    shortCode: config?.short_code ?? null,
    lnmShortCode: config?.lnm_short_code ?? null,
    accountPrefix: config?.account_prefix || null,
    initiator: config?.initiator ?? null,
    apiUser: config?.api_user ?? null,
    consumerKey: state('consumerKey'),
    consumerSecret: state('consumerSecret'),
    securityCredential: state('securityCredential'),
    lnmPassWord: state('lnmPassWord'),
    apiPassword: state('apiPassword'),
    hooks: { validation: hook ? `${hook}/v` : '', confirmation: hook ? `${hook}/c` : '' },
    updated: stampOf(config, secrets),
  };
}

/** Returns a configuration's fields for the audit trail. */
function told(config: Told): Record<string, string> {
  return {
    contactName: config.contact_name,
    contactNumber: maskedPhone(config.contact_number),
    contactEmail: config.contact_email,
    shortCode: config.short_code,
    lnmShortCode: config.lnm_short_code,
    ...(config.account_prefix === '' ? {} : { accountPrefix: config.account_prefix }),
    initiator: config.initiator,
    apiUser: config.api_user,
  };
}

function asRow(input: Omit<InputOf<typeof schoolConfig>, 'schoolSYSID'>, accountPrefix: string): Told {
  return {
    contact_name: input.contactName,
    contact_number: input.contactNumber,
    contact_email: input.contactEmail,
    short_code: input.shortCode,
    lnm_short_code: input.lnmShortCode,
    account_prefix: accountPrefix,
    initiator: input.initiator,
    api_user: input.apiUser,
  };
}

type Told = Omit<ConfigRow, 'hook_secret'>;

interface ConfigRow {
  contact_name: string;
  contact_number: string;
  contact_email: string;
  short_code: string;
  lnm_short_code: string;
  /** Prefix before the admission number; empty for none. */
  account_prefix: string;
  initiator: string;
  api_user: string;
  hook_secret: string;
}

interface SecretRow {
  name: string;
  last4: string;
  updated_at: Date;
  updated_by: string;
}
