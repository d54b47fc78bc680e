import type { Endpoint } from '@mfuko/contract/endpoint';
import type { Actor, Signature } from './call.ts';

/** A call as its device signed it. */
export interface SignedCall {
  readonly endpoint: Endpoint;
  readonly actor: Actor;
  readonly schoolId: string;
  /** Null where it names no device. */
  readonly signature: Signature | null;
}
