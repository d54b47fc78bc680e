import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Books, openBooks } from './books.testkit.ts';
import { GUARDS } from './guards.testkit.ts';
import { GUARDS_OF_PAYMENTS } from './guards-of-payments.testkit.ts';

const ALL = [...GUARDS, ...GUARDS_OF_PAYMENTS];

/** Removes each guard of the database alone, in a separate database, and checks that its promise no longer holds there. */
describe('a rule fails only without its database guard', () => {
  let books: Books;
  beforeEach(async () => {
    books = await openBooks();
  });
  afterEach(() => books?.close());

  it.each(ALL.map((each) => [each.guard, each] as const))('%s', async (_name, { holds, remove }) => {
    await expect(books.whether(holds), 'with the guard').resolves.toBe(true);
    await books.owner(remove);
    await expect(books.whether(holds), 'without it').resolves.toBe(false);
  });
});
