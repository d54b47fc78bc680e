import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { type OwnerTx, PLATFORM_SCHOOL, type ReadTx, type Tx } from '../database/database.ts';

/**
 * Encryption keys of stored data, in a hierarchy: the master key (a file, or MASTER_KEY) wraps each school's key, and a school's key
 * wraps its students' keys and its payment secrets. Each sealed value is bound to its place by `context`. Keyed hashes depend on a root
 * that a rotation of the master key keeps; the root is then sealed under the new master key (digest-root.ts).
 */
export interface Keys {
  /** Returns a keyed hash for looking up values that must not be stored in plaintext: tokens, codes, phone numbers, pixels. */
  digest(purpose: string, text: string | Uint8Array): Buffer;
  /** Seals under the platform's own key. */
  seal(context: string, plain: Uint8Array): Buffer;
  /** Opens a value that `seal` made for the same context. Throws KeyError otherwise. */
  open(context: string, sealed: Uint8Array): Buffer;
  /** Generates the key of a new school, in the platform transaction that registers the school. */
  makeForSchool(tx: Tx, schoolId: string): Promise<void>;
  /** Returns the key of the transaction's school (32 bytes). */
  ofSchool(tx: ReadTx): Promise<Buffer>;
  /** Wraps a school's key with the master key for storage, bound to that school. */
  wrapForSchool(schoolId: string, key: Buffer): Buffer;
  /** Returns a keyed hash by which a database recognises its master key. */
  checkValue(text: string): Buffer;
  /** Secret that a reader has to present before the database returns values sealed for students; it depends on the master key. */
  readonly readingSecret: Buffer;
}

/** Seals and opens under one key that is derived from the master key. */
export type Sealing = Pick<Keys, 'seal' | 'open'>;

export class KeyError extends Error {
  override readonly name = 'KeyError';
}

const IV = 12;
const TAG = 16;

/** Seals with AES-256-GCM: `iv (12) | ciphertext | tag (16)`, bound to `context`. `key` is 32 bytes. */
export function sealWith(key: Buffer | KeyObject, context: string, plain: Uint8Array): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Opens a value that `sealWith` made with the same key and context. Throws KeyError otherwise. */
export function openWith(key: Buffer | KeyObject, context: string, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed);
  if (bytes.length < IV + TAG) throw new KeyError('The sealed value is too short.');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV)).setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV, bytes.length - TAG)), decipher.final()]);
  } catch {
    // The cipher's error says only that authentication failed.
    throw new KeyError('The sealed value does not open.');
  }
}

// Returns a KeyObject: building one from raw bytes for each use costs more than the operation itself.
function deriveKey(root: Buffer, purpose: string): KeyObject {
  return createSecretKey(createHmac('sha256', root).update(`mfuko:${purpose}`).digest());
}

/**
 * Returns the sealing functions under the master key for one kind of value: the platform's values, the keys of schools, or the roots
 * that outlive a master key.
 */
export function sealingOf(master: Buffer, what: 'platform' | 'schools' | 'roots'): Sealing {
  const key = deriveKey(master, what);
  return {
    seal: (context, plain) => sealWith(key, context, plain),
    open: (context, sealed) => openWith(key, context, sealed),
  };
}

/** Returns the context to which the key of a school is bound. */
export function schoolKeyContext(schoolId: string): string {
  return `school-key:${schoolId}`;
}

/** Opens the key ring of a master key (32 bytes). `digestRoot` differs from the master key once the master key was rotated. */
export function openKeys(master: Buffer, digestRoot: Buffer = master): Keys {
  const digestKeys = new Map<string, KeyObject>();
  const checkKey = deriveKey(master, 'digest:key-check');
  const platform = sealingOf(master, 'platform');
  const schools = sealingOf(master, 'schools');
  const schoolKeys = new Map<string, Buffer>();
  const wrapForSchool = (schoolId: string, key: Buffer) => schools.seal(schoolKeyContext(schoolId), key);

  return {
    digest(purpose, text) {
      let key = digestKeys.get(purpose);
      if (!key) digestKeys.set(purpose, (key = deriveKey(digestRoot, `digest:${purpose}`)));
      return createHmac('sha256', key).update(text).digest();
    },
    ...platform,
    checkValue: (text) => createHmac('sha256', checkKey).update(text).digest(),
    readingSecret: createHmac('sha256', deriveKey(master, 'reading')).update('sealed for students').digest(),
    async makeForSchool(tx, schoolId) {
      const wrapped = wrapForSchool(schoolId, randomBytes(32));
      await tx.row('INSERT INTO school_keys (school_id, wrapped) VALUES ($1, $2)', [schoolId, wrapped]);
    },
    wrapForSchool,
    async ofSchool(tx) {
      const known = schoolKeys.get(tx.schoolId);
      if (known) return known;
      if (tx.schoolId === PLATFORM_SCHOOL) throw new KeyError('The platform has no school key.');
      const wrapped = await tx.row<{ wrapped: Buffer }>('SELECT wrapped FROM school_keys WHERE school_id = $1', [
        tx.schoolId,
      ]);
      if (!wrapped) throw new KeyError('The school has no key.');
      const key = schools.open(schoolKeyContext(tx.schoolId), wrapped.wrapped);
      schoolKeys.set(tx.schoolId, key);
      return key;
    },
  };
}

/**
 * Wraps the key of the transaction's school with another installation's master key when the school moves; values sealed under the
 * school key stay as they are.
 */
export async function renewSchoolKey(tx: OwnerTx, from: Keys, to: Keys): Promise<void> {
  const wrapped = to.wrapForSchool(tx.schoolId, await from.ofSchool(tx));
  await tx.query('UPDATE school_keys SET wrapped = $2 WHERE school_id = $1', [tx.schoolId, wrapped]);
}
