import type { Endpoint } from '@mfuko/contract/endpoint';
import type { Actor } from './call.ts';

/** A call as its device signed it. */
export interface SignedCall {
  readonly endpoint: Endpoint;
  readonly actor: Actor;
  readonly schoolId: string;
  /** The `device` header; undefined where there is none. */
  readonly device: string | undefined;
  readonly method: string;
  /** With `/api`, without the query. */
  readonly path: string;
  /** Of the body, in hex. */
  readonly sha256: string;
}
