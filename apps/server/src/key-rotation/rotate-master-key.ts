import pg from 'pg';
import { ConfigError } from '../config.ts';
import { audit } from '../platform/audit/audit.ts';
import { proverOf } from '../platform/audit/proof.ts';
import { keepDigestRoot, readDigestRoot } from '../platform/crypto/digest-root.ts';
import { renewChecks } from '../platform/crypto/key-check.ts';
import { openKeys } from '../platform/crypto/keys.ts';
import type { OfflineKey } from '../platform/crypto/offline-key.ts';
import { ownerTx, PLATFORM_SCHOOL } from '../platform/database/database.ts';
import type { Failpoint } from '../platform/process/failpoint.ts';
import { openTable, resealTable, type Sum } from './reseal.ts';
import { SEALED_TABLES } from './sealed-tables.ts';

export interface Rotation {
  readonly from: Buffer;
  readonly to: Buffer;
  readonly offline: Pick<OfflineKey, 'publicKey'>;
  readonly failpoint: Failpoint;
  /** Throws where a server has connected to the database; called before the commit. */
  proveNobodyCame(): Promise<void>;
}

/**
 * Reseals everything that is sealed under the master key under another one, in a single transaction while no server runs: all of it or
 * nothing. Before the commit each value is opened with the new key and compared with the plaintext under the old one. Returns the
 * number of values. Throws ConfigError where a value does not open.
 */
export async function rotateMasterKey(
  ownerUrl: string,
  { from, to, offline, failpoint, proveNobodyCame }: Rotation,
): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'mfuko rotation' });
  // A lost connection already fails the statement in progress, and the caller receives that error.
  client.on('error', () => undefined);
  await client.connect();
  const tx = ownerTx(client, PLATFORM_SCHOOL);
  try {
    await client.query(
      `BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = '10s';
       SET LOCAL bytea_output = 'hex'; SET LOCAL app.school_id = '${PLATFORM_SCHOOL}';
       SELECT pg_advisory_xact_lock(hashtext('mfuko: key checks'))`,
    );
    const forced = await seeEveryRow(client);
    const root = await readDigestRoot(tx, from);
    const sums: Sum[] = [];
    for (const table of SEALED_TABLES) sums.push(await resealTable(client, table, from, to));
    await keepDigestRoot(tx, to, root);
    await renewChecks(tx, openKeys(to), offline);
    const prove = proverOf(openKeys(to, root));
    await audit(
      { ...tx, prove },
      { tool: 'keys:rotate' },
      { action: 'key.rotate', subjectKind: 'key', detail: { key: 'master' } },
    );
    for (const [place, table] of SEALED_TABLES.entries()) {
      const [before, after] = [sums[place], await openTable(client, table, to)];
      if (!before?.hash.equals(after.hash) || before.values !== after.values)
        throw new ConfigError(
          `${table.table} says something else under the new key, so nothing was changed: call support.`,
        );
    }
    if (!(await readDigestRoot(tx, to)).equals(root))
      throw new TypeError('The digest root differs under the next master key.');
    for (const table of forced) await client.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
    await proveNobodyCame();
    failpoint.pass('before-rotation');
    await client.query('COMMIT');
    return sums.reduce((all, { values }) => all + values, 0);
  } finally {
    await client.end();
  }
}

/**
 * Disables forced row-level security for the owner in this transaction, since hidden rows would stay under the old key, and locks the
 * tables. Returns the tables whose security was forced.
 */
async function seeEveryRow(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relname = ANY($1) AND relforcerowsecurity`,
    [SEALED_TABLES.map(({ table }) => table)],
  );
  const forced = rows.map(({ name }) => name);
  for (const { table } of SEALED_TABLES) await client.query(`LOCK TABLE ${client.escapeIdentifier(table)}`);
  for (const name of forced) await client.query(`ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY`);
  return forced;
}
