import { Socket } from 'node:net';
import pg from 'pg';
import { vi } from 'vitest';

/** Statements that were sent to the database, in order, with the number of transactions and of writes to a socket. */
export interface Heard {
  readonly statements: readonly string[];
  readonly transactions: number;
  readonly writes: number;
}

/** Socket method beside `_write` that has no type. */
interface Writev {
  _writev(chunks: unknown, done: unknown): void;
}

/**
 * Runs `work` and returns the statements that it sent to the database, over any connection of this process, without those that begin and
 * end transactions. Every write to a socket counts, so `work` must not use any other connection.
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

/** Returns the text of a statement with its white space collapsed. */
export function textOf(query: unknown): string {
  const text = typeof query === 'string' ? query : (query as pg.QueryConfig).text;
  return text.replaceAll(/\s+/g, ' ').trim();
}
