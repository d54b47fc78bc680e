import { z } from 'zod';
import type { Scope } from './scopes.ts';

export const ROLES = ['Admin', 'SchoolAdmin', 'CheckAgent'] as const;
export type Role = (typeof ROLES)[number];

/** Duties that a CheckAgent can be assigned. The other roles may perform all duties in their school. */
export const DUTIES = ['gate', 'canteen', 'bus', 'cashier'] as const;
export type Duty = (typeof DUTIES)[number];

/**
 * Callers that may make a call:
 * - `open`: anybody, without any of our headers;
 * - `client`: anybody with a valid `special-key`;
 * - `program`: a school's own program with a key of the call's `scope` (headers `appId` and `token`), and nobody else;
 * - otherwise a signed-in person of one of `roles`, or a CheckAgent with one of `duties` (`any`: regardless of duty).
 */
export type Access =
  | 'open'
  | 'client'
  | 'program'
  | { readonly roles: readonly Role[]; readonly duties?: readonly Duty[] | 'any' };

export type Kind = 'read' | 'list' | 'record' | 'stream' | 'file';

/**
 * Endpoint: one call of the API, as shared by client and server. The input is the query, the form fields and the JSON body merged (the
 * body wins); file parts arrive as `UploadedFile` under their part's name.
 */
export interface Endpoint<
  In extends z.ZodType = z.ZodType,
  Out extends z.ZodType = z.ZodType,
  K extends Kind = Kind,
  A extends Access = Access,
> {
  /** Path below `/api`, without a leading slash: `school/createClass`. */
  readonly path: string;
  readonly methods: readonly ('GET' | 'POST')[];
  readonly access: A;
  /**
   * `required` if the call acts inside one school. An Admin then names the school in the `school` header, which says nothing for `none`
   * except where `schoolField` reads it.
   */
  readonly school: 'required' | 'none' | 'optional';
  /**
   * `list` answers an array and `X-Total-Count`; `record` writes and honours `Idempotency-Key`; `stream` answers server-sent events whose
   * data `output` describes; `file` answers the bytes of a file.
   */
  readonly kind: K;
  readonly input: In;
  readonly output: Out;
  /** Names of multipart file parts; the call then also accepts `multipart/form-data` with files. */
  readonly files?: readonly string[];
  /** The call may take minutes, so client and server use a longer timeout. */
  readonly slow?: true;
  /** Reason why the body may be larger than that of other calls (`largestBody`), apart from files. */
  readonly body?: 'picture' | 'batch';
  /** Requires `auth/stepUp` of every caller with a second factor, and in production of all callers; otherwise 403 `session.step-up`. */
  readonly stepUp?: true;
  /** Input fields that make the call require step-up; without them the call needs none. */
  readonly stepUpWith?: readonly string[];
  /** For a list of students: requires step-up for more than `MAX_UNPROVEN_ROWS` rows at once, unless all rows are of one class. */
  readonly stepUpWhole?: true;
  /** Open to people who have yet to set up a second factor; all their other calls are 403 `session.factor-due`. */
  readonly withoutFactor?: true;
  /** Open to a session that may only upload offline records; all its other calls are 403 `session.sign-in-due`. */
  readonly outbox?: true;
  /** Not logged among the visits of the platform's Admins, since the call shows nothing of the school, or only these visits. */
  readonly unvisited?: true;
  /**
   * Names the input field of a reading call that identifies the school. The call is logged as an Admin's visit, like one with the
   * `school` header.
   */
  readonly visits?: 'schoolSYSID' | 'sysid';
  /** Names the input field that identifies the school; where a request leaves it out, the `school` header stands for it. */
  readonly schoolField?: 'schoolSYSID' | 'sysid';
  /** For a list of money: `X-Total-Amount` is the sum in KES over the whole filter, up to `MAX_LIST_ROWS` rows. */
  readonly sums?: true;
  /** Opens one student's record, named by `sysid` or `admissionNumber`; the access is logged with the caller. */
  readonly opens?: 'student';
  /** Scope that the key of a program needs for the call. */
  readonly scope?: Scope;
}

