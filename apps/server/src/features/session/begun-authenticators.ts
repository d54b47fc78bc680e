import { randomBytes } from 'node:crypto';

/** As many bits as the hash has (RFC 4226, 4). */
const SECRET_BYTES = 20;
/** A repeat within so long is answered alike, so that it shows the same QR code. */
const SAME_MS = 10 * 60_000;
/** So long the beginning of a set-up is good for its end. */
const KEPT_MS = 20 * 60_000;
/** Of one person at a time; each takes a session of its own. */
const MOST = 10;

/** A set-up that a session has begun. Another one of the same person, perhaps a stolen one, has its own: it neither learns the secret nor puts it aside. */
interface Begun {
  /** Digest of the session's token, in base 64. */
  readonly session: string;
  readonly secret: string;
  /** Milliseconds of the epoch. */
  readonly at: number;
}

/** The set-ups of one person that are good still, as they lie sealed. */
export function readBegun(plain: Buffer | null, now: number): readonly Begun[] {
  // A server of before kept one secret of nobody knows which session: it is begun anew.
  if (plain === null || plain.length === SECRET_BYTES) return [];
  const all = JSON.parse(plain.toString('utf8')) as readonly Begun[];
  return all.filter(({ at }) => Math.abs(now - at) < KEPT_MS);
}

/** Begins one for a session, or goes on with the one that it began lately. */
export function begin(
  begun: readonly Begun[],
  session: Buffer,
  now: number,
): { readonly begun: readonly Begun[]; readonly secret: Buffer } {
  const own = findBegun(begun, session);
  if (own && now - own.at < SAME_MS) return { begun, secret: Buffer.from(own.secret, 'base64') };
  const secret = randomBytes(SECRET_BYTES);
  const fresh = { session: session.toString('base64'), secret: secret.toString('base64'), at: now };
  return { begun: [...begun.filter((one) => one !== own), fresh].slice(-MOST), secret };
}

/** The secret that a session was shown; null where that is none, or was too long ago. */
export function secretOf(begun: readonly Begun[], session: Buffer): Buffer | null {
  const own = findBegun(begun, session);
  return own ? Buffer.from(own.secret, 'base64') : null;
}

/** The same as it is sealed. */
export function writeBegun(begun: readonly Begun[]): Buffer {
  return Buffer.from(JSON.stringify(begun), 'utf8');
}

function findBegun(begun: readonly Begun[], session: Buffer): Begun | undefined {
  const name = session.toString('base64');
  return begun.find((one) => one.session === name);
}
