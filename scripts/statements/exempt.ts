import { CHECKS_OF_THE_TRAIL } from '../../apps/server/src/features/books/check-trail.ts';
import { CHECKS, OF_ALL, SINCE } from '../../apps/server/src/features/books/checks.ts';
import { CHECKS_OF_PARTS } from '../../apps/server/src/features/books/checks-of-parts.ts';
import type { Statement } from './read-statements.ts';

const server = 'apps/server/src';
const database = `${server}/platform/database`;

/**
 * Statements whose text the sources do not tell: how many a file has, and why. One that is told again, or is gone, must be
 * taken off the list.
 */
export const EXEMPT: Readonly<Record<string, { readonly count: number; readonly why: string }>> = {
  [`${server}/features/books/verify.ts`]: { count: 1, why: 'its questions are those of `questions` below' },
  [`${server}/features/payments/store.ts`]: { count: 1, why: 'sets the columns of an STK push that have changed' },
  [`${server}/key-rotation/reseal.ts`]: { count: 2, why: 'names each table that is sealed under the master key' },
  [`${server}/key-rotation/rotate-master-key.ts`]: {
    count: 3,
    why: 'names each table that is sealed under the master key, and the platform in SET LOCAL',
  },
  [`${server}/platform/tracing/traced.ts`]: { count: 1, why: 'hands on the statement of whoever asks' },
  [`${server}/platform/records/bundle.ts`]: {
    count: 1,
    why: 'runs the parts of a bundle, all of which one test of it runs',
  },
  [`${server}/platform/backup/load-rows.ts`]: { count: 4, why: 'names each table of the catalog' },
  [`${server}/platform/backup/source.ts`]: { count: 2, why: 'names each table and sequence of the catalog' },
  [`${server}/platform/backup/write.ts`]: { count: 1, why: 'COPY of each table of the catalog' },
  [`${server}/school-move/export-school.ts`]: { count: 1, why: 'the school’s id in SET LOCAL' },
  [`${server}/school-move/import-school.ts`]: {
    count: 2,
    why: 'the school’s id in SET LOCAL; the tables that ANALYZE reads',
  },
  [`${server}/school-move/remove-school.ts`]: { count: 1, why: 'the school’s id in SET LOCAL' },
  [`${server}/school-move/replica.ts`]: { count: 1, why: 'SET ROLE takes no bound value' },
  [`${server}/school-move/rows.ts`]: { count: 9, why: 'names each table that goes with a school' },
  [`${server}/school-move/stage.ts`]: { count: 2, why: 'names each table that goes with a school' },
  [`${database}/app-role.ts`]: { count: 2, why: 'writes a password into CREATE and ALTER ROLE' },
  [`${database}/database.ts`]: { count: 4, why: 'hands on what others ask, and the school’s id in SET LOCAL' },
  [`${database}/listen.ts`]: { count: 1, why: 'LISTEN takes no bound value' },
  [`${database}/lists.ts`]: { count: 2, why: 'goes around the SELECT of a list, which is looked at by itself' },
  [`${database}/migrate.ts`]: { count: 1, why: 'runs the migrations' },
  [`${database}/sql-functions.ts`]: { count: 6, why: 'applies the files of the functions' },
  [`${server}/platform/embedded-postgres/presence.ts`]: { count: 1, why: 'writes a password into CREATE ROLE' },
};

/** Columns that may be null in their table, but never in what the statement of a file answers, and why. */
export const NEVER_NULL: Readonly<Record<string, string>> = {
  [`${server}/features/books/store.ts: balance`]: 'is there where the provider has told it (a check of the table)',
  [`${server}/features/books/store.ts: books`]:
    'is there where the provider has told the balance (a check of the table)',
  [`${server}/features/gate/store.ts: since`]: 'whoever is in has come in at some time',
  [`${server}/features/imports/store.ts: alike`]: 'is one of those that were asked for',
  [`${server}/features/messages/gateway-state.ts: until`]: 'is compared with the moment',
  [`${server}/features/messages/gateway-state.ts: probeAt`]: 'the statement sets it',
  [`${server}/features/payments/provider-callbacks.ts: sealed`]:
    'is wiped when the message is handled, and only others are read',
  [`${server}/features/suspense/give-back.ts: receipt`]: 'what can be returned came with a receipt',
  [`${server}/features/suspense/give-back.ts: decidedBy`]: 'an outcome is decided by somebody',
  [`${server}/features/tills/read.ts: expected`]: 'is read of a till that was closed',
  [`${server}/features/tills/read.ts: counted`]: 'is read of a till that was closed',
  [`${server}/features/tills/read.ts: left`]: 'is read of a till that was closed',
  [`${server}/features/wallet/receipt.ts: studentId`]: 'is the id of a student that was joined',
  [`${server}/features/wallet/statement.ts: balance`]: 'a posting with a place in a wallet has left a balance',
};

/** Tables that no migration makes. */
export const MADE_WHILE_RUNNING: Readonly<Record<string, string>> = {
  key_checks: 'is looked at before the first migration runs',
  demo_money: 'is a temporary table of the demonstration',
};

/** Statements that are made by functions: the questions to the books, of every row and of what happened since a moment. */
export function questions(): Statement[] {
  return [...CHECKS, ...CHECKS_OF_PARTS, ...CHECKS_OF_THE_TRAIL].flatMap(({ sql }, index) =>
    [sql(OF_ALL), sql(SINCE)].map((text) => ({
      where: `${server}/features/books: question ${index + 1}`,
      texts: [`SELECT f.check, f.movement, f.student, f.says, f.should FROM (${text}) AS f`],
      row: null,
      columns: [],
      readOnly: true,
      by: 'application' as const,
    })),
  );
}