/** Maximum page size that `stepUpWhole` lets pass: larger than any class, smaller than any school. */
export const MAX_UNPROVEN_ROWS = 100;
/** Maximum size in bytes of a body without file, picture or batch. */
export const SMALL_BODY = 16 * 1024;
/** Maximum size in bytes of any other body: a fingerprint image of 2 MB in base64, a batch of encrypted images, a form with files. */
export const LARGE_BODY = 4 * 1024 * 1024;
/** Maximum number of fields in a body, nested ones included; for a batch, in all its events together. */
export const MAX_KEYS = 1_000;
export const MAX_BATCH_KEYS = 10_000;
/** Maximum nesting depth of a body; the body itself is the first level. */
export const MAX_BODY_DEPTH = 16;

/** Returns the maximum size in bytes of the call's body; a larger one is 413 `input.too-large`. */
export function largestBody({ files, body }: Pick<Endpoint, 'files' | 'body'>): number {
  return files || body ? LARGE_BODY : SMALL_BODY;
}

/** A file part of a multipart request, held in memory (the server limits its size). */
export interface UploadedFile {
  readonly filename: string;
  readonly mimetype: string;
  readonly bytes: Uint8Array;
}

export type InputOf<E extends Endpoint> = z.output<E['input']>;
/** Request type as a client may send it: amounts as number or text, defaulted fields optional. */
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
    | 'schoolField'
    | 'opens'
    | 'scope'
  >
>;

/** Declares a call that only reads. GET unless `methods` says otherwise. */
export function read<In extends z.ZodType, Out extends z.ZodType, A extends Access>(
  path: string,
  shape: Shape<In, Out, A>,
): Endpoint<In, Out, 'read', A> {
  return { path, methods: ['GET'], school: 'required', kind: 'read', ...shape };
}

/** Declares a list. Both GET and POST are accepted, unless the specification names a method. `output` describes one row. */
export function list<In extends z.ZodType, Out extends z.ZodType, A extends Access>(
  path: string,
  shape: Shape<In, Out, A>,
): Endpoint<In, Out, 'list', A> {
  return { path, methods: ['GET', 'POST'], school: 'required', kind: 'list', ...shape };
}

/** Declares a call that writes: POST only. */
export function record<In extends z.ZodType, Out extends z.ZodType, A extends Access>(
  path: string,
  shape: Shape<In, Out, A>,
): Endpoint<In, Out, 'record', A> {
  return { path, methods: ['POST'], school: 'required', kind: 'record', ...shape };
}

/** Declares a call that answers server-sent events for as long as the client listens. */
export function stream<In extends z.ZodType, Out extends z.ZodType, A extends Access>(
  path: string,
  shape: Shape<In, Out, A>,
): Endpoint<In, Out, 'stream', A> {
  return { path, methods: ['GET'], school: 'required', kind: 'stream', ...shape };
}

const wholeFile = z.custom<UploadedFile>();

/** Declares a call that answers a file. The call writes nothing, though it uses POST if it takes a file itself. */
export function file<In extends z.ZodType, A extends Access>(
  path: string,
  shape: Omit<Shape<In, typeof wholeFile, A>, 'output'>,
): Endpoint<In, typeof wholeFile, 'file', A> {
  return { path, methods: ['GET'], school: 'required', kind: 'file', output: wholeFile, ...shape };
}

/** Access for the two roles that run a school. */
export const SCHOOL_STAFF = { roles: ['Admin', 'SchoolAdmin'] } as const satisfies Access;
/** Access for the platform's operators. */
export const ADMIN = { roles: ['Admin'] } as const satisfies Access;
/** Access for everybody who is signed in. */
export const EVERYBODY = { roles: ['Admin', 'SchoolAdmin'], duties: 'any' } as const satisfies Access;
/** Returns access for a school's staff and for CheckAgents assigned one of `duties`. */
export function onDuty(...duties: Duty[]): Access {
  return { roles: ['Admin', 'SchoolAdmin'], duties };
}

/** Schema of a required file part; `missing` is the message if the part is missing (`fieldMessage`). */
export function uploadedFile(missing: string): z.ZodType<UploadedFile> {
  // JSON cannot carry bytes, so only an uploaded part passes.
  return z.custom<UploadedFile>(
    (part) => typeof part === 'object' && part !== null && 'bytes' in part && ArrayBuffer.isView(part.bytes),
    missing,
  );
}
