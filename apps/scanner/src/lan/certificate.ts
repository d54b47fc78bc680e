import { createHash, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import { bits, integer, octets, oid, sequence, set, tagged, time, utf8, yes } from './der.ts';

/** Validity of a certificate, in milliseconds since 1970. */
export interface Validity {
  readonly from: number;
  readonly until: number;
}

/** Certificate with its private key. */
export interface Issued {
  readonly key: KeyObject;
  /** Certificate in PEM. */
  readonly pem: string;
}

const BASIC_CONSTRAINTS = '2.5.29.19';
const KEY_USAGE = '2.5.29.15';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const SUBJECT_KEY = '2.5.29.14';
const AUTHORITY_KEY = '2.5.29.35';
const NAME_CONSTRAINTS = '2.5.29.30';
const ALTERNATIVE_NAME = '2.5.29.17';
const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
const COMMON_NAME = '2.5.4.3';
const ECDSA_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));
const SIGNS_CERTIFICATES = bits(Buffer.of(0x06), 1);
const SIGNS = bits(Buffer.of(0x80), 7);
const DNS = 2;
const ADDRESS = 7;

/** Creates the certificate of an authority that is constrained to this host, so that a stolen key is of no use for other hosts. */
export function makeRoot(host: string, key: KeyObject, validity: Validity): string {
  const name = nameOf(rootName(host));
  return issue({
    subject: name,
    issuer: name,
    signer: key,
    key,
    validity,
    extensions: [
      extension(BASIC_CONSTRAINTS, true, sequence(yes, integer(Buffer.of(0)))),
      extension(KEY_USAGE, true, SIGNS_CERTIFICATES),
      extension(NAME_CONSTRAINTS, true, constraintsOf(host)),
      extension(SUBJECT_KEY, false, octets(keyId(key))),
    ],
  });
}

/** Creates the certificate of the service, signed by its authority; it is trusted only for the authority's own host. */
export function makeLeaf(
  host: string,
  key: KeyObject,
  root: KeyObject,
  validity: Validity,
  rootHost: string = host,
): string {
  return issue({
    // OpenSSL treats a common name that looks like a DNS name as one, and applies the constraints to it.
    subject: nameOf(`Reader at ${host}`),
    issuer: nameOf(rootName(rootHost)),
    signer: root,
    key,
    validity,
    extensions: [
      extension(BASIC_CONSTRAINTS, true, sequence()),
      extension(KEY_USAGE, true, SIGNS),
      extension(EXTENDED_KEY_USAGE, false, sequence(oid(SERVER_AUTH))),
      extension(ALTERNATIVE_NAME, false, sequence(hostName(host))),
      extension(SUBJECT_KEY, false, octets(keyId(key))),
      extension(AUTHORITY_KEY, false, sequence(tagged(0, keyId(root), false))),
    ],
  });
}

interface Content extends Pick<Issued, 'key'> {
  readonly subject: Buffer;
  readonly issuer: Buffer;
  readonly signer: KeyObject;
  readonly validity: Validity;
  readonly extensions: readonly Buffer[];
}

function issue({ subject, issuer, signer, key, validity, extensions }: Content): string {
  const version3 = tagged(0, integer(Buffer.of(2)), true);
  const content = sequence(
    version3,
    integer(randomBytes(16)),
    ECDSA_SHA256,
    issuer,
    sequence(time(validity.from), time(validity.until)),
    subject,
    publicKeyOf(key),
    tagged(3, sequence(...extensions), true),
  );
  const der = sequence(content, ECDSA_SHA256, bits(sign('sha256', content, signer)));
  const lines = der.toString('base64').replace(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

const rootName = (host: string) => `Mfuko reader ${host}`.slice(0, 64);
const nameOf = (text: string) => sequence(set(sequence(oid(COMMON_NAME), utf8(text.slice(0, 64)))));

function extension(id: string, critical: boolean, value: Buffer): Buffer {
  return sequence(oid(id), ...(critical ? [yes] : []), octets(value));
}

/**
 * Returns the name constraints (RFC 5280). A constraint limits only names of its own kind, and leaves names of the other kind free. So for a
 * host name all addresses are excluded, and for an address only a domain that nobody can own is permitted beside it.
 */
function constraintsOf(host: string): Buffer {
  const subtree = (kind: number, content: Uint8Array) => sequence(tagged(kind, content, false));
  const address = addressOf(host);
  if (address === undefined) {
    const everyAddress = [subtree(ADDRESS, Buffer.alloc(8)), subtree(ADDRESS, Buffer.alloc(32))];
    return sequence(tagged(0, subtree(DNS, Buffer.from(host)), true), tagged(1, Buffer.concat(everyAddress), true));
  }
  const itself = Buffer.concat([address, Buffer.alloc(address.length, 0xff)]);
  return sequence(tagged(0, Buffer.concat([subtree(ADDRESS, itself), subtree(DNS, Buffer.from('invalid'))]), true));
}

function hostName(host: string): Buffer {
  const address = addressOf(host);
  return address ? tagged(ADDRESS, address, false) : tagged(DNS, Buffer.from(host), false);
}

/** Returns the bytes of an IP address, which URLs write in brackets for version 6; undefined for a name. */
function addressOf(host: string): Buffer | undefined {
  const bare = host.replace(/^\[|\]$/g, '');
  if (isIP(bare) === 4) return Buffer.from(bare.split('.').map(Number));
  if (isIP(bare) !== 6) return undefined;
  const [before = '', after] = bare.split('::');
  const groups = (text: string) => text.split(':').filter(Boolean);
  const [head, tail] = [groups(before), groups(after ?? '')];
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return Buffer.from([...head, ...zeros, ...tail].map((group) => group.padStart(4, '0')).join(''), 'hex');
}

function publicKeyOf(key: KeyObject): Buffer {
  return createPublicKey(key).export({ type: 'spki', format: 'der' });
}

/** Returns a key identifier, which may be any value that differs between keys. */
function keyId(key: KeyObject): Buffer {
  return createHash('sha256').update(publicKeyOf(key)).digest().subarray(0, 20);
}
