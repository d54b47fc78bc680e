import type { Duty, Role } from '@mfuko/contract/endpoint';
import type { Tx } from '../database.ts';

/** Who is signed in. Comes from the session's row on every request, never from what a client says. */
export interface Actor {
  readonly userId: string;
  readonly role: Role;
  readonly duties: readonly Duty[];
  /** The phone number, which is the user name. */
  readonly userName: string;
  readonly names: string;
  /** The account's own school; null for an Admin. */
  readonly schoolId: string | null;
  /** A school that was found there and open along with the session, so that nobody need ask again. */
  readonly openSchool?: string | null;
}

/** Where the client says it is. Advisory: it never authorises anything. */
export interface Place {
  readonly longitude: number;
  readonly latitude: number;
}

/** A request that nobody needs to be signed in for. */
export interface Visit {
  readonly requestId: string;
  readonly place: Place | null;
  /** Whether a browser sent it (`Sec-Fetch-Site` is there). */
  readonly fromBrowser: boolean;
  /** Sets a header of the answer. */
  setHeader(name: string, value: string): void;
}

/** A request of a signed-in person. */
export interface Call extends Visit {
  readonly actor: Actor;
  /** The school acted on; the platform's nil id where the call is about no school. */
  readonly schoolId: string;
  readonly idempotencyKey: string | null;
  /** The session token itself, for ending it. */
  readonly token: string;
  /** Reads in a transaction of the call's school. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Records in one transaction of the call's school, at most once for each Idempotency-Key: the answer is stored with
   * the key in the same transaction, and a repeat gets it again. Called at most once in a request.
   */
  record<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same, for an Admin's call whose input names the school. */
  recordIn<T>(schoolId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** Somebody who listens to a stream: they ask for nothing more, and record nothing. */
export type Listening = Pick<Call, 'actor' | 'schoolId' | 'read'>;

/** One page of a list, and how many rows the whole filter has. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}
