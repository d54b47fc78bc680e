/**
 * Every refusal that the API gives, with its HTTP status. The keys are stable and machine-readable: clients branch
 * on them, so a key is never renamed or reused.
 */
export const PROBLEM_STATUS = {
  'input.malformed': 400,
  'input.too-large': 413,
  'client.unrecognised': 403,
  'session.none': 401,
  'session.wrong-code': 401,
  'session.parent': 403,
  'session.role': 403,
  'session.school': 403,
  'session.too-many-codes': 429,
  'session.resend-too-soon': 429,
  'idempotency.other-input': 409,
  'call.unknown': 404,
  'school.not-found': 404,
  'school.suspended': 403,
  'school.duplicate': 409,
  'school.bad-logo': 400,
  'school.in-use': 409,
  'class.not-found': 404,
  'class.duplicate': 409,
  'class.in-use': 409,
  'user.not-found': 404,
  'user.duplicate-phone': 409,
  'user.not-signed-in-user': 403,
  'user.self': 409,
  'user.last-admin': 409,
  'user.role-fixed': 409,
  'profile.wrong-code': 422,
  'student.not-found': 404,
  'student.duplicate': 409,
  'student.weak-pin': 422,
  'student.no-pin': 422,
  'student.in-use': 409,
  'student.inside': 409,
  'student.aboard': 409,
  'guardian.duplicate': 409,
  'guardian.not-found': 404,
  'pin.wrong': 422,
  'pin.locked': 423,
  'pin.too-many-misses': 429,
  'fingerprint.bad-image': 400,
  'fingerprint.low-quality': 422,
  'fingerprint.duplicate': 409,
  'fingerprint.replayed': 422,
  'fingerprint.no-consent': 422,
  'fingerprint.not-enrolled': 422,
  'fingerprint.no-match': 422,
  'fingerprint.held': 423,
  'fingerprint.full': 409,
  'fingerprint.ambiguous': 422,
  'device.not-found': 404,
  'device.duplicate': 409,
  'device.wrong-role': 403,
  'device.revoked': 403,
  'gate.already-in': 409,
  'gate.not-in': 409,
  'bus.not-found': 404,
  'bus.duplicate': 409,
  'bus.already-aboard': 409,
  'bus.not-aboard': 409,
  'oddity.not-found': 404,
  'oddity.settled': 409,
  'offline.too-old': 422,
  'offline.unreadable': 422,
  'wallet.insufficient-funds': 422,
  'wallet.over-limit': 422,
  'wallet.receipt-not-found': 404,
  'wallet.same-person': 422,
  'wallet.already-reversed': 409,
  'wallet.not-reversible': 422,
  'menu.not-found': 404,
  'menu.duplicate': 409,
  'canteen.over-quantity': 422,
  'canteen.closed': 422,
  'item.not-found': 404,
  'item.over-quantity': 422,
  'item.in-use': 409,
  'server.busy': 503,
  'server.too-many-requests': 429,
  'server.fault': 500,
} as const satisfies Record<string, number>;

export type Problem = keyof typeof PROBLEM_STATUS;

/** The body of every refusal. `code` is the HTTP status as text. */
export interface ProblemBody {
  readonly code: string;
  readonly message: string;
  readonly problem: Problem;
  readonly detail?: Record<string, unknown>;
}

/** A field that is wrong, and why, in words fit to show. */
export type FieldProblems = Record<string, string>;
