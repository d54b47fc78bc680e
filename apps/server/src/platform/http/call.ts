import type { Duty, Role } from '@mfuko/contract/endpoint';
import type { ReadTx, Tx } from '../database/database.ts';

/**
 * User who makes a call, read from the session's row on every request, never from data of the client; or a school's own program, read
 * from its API key, under whose name its calls are recorded.
 */
export interface Actor {
  readonly userId: string;
  readonly role: Role;
  readonly duties: readonly Duty[];
  /** Phone number, which is the user name. */
  readonly userName: string;
  readonly names: string;
  /** School of the account; null for an Admin. */
  readonly schoolId: string | null;
  /** School that was found active together with the session, so that no further check is needed. */
  readonly openSchool?: string | null;
  /** True in a school that accepts desk calls from enrolled devices only. */
  readonly needsDevice?: boolean;
  /** True if this user signs in with a second factor. */
  readonly hasFactor: boolean;
  /** Kinds of second factor of this user; missing if it is none or an authenticator only. */
  readonly factors?: { readonly totp: boolean; readonly passkey: true };
  /** True if this session has proven the second factor in the last ten minutes. */
  readonly steppedUp: boolean;
  /** Time at which this session, or one of the same desk before it was locked, last proved the factor; missing if none did. */
  readonly provenAt?: Date;
  /** True if the phone alone signs this user in, and the user has not dismissed the warning about that. */
  readonly smsRisk?: boolean;
  /** True if this user has to set up a second factor before anything else. */
  readonly factorDue: boolean;
  /** Device on which this session was unlocked, and which has to sign each of its calls. */
  readonly boundTo?: string;
  /** True if this session may only submit events that were recorded offline. */
  readonly outboxOnly?: boolean;
}

/** Device signature of a request, with the values that the signature covers. */
export interface Signature {
  /** Value of the `device` header. */
  readonly header: string;
  readonly deviceId: string;
  readonly method: string;
  /** Path of the request with `/api`, without the query. */
  readonly path: string;
  /** SHA-256 of the body, in hex. */
  readonly sha256: string;
  /** State that the device reports in the `device-state` header, unsigned; null without that header. */
  readonly state: string | null;
  /** Marks that the device sends in the `device-continuity` header, unsigned; null without that header. */
  readonly continuity: string | null;
}

/** Position as reported by the client. Advisory only: a position never authorises anything. */
export interface Place {
  readonly longitude: number;
  readonly latitude: number;
}

/** Request that needs no sign-in. */
export interface RequestContext {
  readonly requestId: string;
  readonly place: Place | null;
  /** True if a browser sent the request (it has the header `Sec-Fetch-Site`). */
  readonly fromBrowser: boolean;
  /** Device signature, already verified where a user is signed in; null where the request names no device. */
  readonly signature: Signature | null;
  /** Address that the request is counted for; null for this machine itself. */
  readonly caller: string | null;
  /** Client's name from `User-Agent`, which the client can choose freely. */
  readonly agent: string | null;
  /** Returns a cookie of the request. */
  cookie(name: string): string | undefined;
  /** Sets a header of the response. */
  setHeader(name: string, value: string): void;
}

/** Request of a signed-in user that only reads: it offers no way to write. */
export interface ReadCall extends RequestContext {
  readonly actor: Actor;
  /** Session token, for ending the session and for distinguishing it from others. */
  readonly token: string;
  /** School acted on; the platform's nil id where the call is about no school. */
  readonly schoolId: string;
  /** Reads in a READ ONLY transaction of the call's school. */
  read<T>(work: (tx: ReadTx) => Promise<T>): Promise<T>;
}

/** Request of a signed-in user that records something. */
export interface Call extends ReadCall {
  readonly idempotencyKey: string | null;
  /** Id that the call shares with its repeats under the same key and with no other call; null without a key. */
  readonly attempt: string | null;
  /**
   * Writes in an autonomous transaction of the call's school, which is independent of the call's outcome and of its
   * Idempotency-Key: to charge a try, to claim an event, to record that a device was seen.
   */
  autonomous<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Records in one transaction of the call's school, at most once per Idempotency-Key: the answer is stored with the key in the
   * same transaction, and a repeat gets the stored answer. May be called at most once in a request. `begin` starts the first
   * steps of the work, so that their statements are pipelined with the claim of the key; `work` awaits them, and in a repeat
   * they are rolled back.
   */
  record<T>(work: (tx: Tx) => Promise<T>, begin?: (tx: Tx) => void): Promise<T>;
  /** Records like `record`, for an Admin's call whose input names the school. */
  recordIn<T>(schoolId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Ends the call with the stored answer if the same call has been answered under its Idempotency-Key since this one was
   * received: an unexpected state may then be its own effect. Returns if there is no such answer, or if the key belongs to
   * another call.
   */
  leaveIfAnswered(): Promise<void>;
}

/** Context of a stream's listener, which can read but not record. */
export type Listening = Pick<ReadCall, 'actor' | 'schoolId' | 'read'>;

/** Page of a list, with the number of rows of the whole filter. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** Sum of the whole filter in cents, for lists with a sum and at most MAX_LIST_ROWS rows. */
  readonly sum?: bigint | undefined;
}
