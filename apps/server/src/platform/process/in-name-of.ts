import { AsyncLocalStorage } from 'node:async_hooks';

const names = new AsyncLocalStorage<string | null>();

/**
 * Does work in the name of a person (or of an address, for whoever is not signed in): what it waits for is counted as theirs. Null is the
 * server's own work, and what was gathered from many.
 */
export function inNameOf<T>(person: string | null, work: () => T): T {
  return names.run(person, work);
}

/** The person in whose name this runs; null for the server's own work. */
export function currentName(): string | null {
  return names.getStore() ?? null;
}
