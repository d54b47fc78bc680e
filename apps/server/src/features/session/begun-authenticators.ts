import { randomBytes } from 'node:crypto';

/** Length of a secret: as many bits as the hash (RFC 4226, section 4). */
const SECRET_BYTES = 20;
/** Time within which a repeat gets the same secret, and so shows the same QR code. */
const SAME_MS = 10 * 60_000;
/** Time within which a begun set-up must be completed. */
const KEPT_MS = 20 * 60_000;
/** Most set-ups of one user at a time; each session has its own. */
const MAX_BEGUN = 10;

/**
 * Set-up begun by a session. Another session of the same user, perhaps a stolen one, has its own set-up: it neither learns this secret
 * nor replaces it.
 */
interface Begun {
  /** Digest of the session's token, in base 64. */
  readonly session: string;
  readonly secret: string;
  /** Time of the beginning, in milliseconds since the epoch. */
  readonly at: number;
}

/** Parses a user's begun set-ups, as they were sealed, without expired ones. */
export function readBegun(plain: Buffer | null, now: number): readonly Begun[] {
  // Earlier versions kept a single secret without a session; it is ignored, and the set-up begins anew.
  if (plain === null || plain.length === SECRET_BYTES) return [];
  const all = JSON.parse(plain.toString('utf8')) as readonly Begun[];
  return all.filter(({ at }) => Math.abs(now - at) < KEPT_MS);
}

/** Begins a set-up for a session, or continues the session's recent one. */
export function begin(
  begun: readonly Begun[],
  session: Buffer,
  now: number,
): { readonly begun: readonly Begun[]; readonly secret: Buffer } {
  const own = findBegun(begun, session);
  if (own && now - own.at < SAME_MS) return { begun, secret: Buffer.from(own.secret, 'base64') };
  const secret = randomBytes(SECRET_BYTES);
  const fresh = { session: session.toString('base64'), secret: secret.toString('base64'), at: now };
  return { begun: [...begun.filter((one) => one !== own), fresh].slice(-MAX_BEGUN), secret };
}

/** Returns the secret that a session was shown; null where it has none, or the set-up has expired. */
export function secretOf(begun: readonly Begun[], session: Buffer): Buffer | null {
  const own = findBegun(begun, session);
  return own ? Buffer.from(own.secret, 'base64') : null;
}

/** Serialises the begun set-ups for sealing. */
export function writeBegun(begun: readonly Begun[]): Buffer {
  return Buffer.from(JSON.stringify(begun), 'utf8');
}

function findBegun(begun: readonly Begun[], session: Buffer): Begun | undefined {
  const name = session.toString('base64');
  return begun.find((one) => one.session === name);
}
