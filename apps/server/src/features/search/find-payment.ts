import { parseKes } from '@mfuko/contract/money';
import type { FoundPayment } from '@mfuko/contract/search';
import { readTypedAmount } from '@mfuko/contract/typed-amount';
import { phoneHash } from '../../gateways/payments/index.ts';
import type { ReadTx } from '../../platform/database/database.ts';
import type { Page } from '../../platform/http/call.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { payerWords, pushDigest } from '../payments/index.ts';
import { payerDigest } from '../suspense/index.ts';
import { slipKey } from '../wallet/index.ts';
import { byNames } from './find.ts';
import * as store from './payment-store.ts';
import { tellEntry, tellPayment, tellPush } from './payment-story.ts';
import { type Asked, readText } from './rules.ts';
import { listByGuardian, listByNumber } from './store.ts';

/** Most payments that are returned. */
const MAX_FOUND = 20;

/**
 * Finds payments by code, slip, receipt, token, phone, number or name, each with its steps; by amount only where the text leads to no
 * payment and no student otherwise. Exact matches of a code, slip, receipt or token come first, however many others are newer. The number
 * of queries is constant: first the students, then the payments that they and the text lead to, then the steps of all.
 */
export async function findPayments(tx: ReadTx, context: AppContext, search: string): Promise<Page<FoundPayment>> {
  const asked = readText(search);
  const students = await studentsOf(tx, asked);
  const phone = phoneOf(search);
  const key = slipKey(search);
  const paths = await store.findPaths(tx, {
    key,
    pushDigest: phone === null ? null : pushDigest(context, tx.schoolId, phone),
    payerDigest: phone === null ? null : payerDigest(context, tx.schoolId, phoneHash(phone)),
    payerWords: asked.number === null ? payerWords(context, tx.schoolId, search) : [],
    numbers: students.map(({ admissionNumber }) => admissionNumber),
  });
  const ids = students.map(({ id }) => id);
  const found = await tell(tx, key, paths, ids);
  const amount = found.length === 0 && students.length === 0 ? amountOf(search) : null;
  const rows = amount === null ? found : await tell(tx, key, await store.findPathsOfAmount(tx, amount, MAX_FOUND), []);
  return { rows, total: rows.length };
}

/** Returns the payments to which these paths and students lead, each with its steps. */
async function tell(tx: ReadTx, key: string, paths: store.Paths, students: readonly string[]): Promise<FoundPayment[]> {
  const receipts = [...new Set([key, ...paths.receipts])];
  const entries = await store.readEntries(tx, key, receipts, students, paths.entries, MAX_FOUND);
  const collected = entries.flatMap(({ kind, reference }) => (kind === 'collection' && reference ? [reference] : []));
  const payments = await store.readPayments(tx, key, [...new Set([...receipts, ...collected])], MAX_FOUND);
  const pushes = await store.readPushes(tx, paths.pushes, MAX_FOUND);
  const suspense = await store.readSuspense(
    tx,
    payments.map(({ receipt }) => receipt),
  );
  const ofReceipt = Map.groupBy(suspense, ({ receipt }) => receipt);
  const entriesOf = Map.groupBy(entries, ({ kind, reference }) => (kind === 'collection' ? reference : null));
  const known = new Set(payments.map(({ receipt }) => receipt));
  const found = [
    ...payments.map((each) => {
      const own = entriesOf.get(each.receipt) ?? [];
      const exact = each.receipt === key || own.some((entry) => entry.exact);
      return { exact, told: tellPayment(each, ofReceipt.get(each.receipt) ?? [], own) };
    }),
    ...pushes.map((each) => ({ exact: false, told: tellPush(each) })),
    // Collections are left out where their payment is listed.
    ...entries
      .filter(({ kind, reference }) => kind !== 'collection' || !known.has(reference ?? ''))
      .map((each) => ({ exact: each.exact, told: tellEntry(each) })),
  ];
  return found
    .toSorted((a, b) => Number(b.exact) - Number(a.exact) || (a.told.date < b.told.date ? 1 : -1))
    .slice(0, MAX_FOUND)
    .map(({ told }) => told);
}

interface Meant {
  readonly id: string;
  readonly admissionNumber: string;
}

async function studentsOf(tx: ReadTx, asked: Asked): Promise<readonly Meant[]> {
  const everybody = { leavers: true };
  const named = await byNames(tx, asked, everybody);
  const numbered = asked.number === null ? [] : await listByNumber(tx, asked.number, everybody);
  const ofGuardian = asked.phoneTail === null ? [] : await listByGuardian(tx, asked.phoneTail);
  // Use exact admission numbers only: the beginning of one may as well be that of a phone or code.
  return [...named, ...numbered.filter(({ admissionNumber }) => admissionNumber === asked.number), ...ofGuardian];
}

/** Returns a whole Kenyan mobile number in its stored form 254…; null for any other text. */
function phoneOf(search: string): string | null {
  const tail = /^(?:\+?254|0)?([17]\d{8})$/.exec(search.replace(/[\s()-]/g, ''))?.[1];
  return tail === undefined ? null : `254${tail}`;
}

/** Returns the cents of an amount as people write it (`3,500`, `KES 3500.00`); null for any other text. */
function amountOf(search: string): bigint | null {
  const { wire } = readTypedAmount(search);
  return wire === undefined ? null : parseKes(wire);
}
