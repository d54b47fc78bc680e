import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Issued, makeLeaf, makeRoot } from './certificate.ts';
import { writeSafely } from './files.ts';
import { coversHost, type KeyAndCertificate } from './own-certificate.ts';

const DAY = 24 * 60 * 60_000;
const ROOT_DAYS = 20 * 365;
/** Validity of a leaf: browsers reject more than 398 days. */
const LEAF_DAYS = 390;
/** Remaining validity below which a leaf is renewed. */
const MIN_DAYS = 90;
/** Backdating, so that a device whose clock is a little behind accepts the certificate. */
const BEFORE_DAYS = 1;

/** Certificate authority of the service, which is limited to its own host. Tablets install its root certificate once. */
export interface Authority {
  /** Root certificate in PEM. */
  readonly root: string;
  /** True where the root was created at this start: tablets that trusted an earlier one have to install this one. */
  readonly isNew: boolean;
  /** Returns key and certificate for TLS, renewed where the last ones expire soon. */
  current(): KeyAndCertificate;
}

/**
 * Opens the authority in that folder, and creates it where there is none for this host. Throws where the folder cannot be read or written.
 */
export function openAuthority(folder: string, host: string, now: () => number = Date.now): Authority {
  const place = join(folder, `lan-${createHash('sha256').update(host).digest('hex').slice(0, 12)}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const kept = readIssued(`${place}-root.pem`);
  const root = kept ?? makeNewRoot(`${place}-root.pem`, host, now());
  let leaf = readIssued(`${place}-leaf.pem`);
  return {
    root: root.pem,
    isNew: kept === undefined,
    current() {
      if (leaf === undefined || !isGood(leaf.pem, root.pem, host, now())) {
        const key = makeKey();
        const from = now() - BEFORE_DAYS * DAY;
        const until = Math.min(from + LEAF_DAYS * DAY, Date.parse(new X509Certificate(root.pem).validTo));
        leaf = { key, pem: makeLeaf(host, key, root.key, { from, until }) };
        writeIssued(`${place}-leaf.pem`, leaf);
      }
      return { key: pemOf(leaf.key), cert: leaf.pem };
    },
  };
}

function makeNewRoot(path: string, host: string, at: number): Issued {
  const key = makeKey();
  const from = at - BEFORE_DAYS * DAY;
  const root = { key, pem: makeRoot(host, key, { from, until: from + ROOT_DAYS * DAY }) };
  writeIssued(path, root);
  return root;
}

function isGood(leaf: string, root: string, host: string, at: number): boolean {
  const certificate = new X509Certificate(leaf);
  return (
    coversHost(certificate, host) &&
    certificate.verify(new X509Certificate(root).publicKey) &&
    Date.parse(certificate.validTo) - at > MIN_DAYS * DAY
  );
}

const makeKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();

/** Writes key and certificate into one file, so that a power cut cannot separate them. */
function writeIssued(path: string, { key, pem }: Issued): void {
  writeSafely(path, pemOf(key) + pem);
}

function readIssued(path: string): Issued | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    const pem = text.slice(text.indexOf('-----BEGIN CERTIFICATE'));
    return { key: createPrivateKey(text), pem };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
