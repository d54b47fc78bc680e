import { AsyncLocalStorage } from 'node:async_hooks';

const names = new AsyncLocalStorage<string | null>();

/**
 * Runs work in the name of a user (or of an address when nobody is signed in), so that waiting tasks count against that user's share.
 * Null is the server's own work, and work batched from many users.
 */
export function inNameOf<T>(person: string | null, work: () => T): T {
  return names.run(person, work);
}

/** Returns the user in whose name the current work runs; null for the server's own work. */
export function currentName(): string | null {
  return names.getStore() ?? null;
}
