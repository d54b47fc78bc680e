import { z } from 'zod';
import type { Scope } from './scopes.ts';

export const ROLES = ['Admin', 'SchoolAdmin', 'CheckAgent'] as const;
export type Role = (typeof ROLES)[number];

/** Duties: what a CheckAgent is put to. The other roles may do all of these in their school. */
export const DUTIES = ['gate', 'canteen', 'bus', 'cashier'] as const;
export type Duty = (typeof DUTIES)[number];

/**
 * Roles that may make a call:
 * - `open`: anybody, without a header of ours;
 * - `client`: anybody with a `special-key` that opens;
 * - `program`: a school's own program with a key of the call's `scope` (headers `appId` and `token`), and nobody else;
 * - otherwise a signed-in person of one of `roles`, or a CheckAgent with one of `duties` (`any`: whatever their duty).
 */
export type Access =
  | 'open'
  | 'client'
  | 'program'
  | { readonly roles: readonly Role[]; readonly duties?: readonly Duty[] | 'any' };

export type Kind = 'read' | 'list' | 'record' | 'stream' | 'file';

/**
 * One call of the API, as both sides know it. The input is the query, the form fields and the JSON body merged
 * (the body wins); file parts come as `UploadedFile` under their part's name.
 */
export interface Endpoint<
  In extends z.ZodType = z.ZodType,
  Out extends z.ZodType = z.ZodType,
  K extends Kind = Kind,
  A extends Access = Access,
> {
  /** Below `/api`, without a leading slash: `school/createClass`. */
  readonly path: string;
  readonly methods: readonly ('GET' | 'POST')[];
  readonly access: A;
  /** True if the call acts inside one school. An Admin then names it in the `school` header. */
  readonly school: 'required' | 'none' | 'optional';
  /**
   * `list` answers an array and `X-Total-Count`; `record` changes something and honours `Idempotency-Key`; `stream`
   * answers server-sent events, of which `output` describes the data; `file` answers the bytes of a file.
   */
  readonly kind: K;
  readonly input: In;
  readonly output: Out;
  /** Names of multipart file parts; the call then also accepts `multipart/form-data` with files. */
  readonly files?: readonly string[];
  /** It may take minutes: client and server wait longer than for other calls. */
  readonly slow?: true;
  /** Body: why it may be larger than that of other calls (`largestBody`), besides files. */
  readonly body?: 'picture' | 'batch';
  /** Needs `auth/stepUp` of whoever has a second factor, and in production of everybody; else 403 `session.step-up`. */
  readonly stepUp?: true;
  /** Input fields with which the call needs it: what it does without them needs none. */
  readonly stepUpWith?: readonly string[];
  /** Of a list of students: needs it for more than `MOST_UNPROVEN_ROWS` at once, unless they are of one class. */
  readonly stepUpWhole?: true;
  /** Open to people who have to set up a second factor first; all else of theirs is 403 `session.factor-due`. */
  readonly withoutFactor?: true;
  /** Open to a session that only hands in what was recorded without a network; all else of it is 403 `session.sign-in-due`. */
  readonly outbox?: true;
  /** Not noted among the visits of the platform's Admins: it tells nothing of the school, or of these visits alone. */
  readonly unvisited?: true;
  /** Names the field of a looking call's input that tells whose school it looks into: an Admin's visit, as one by the `school` header. */
  readonly visits?: 'schoolSYSID' | 'sysid';
  /** Of a list of money: `X-Total-Amount` says what the amounts of the whole filter come to in KES, up to `LONGEST_LIST` rows. */
  readonly sums?: true;
  /** Opens one student's record, named by `sysid` or `admissionNumber`: who did so is noted. */
  readonly opens?: 'student';
  /** Of a call for programs: what their key has to be for. */
  readonly scope?: Scope;
}

/** The most rows of a page that `stepUpWhole` lets pass: a class with room to spare, and no school. */
export const MOST_UNPROVEN_ROWS = 100;
/** The most bytes of a body without file, picture or batch. */
export const SMALL_BODY = 16 * 1024;
/** The most bytes of any other: a finger's picture of 2 MB in base64, a batch of sealed ones, a form with files. */
export const LARGE_BODY = 4 * 1024 * 1024;
/** The most fields in a body with all that is nested in it; of a batch, in its events together. */
export const MOST_KEYS = 1_000;
export const MOST_BATCH_KEYS = 10_000;
/** Deepest nesting of a body, which itself is the first level. */
export const DEEPEST_BODY = 16;

