import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { NewPasskey, PasskeyProof } from '@mfuko/contract/passkey-answers';
import * as contract from '@mfuko/contract/passkeys';
import { stepUp } from '@mfuko/contract/second-factor';
import type { Person } from '../../../tests/kit.ts';
import { webAuthn } from './passkey-proof.ts';

/** Deviations of a device from correct behaviour. */
export interface Tampering {
  /** Origin of the page in which the device answers. */
  readonly origin?: string;
  /** Relying party that the device assumes. */
  readonly rpId?: string;
  /** False for an answer without finger, face or PIN. */
  readonly verified?: boolean;
  /** Counter to report in place of the next one. */
  readonly counter?: number;
  readonly challenge?: string;
}

/** Software passkey as WebAuthn defines it: an ES256 key that answers challenges. */
export interface SoftPasskey {
  /** Answers a registration. `statement` is the maker's attestation. */
  create(question: { challenge: string }, tampering?: Tampering, statement?: object): NewPasskey;
  /** Answers an authentication. */
  answer(question: { challenge: string }, tampering?: Tampering): PasskeyProof;
}

const ORIGIN = 'http://localhost:4000';
const RP_ID = 'localhost';
const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;

/**
 * Creates a passkey that is not registered yet. It counts its signatures; with `counts: false` the counter stays 0, as that of synced
 * passkeys.
 */
export function softPasskey({ counts = true } = {}): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const cose = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
  let used = 0;
  const data = ({ rpId = RP_ID, verified = true, counter }: Tampering, flags: number) => {
    if (counts) used = counter ?? used + 1;
    const head = Buffer.alloc(5);
    head.writeUInt8(flags | PRESENT | (verified ? VERIFIED : 0));
    head.writeUInt32BE(counter ?? used, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), head]);
  };
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const };
  const client = (type: string, asked: { challenge: string }, { origin = ORIGIN, challenge }: Tampering) =>
    Buffer.from(JSON.stringify({ type, challenge: challenge ?? asked.challenge, origin, crossOrigin: false }));
  return {
    create(question, tampering = {}, statement = { fmt: 'none', attStmt: {} }) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([data(tampering, WITH_KEY), Buffer.alloc(16), length, id, cose]);
      return {
        ...named,
        response: {
          clientDataJSON: client('webauthn.create', question, tampering).toString('base64url'),
          attestationObject: cbor({ ...statement, authData }).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    answer(question, tampering = {}) {
      const clientData = client('webauthn.get', question, tampering);
      const authenticatorData = data(tampering, 0);
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
      return {
        ...named,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      };
    },
  };
}

/** Registers a passkey for a user, as the screen does. */
export async function aPasskey(
  person: Person,
  name = 'Laptop',
): Promise<SoftPasskey & { readonly recoveryCodes: readonly string[] }> {
  const device = softPasskey();
  // Load the library before the server's time limit for an answer begins, since loading is slow on a busy machine.
  await webAuthn();
  const { body } = await person.ask<{ challenge: string }>(contract.startPasskey);
  const added = await person.ask<{ recoveryCodes: string[] }>(contract.confirmPasskey, {
    name,
    passkey: device.create(body),
  });
  if (added.status !== 200) throw new Error(`The passkey was not added: ${added.status} ${added.problem}`);
  return { ...device, recoveryCodes: added.body.recoveryCodes };
}

/** Steps up by a passkey, as the dialog does. */
export async function stepUpBy(person: Person, device: SoftPasskey, tampering: Tampering = {}) {
  const { body } = await person.ask<{ challenge: string }>(contract.askPasskey);
  return person.ask(stepUp, { passkey: device.answer(body, tampering) });
}

/** Encodes the part of CBOR (RFC 8949) that passkeys use. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const entries = value instanceof Map ? [...value] : Object.entries(value as object);
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, inner]) => [cbor(key), cbor(inner)])]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
