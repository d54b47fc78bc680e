import type { Duty, Role } from '@mfuko/contract/endpoint';
import type { ReadTx, Tx } from '../database/database.ts';

/**
 * Actor: who is signed in, by the session's row on every request, never by what a client says; or the key of a school's own program, in
 * whose name stands what it records.
 */
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
  /** True in a school that takes desk calls from enrolled devices only. */
  readonly needsDevice?: boolean;
  /** True if sign-in asks this person for a second factor. */
  readonly hasFactor: boolean;
  /** Which kinds of it this person has, where it is not an authenticator alone. */
  readonly factors?: { readonly totp: boolean; readonly passkey: true };
  /** True if this session has proven it in the last ten minutes. */
  readonly steppedUp: boolean;
  /** When this session last proved it, or one of the same desk before it was locked; left out where none did. */
  readonly provenAt?: Date;
  /** True if the phone alone signs this person in, and they have not put aside what they were told of that. */
  readonly smsRisk?: boolean;
  /** True if this person has to set one up before anything else. */
  readonly factorDue: boolean;
  /** Device that has to sign each call of this session, which was unlocked there. */
  readonly boundTo?: string;
  /** True if it only hands in what was recorded without a network. */
  readonly outboxOnly?: boolean;
}

/** Signature: what a device says of a request, and what it has to be held against. */
export interface Signature {
  /** The `device` header. */
  readonly header: string;
  readonly deviceId: string;
  readonly method: string;
  /** With `/api`, without the query. */
  readonly path: string;
  /** Of the body, in hex. */
  readonly sha256: string;
  /** State: what the device tells of itself beside it (`device-state`), unsigned; null where it tells nothing. */
  readonly state: string | null;
}

/** Place: where the client says it is. Advisory: it never authorises anything. */
export interface Place {
  readonly longitude: number;
  readonly latitude: number;
}

/** A request that nobody needs to be signed in for. */
export interface RequestContext {
  readonly requestId: string;
  readonly place: Place | null;
  /** True if a browser sent it (`Sec-Fetch-Site` is there). */
  readonly fromBrowser: boolean;
  /** Checked already where somebody is signed in; null where the request names no device. */
  readonly signature: Signature | null;
  /** The address that it is counted for; null for this machine itself. */
  readonly caller: string | null;
  /** Name that the client gives itself (`User-Agent`); anybody can say anything there. */
  readonly agent: string | null;
  /** A cookie that came along. */
  cookie(name: string): string | undefined;
  /** Sets a header of the answer. */
  setHeader(name: string, value: string): void;
}

/** A request of a signed-in person that only looks: it has no way to write. */
export interface ReadCall extends RequestContext {
  readonly actor: Actor;
  /** The session token itself, for ending it and for telling it from others. */
  readonly token: string;
  /** The school acted on; the platform's nil id where the call is about no school. */
  readonly schoolId: string;
  /** Reads in a READ ONLY transaction of the call's school. */
  read<T>(work: (tx: ReadTx) => Promise<T>): Promise<T>;
}

/** A request of a signed-in person that records something. */
export interface Call extends ReadCall {
  readonly idempotencyKey: string | null;
  /** Id that the call has in common with its repeats under that key, and with no other call; null without a key. */
  readonly attempt: string | null;
  /**
   * Writes in an autonomous transaction of the call's school, which stands whatever becomes of the call and knows no
   * Idempotency-Key: for a try that is charged, an event that is claimed, a device that was seen.
   */
  autonomous<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Records in one transaction of the call's school, at most once for each Idempotency-Key: the answer is stored with
   * the key in the same transaction, and a repeat gets it again. Called at most once in a request. `begin` begins the first steps of the work, whose
   * statements go out together with the key; the work waits for them, and of a repeat they are undone.
   */
  record<T>(work: (tx: Tx) => Promise<T>, begin?: (tx: Tx) => void): Promise<T>;
  /** The same, for an Admin's call whose input names the school. */
  recordIn<T>(schoolId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Leaves the call with the stored answer, where the very same was answered under its Idempotency-Key since it was received: whatever differs from what it
   * expects may be its own doing. Returns where it was not, and where the key stands for anything else.
   */
  leaveIfAnswered(): Promise<void>;
}

/** Somebody who listens to a stream: they ask for nothing more, and record nothing. */
export type Listening = Pick<ReadCall, 'actor' | 'schoolId' | 'read'>;

/** One page of a list, and how many rows the whole filter has. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  /** Cents that the whole filter comes to, where its list adds them up and has no more than LONGEST_LIST rows. */
  readonly sum?: bigint | undefined;
}
