import { open, seal } from '@mfuko/contract/seal';
import { wireKey } from './config.ts';

/** Sealed name: key in local storage, and name of the sealed field. */
export type SealedName = 'session' | 'role' | 'userName' | 'location';

export function readSealed(name: SealedName): string | null {
  const sealed = localStorage.getItem(name);
  if (sealed === null) return null;
  try {
    return open(wireKey(), name, sealed);
  } catch {
    // The value was sealed with another key, or was tampered with; it is unusable either way.
    localStorage.removeItem(name);
    return null;
  }
}

export function writeSealed(name: SealedName, text: string): void {
  localStorage.setItem(name, seal(wireKey(), name, text));
}

export function dropSealed(...names: SealedName[]): void {
  for (const name of names) localStorage.removeItem(name);
}
