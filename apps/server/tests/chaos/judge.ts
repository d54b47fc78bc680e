import { setTimeout as sleep } from 'node:timers/promises';
import type { WireClient } from '../../../../e2e/client.ts';
import type { Setting } from './setting.ts';
import type { SuperuserSession } from './superuser-session.ts';
import type { Tally } from './tally.ts';
import type { Operation } from './workload.ts';

interface Row {
  readonly sysid: string;
  readonly amount: number;
  readonly balance: number;
  readonly reference: string | null;
}

const cents = (kes: number) => Math.round(kes * 100);

/** Compares the books, as the server returns them, with the clients' own list. */
export async function judge(
  client: WireClient,
  setting: Setting,
  operations: readonly Operation[],
  tally: Tally,
): Promise<void> {
  const acknowledged = new Map<string, Operation>();
  for (const operation of operations) {
    if (operation.receipt === null) continue;
    if (acknowledged.has(operation.receipt))
      tally.found('other answer', `two keys were answered with receipt ${operation.receipt}`);
    acknowledged.set(operation.receipt, operation);
  }
  const refused = new Set(operations.filter((each) => each.refused !== null).map((each) => each.key));
  const there = new Set<string>();
  for (const student of setting.students) {
    const rows = await statementOf(client, student);
    const wallet = await walletOf(client, student);
    let balance = 0;
    // Newest first.
    for (const row of rows.toReversed()) {
      const operation = acknowledged.get(row.sysid);
      balance += cents(row.amount);
      if (balance < 0 || row.balance < 0) tally.found('negative', `${student} stood at ${row.balance}`);
      if (cents(row.balance) !== balance)
        tally.found('wrong sum', `${student}: ${row.balance} after ${row.sysid}, not ${balance} cents`);
      if (!operation) {
        const finding = refused.has(row.reference ?? '') ? 'refused but there' : 'doubled';
        tally.found(finding, `${student} has ${row.amount} (${row.sysid}), acknowledged to nobody`);
      } else if (operation.student !== student || operation.change !== cents(row.amount))
        tally.found('wrong amount', `${student} has ${row.amount} for ${operation.kind} of ${operation.change} cents`);
      if (there.has(row.sysid)) tally.found('doubled', `${row.sysid} stands in the statements twice`);
      there.add(row.sysid);
    }
    if (cents(wallet) !== balance)
      tally.found('wrong sum', `${student} holds ${wallet}, the statement says ${balance} cents`);
  }
  for (const [receipt, operation] of acknowledged)
    if (!there.has(receipt)) tally.found('lost', `${operation.kind} ${operation.key} (${receipt})`);
}

async function walletOf(client: WireClient, admissionNumber: string): Promise<number> {
  for (;;) {
    const { status, body } = await client.call('wallet/getWallet', { admissionNumber }, 'GET');
    if (status === 200) return Number(body.balance);
    if (status !== 503) throw new Error(`the wallet of ${admissionNumber} was answered ${status}`);
    await sleep(200);
  }
}

async function statementOf(client: WireClient, admissionNumber: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const input = { admissionNumber, page: String(page), pageSize: '1000' };
    const { status, body } = await client.call('wallet/getStatement', input, 'GET');
    if (status === 503) {
      // The server is temporarily busy, on a loaded machine.
      await sleep(200);
      page--;
      continue;
    }
    if (status !== 200) throw new Error(`the statement of ${admissionNumber} was answered ${status}`);
    rows.push(...(body as unknown as Row[]));
    if ((body as unknown as Row[]).length < 1000) return rows;
  }
}

/** Checks the books directly in the database, without any query of the server. */
export async function judgeInside(superuser: SuperuserSession, tally: Tally): Promise<void> {
  const [sums] = await superuser.rowsRetried<Record<string, string>>(`
    SELECT (SELECT count(*) FROM (SELECT 1 FROM journal_entries m LEFT JOIN postings p ON p.school_id = m.school_id AND p.entry_id = m.id
              GROUP BY m.school_id, m.id HAVING count(p.leg) < 2 OR sum(p.amount) <> 0) AS unbalanced)::text AS unbalanced,
           (SELECT COALESCE(sum(amount), 0) FROM postings)::text AS total,
           (SELECT count(*) FROM accounts a WHERE a.kind = 'wallet' AND a.balance <>
              (SELECT COALESCE(sum(amount), 0) FROM postings p WHERE p.school_id = a.school_id AND p.account_id = a.id))::text AS unposted,
           (SELECT count(*) FROM journal_entries m WHERE NOT EXISTS
              (SELECT 1 FROM receipts r WHERE r.school_id = m.school_id AND r.entry_id = m.id) AND m.student_id IS NOT NULL)::text
              AS without_receipt`);
  for (const [name, value] of Object.entries(sums ?? {}))
    if (value !== '0') tally.found('wrong sum', `${name}: ${value}`);
  await watchForDebt(superuser, tally, 'postings');
}

/** Checks that no wallet is negative now (`accounts`), or ever was (`postings`, which are immutable). */
export async function watchForDebt(
  superuser: SuperuserSession,
  tally: Tally,
  table: 'accounts' | 'postings',
): Promise<void> {
  const column = table === 'accounts' ? 'balance' : 'balance_after';
  const rows = await superuser.rows<{ least: string }>(`SELECT ${column} AS least FROM ${table} WHERE ${column} < 0`);
  for (const { least } of rows) tally.found('negative', `${table}: ${least} cents`);
}
