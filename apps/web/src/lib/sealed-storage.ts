import { open, seal } from '@mfuko/contract/seal';
import { wireKey } from './config.ts';

/**
 * Sealed name: what is kept in the browser under seal. The name is both the key in storage and the sealed field's name.
 */
export type SealedName = 'session' | 'role' | 'userName' | 'location';

export function readSealed(name: SealedName): string | null {
  const sealed = localStorage.getItem(name);
  if (sealed === null) return null;
  try {
    return open(wireKey(), name, sealed);
  } catch {
    // Sealed under another key, or tampered with: worth nothing either way.
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
