import { Socket } from 'node:net';
import pg from 'pg';
import { vi } from 'vitest';

/** Statements that went to the database, in their order, in how many transactions, and by how many writes to a socket. */
export interface Heard {
  readonly statements: readonly string[];
  readonly transactions: number;
  readonly writes: number;
}

/** Of a socket, beside `_write`, without a type. */
interface Writev {
  _writev(chunks: unknown, done: unknown): void;
}

/**
 * Runs `work` and tells what it sent to the database, by whichever connection of this process; what begins and ends a transaction is no statement.
 * Every write to a socket counts, so `work` must talk to nobody else.
 */
export async function hearStatements(work: () => Promise<unknown>): Promise<Heard> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  const writes = [vi.spyOn(Socket.prototype, '_write'), vi.spyOn(Socket.prototype as unknown as Writev, '_writev')];
  try {
    await work();
    const sent = spy.mock.calls.map(([query]) => textOf(query));
    return {
      statements: sent.filter((text) => !/^(BEGIN|COMMIT|ROLLBACK)\b/.test(text)),
      transactions: sent.filter((text) => text.startsWith('BEGIN')).length,
      writes: writes.reduce((sum, { mock }) => sum + mock.calls.length, 0),
    };
  } finally {
    for (const one of [spy, ...writes]) one.mockRestore();
  }
}

/** Text of a statement, with its white space made one. */
export function textOf(query: unknown): string {
  const text = typeof query === 'string' ? query : (query as pg.QueryConfig).text;
  return text.replaceAll(/\s+/g, ' ').trim();
}