/** The most bytes that the body of a call may have; above that it is 413 `input.too-large`. */
export function largestBody({ files, body }: Pick<Endpoint, 'files' | 'body'>): number {
  return files || body ? LARGE_BODY : SMALL_BODY;
}

/** A file part of a multipart request, held in memory (caps are the server's). */
export interface UploadedFile {
  readonly filename: string;
  readonly mimetype: string;
  readonly bytes: Uint8Array;
}

export type InputOf<E extends Endpoint> = z.output<E['input']>;
/** Request: what a client may send: amounts as number or text, left-out fields with their defaults. */
export type RequestOf<E extends Endpoint> = z.input<E['input']>;
export type AnswerOf<E extends Endpoint> = z.output<E['output']>;

type Shape<In extends z.ZodType, Out extends z.ZodType, A extends Access> = {
  readonly access: A;
  readonly input: In;
  readonly output: Out;
} & Partial<
  Pick<
    Endpoint,
    | 'methods'
    | 'school'
    | 'files'
    | 'slow'
    | 'body'
    | 'stepUp'
    | 'stepUpWith'
    | 'stepUpWhole'
    | 'sums'
    | 'withoutFactor'
    | 'outbox'
    | 'unvisited'
    | 'visits'
    | 'opens'
    | 'scope'
  >
>;

/** A call that only looks. GET unless `methods` says otherwise. */
export function read<In extends z.ZodType, Out extends z.ZodType, A extends Access>(
  path: string,
  shape: Shape<In, Out, A>,
): Endpoint<In, Out, 'read', A> {
  return { path, methods: ['GET'], school: 'required', kind: 'read', ...shape };
}

/** A list; where the specification names no method both GET and POST are answered. `output` describes one row. */
export function list<In extends z.ZodType, Out extends z.ZodType, A extends Access>(
  path: string,
  shape: Shape<In, Out, A>,
): Endpoint<In, Out, 'list', A> {
  return { path, methods: ['GET', 'POST'], school: 'required', kind: 'list', ...shape };
}

/** A call that records something: POST only. */
export function record<In extends z.ZodType, Out extends z.ZodType, A extends Access>(
  path: string,
  shape: Shape<In, Out, A>,
): Endpoint<In, Out, 'record', A> {
  return { path, methods: ['POST'], school: 'required', kind: 'record', ...shape };
}

/** A call that is answered for as long as its caller listens, by server-sent events. */
export function stream<In extends z.ZodType, Out extends z.ZodType, A extends Access>(
  path: string,
  shape: Shape<In, Out, A>,
): Endpoint<In, Out, 'stream', A> {
  return { path, methods: ['GET'], school: 'required', kind: 'stream', ...shape };
}

const wholeFile = z.custom<UploadedFile>();

/** A call that answers a file. It changes nothing, though it is posted where it takes a file itself. */
export function file<In extends z.ZodType, A extends Access>(
  path: string,
  shape: Omit<Shape<In, typeof wholeFile, A>, 'output'>,
): Endpoint<In, typeof wholeFile, 'file', A> {
  return { path, methods: ['GET'], school: 'required', kind: 'file', output: wholeFile, ...shape };
}

/** Access of the two roles that run a school. */
export const SCHOOL_STAFF = { roles: ['Admin', 'SchoolAdmin'] } as const satisfies Access;
/** Access of the platform's operators. */
export const ADMIN = { roles: ['Admin'] } as const satisfies Access;
/** Access of everybody who is signed in. */
export const EVERYBODY = { roles: ['Admin', 'SchoolAdmin'], duties: 'any' } as const satisfies Access;
/** Access of a school's staff and of CheckAgents put to `duties`. */
export function onDuty(...duties: Duty[]): Access {
  return { roles: ['Admin', 'SchoolAdmin'], duties };
}

/** A file part that must be there; `missing` is the message for one that is not (`fieldMessage`). */
export function uploadedFile(missing: string): z.ZodType<UploadedFile> {
  // JSON holds no bytes, so only a part that was uploaded passes.
  return z.custom<UploadedFile>(
    (part) => typeof part === 'object' && part !== null && 'bytes' in part && ArrayBuffer.isView(part.bytes),
    missing,
  );
}
