import { expect, it } from 'vitest';
import { selectOrInsert } from './select-or-insert.ts';

/** Table that is empty or has `rows`, into which an INSERT puts `inserted`. */
function table(rows: string[], inserted: string | null = 'own') {
  const steps: string[] = [];
  return {
    steps,
    select: async () => {
      steps.push('select');
      return rows;
    },
    insert: async () => {
      steps.push('insert');
      if (inserted !== null) rows.push(inserted);
    },
  };
}

it('selectOrInsert returns a row that exists and inserts none', async () => {
  const { select, insert, steps } = table(['there']);
  expect(await selectOrInsert(select, insert)).toBe('there');
  expect(steps).toEqual(['select']);
});

it('selectOrInsert returns the row that stands after the INSERT, whoever inserted it', async () => {
  const { select, insert, steps } = table([], 'of another transaction');
  expect(await selectOrInsert(select, insert)).toBe('of another transaction');
  expect(steps).toEqual(['select', 'insert', 'select']);
});

it('selectOrInsert throws if the row is missing after the INSERT', async () => {
  const { select, insert } = table([], null);
  await expect(selectOrInsert(select, insert)).rejects.toThrow('The row is missing after its INSERT.');
});
