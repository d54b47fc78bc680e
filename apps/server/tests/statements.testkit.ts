import pg from 'pg';
import { vi } from 'vitest';

/** Statements that went to the database, in their order, and how many transactions they were. */
export interface Heard {
  readonly statements: readonly string[];
  readonly transactions: number;
}

/** Runs `work` and tells what it sent to the database, by whichever connection of this process; what begins and ends a transaction is no statement. */
export async function hearStatements(work: () => Promise<unknown>): Promise<Heard> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    const sent = spy.mock.calls.map(([query]) => textOf(query));
    const statements = sent.filter((text) => !/^(BEGIN|COMMIT|ROLLBACK)\b/.test(text));
    return { statements, transactions: sent.filter((text) => text.startsWith('BEGIN')).length };
  } finally {
    spy.mockRestore();
  }
}

function textOf(query: unknown): string {
  const text = typeof query === 'string' ? query : (query as pg.QueryConfig).text;
  return text.replaceAll(/\s+/g, ' ').trim();
}
