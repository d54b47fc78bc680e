import type { Endpoint } from '@mfuko/contract/endpoint';
import type { Tx } from '../database/database.ts';
import type { Actor, Signature } from './call.ts';
import type { Refusal } from './refusal.ts';

/** Call with its device's signature. */
export interface SignedCall {
  readonly endpoint: Endpoint;
  readonly actor: Actor;
  readonly schoolId: string;
  /** Null where the call names no device. */
  readonly signature: Signature | null;
  /** Token of the session that makes the call. */
  readonly token: string;
  readonly requestId: string;
}

/**
 * Verifies and consumes a call's signature. Returns a refusal where the transaction has to be committed all the same; throws all others.
 */
export type SignatureCheck = (tx: Tx) => Promise<Refusal | null>;
