import type { Endpoint } from '@mfuko/contract/endpoint';
import type { Actor, Signature } from './call.ts';

/** Call with its device's signature. */
export interface SignedCall {
  readonly endpoint: Endpoint;
  readonly actor: Actor;
  readonly schoolId: string;
  /** Null where the call names no device. */
  readonly signature: Signature | null;
}
