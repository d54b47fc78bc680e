import { createHash, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { PublicKey } from '../signer.ts';
import { writeSafely } from './files.ts';

/** Tablet that was paired by a code, and may request fingers. */
export interface Tablet {
  /** Thumbprint of its key (RFC 7638, SHA-256, base64url). */
  readonly id: string;
  readonly label: string;
  readonly publicKey: PublicKey;
  readonly since: string;
  readonly lastSeen: string;
}

/** Paired tablets of this service. */
export interface Tablets {
  list(): readonly Tablet[];
  find(id: string): Tablet | undefined;
  /** Adds a tablet; a known tablet gets the new label. Throws where the list cannot be written. */
  add(publicKey: PublicKey, label: string): Tablet;
  /** Notes that a tablet has connected. */
  note(id: string): void;
  remove(id: string): void;
}

/** Least interval between writes of the last connection: it is informative only, and writes wear out the disk. */
const NOTED_EVERY_MS = 60_000;

/** Opens the list in that file, which need not exist. Throws where it cannot be read. */
export function openTablets(file: string, now: () => number): Tablets {
  let tablets = read(file);
  const write = (next: readonly Tablet[]) => {
    writeSafely(file, `${JSON.stringify(next, undefined, 2)}\n`);
    tablets = next;
  };
  const others = (id: string) => tablets.filter((tablet) => tablet.id !== id);
  const find = (id: string) => tablets.find((tablet) => tablet.id === id);
  return {
    list: () => tablets,
    find,
    add(publicKey, label) {
      const at = new Date(now()).toISOString();
      const tablet = { id: thumbprintOf(publicKey), label, publicKey, since: at, lastSeen: at };
      write([...others(tablet.id), tablet]);
      return tablet;
    },
    note(id) {
      const tablet = find(id);
      if (tablet === undefined || now() - Date.parse(tablet.lastSeen) < NOTED_EVERY_MS) return;
      const seen = { ...tablet, lastSeen: new Date(now()).toISOString() };
      write(tablets.map((one) => (one.id === id ? seen : one)));
    },
    remove: (id) => write(others(id)),
  };
}

/** Parses a P-256 public key as a page sends it, in canonical form only; undefined for anything else. */
export function readPublicKey(value: unknown): PublicKey | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kty, crv, x, y } = value as Record<string, unknown>;
  if (kty !== 'EC' || crv !== 'P-256' || typeof x !== 'string' || typeof y !== 'string') return undefined;
  try {
    const read = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' }).export({ format: 'jwk' });
    return { kty, crv, x: read.x ?? '', y: read.y ?? '' };
  } catch {
    // Not a point of the curve: refused like a wrong signature.
    return undefined;
  }
}

export function thumbprintOf({ kty, crv, x, y }: PublicKey): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

function read(file: string): readonly Tablet[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Tablet[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new Error(`The list of paired tablets cannot be read: ${file}`, { cause: error });
  }
}
