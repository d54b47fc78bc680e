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

/** The most payments that are answered. */
const MOST = 20;

/**
 * Finds payments by code, slip, receipt, token, phone, number, name or amount, each with its way. The number of queries does not depend on
 * what is found: students first, then the payments that they and the text lead to, then what became of all of them.
 */
export async function findPayments(tx: ReadTx, context: AppContext, search: string): Promise<Page<FoundPayment>> {
  const asked = readText(search);
  const students = await studentsOf(tx, asked);
  const phone = phoneOf(search);
  const key = slipKey(search);
  // The number of a student is no amount, unless it is written as one.
  const amount = students.some(({ admissionNumber }) => admissionNumber === search.trim()) ? null : amountOf(search);
  const paths = await store.findPaths(tx, {
    key,
    pushDigest: phone === null ? null : pushDigest(context, tx.schoolId, phone),
    payerDigest: phone === null ? null : payerDigest(context, tx.schoolId, phoneHash(phone)),
    payerWords: asked.number === null ? payerWords(context, tx.schoolId, search) : [],
    numbers: students.map(({ admissionNumber }) => admissionNumber),
    amount,
  });
  const receipts = [...new Set([key, ...paths.receipts])];
  const entries = await store.readEntries(
    tx,
    key,
    receipts,
    students.map(({ id }) => id),
    MOST,
    amount,
  );
  const collected = entries.flatMap(({ kind, reference }) => (kind === 'collection' && reference ? [reference] : []));
  const payments = await store.readPayments(tx, [...new Set([...receipts, ...collected])], MOST);
  const pushes = await store.readPushes(tx, paths.pushes, MOST);
  const suspense = await store.readSuspense(
    tx,
    payments.map(({ receipt }) => receipt),
  );
  const ofReceipt = Map.groupBy(suspense, ({ receipt }) => receipt);
  const entriesOf = Map.groupBy(entries, ({ kind, reference }) => (kind === 'collection' ? reference : null));
  const known = new Set(payments.map(({ receipt }) => receipt));
  const found = [
    ...payments.map((each) => tellPayment(each, ofReceipt.get(each.receipt) ?? [], entriesOf.get(each.receipt) ?? [])),
    ...pushes.map(tellPush),
    // Collections of a receipt are told by its payment.
    ...entries.filter(({ kind, reference }) => kind !== 'collection' || !known.has(reference ?? '')).map(tellEntry),
  ];
  const rows = found.toSorted((a, b) => (a.date < b.date ? 1 : -1)).slice(0, MOST);
  return { rows, total: rows.length };
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
  // Of numbers only the very one: a beginning is a phone's or a code's as often.
  return [...named, ...numbered.filter(({ admissionNumber }) => admissionNumber === asked.number), ...ofGuardian];
}

/** A whole Kenyan mobile number as it is kept: 254…; null for anything else. */
function phoneOf(search: string): string | null {
  const tail = /^(?:\+?254|0)?([17]\d{8})$/.exec(search.replace(/[\s()-]/g, ''))?.[1];
  return tail === undefined ? null : `254${tail}`;
}

/** Cents of an amount as people write it (`3,500`, `KES 3500.00`); null for anything else. */
function amountOf(search: string): bigint | null {
  const { wire } = readTypedAmount(search);
  return wire === undefined ? null : parseKes(wire);
}
