import { seal, type WireKey } from '@mfuko/contract/seal';
import type { Chances } from '../../../simulators/src/simulation/index.ts';
import { BODIES, FORMS, HEADERS, NASTY, QUERIES } from '../hostile.testkit.ts';
import { type Called, idFields } from './calls.ts';
import type { Cast, Member } from './cast.ts';
import { type PlausibleInput, pickFrom } from './plausible-input.ts';
import type { HostileRequest, RequestBuilder } from './request-builder.ts';

/** Kind of request: its share against the others, and how a call is turned into one. */
export interface RequestKind {
  readonly share: number;
  readonly make: (call: Called) => HostileRequest;
}

interface KindParts {
  readonly chances: Chances;
  readonly cast: Cast;
  readonly wire: WireKey;
  readonly input: PlausibleInput;
  readonly requests: RequestBuilder;
}

const ADDRESSES = [
  '/hooks/c2b/x/confirmation',
  '/hooks/stk/x',
  '/hooks/sms/x',
  '/api/health/ready',
  '/api/health/live',
  '/api/auth/bingDaily',
  '/api/../../etc/passwd',
  '/api/%2e%2e/%2e%2e/keys/master.key',
  '/%00',
  '/api//auth/me',
  '/api/student/getStudents/',
  '/.git/config',
  '/assets/../../package.json',
  '/api/docs',
];
const STRANGE_FIELDS = [
  ...['__proto__', 'constructor', 'role', 'schoolSYSID'],
  ...['balance', 'school_id', 'toString', '$where'],
];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'];
const TOKEN_LETTERS = 'abcdefghijABCDEFGHIJ0123456789';

/** Every kind of request of the attack. */
export function createRequestKinds(parts: KindParts): readonly RequestKind[] {
  const senders = createSenders(parts);
  return [
    ...inputKinds(parts, senders),
    ...carrierKinds(parts, senders),
    ...sessionKinds(parts, senders),
    ...addressKinds(parts, senders),
  ];
}

interface Senders {
  /** Any attacker, or nobody. */
  anyone(): Member | null;
  /** User who may see no other school: the platform's Admins may. */
  schoolBound(): Member;
}

function createSenders({ chances, cast }: KindParts): Senders {
  // Roles that may do most are drawn as often as all agents together, since agents are mostly refused.
  const crowd = cast.attackers.flatMap((each) => (each.role === 'CheckAgent' ? [each] : [each, each, each, each]));
  return {
    anyone: () => (chances.happens(8) ? null : pickFrom(chances, crowd)),
    schoolBound: () =>
      pickFrom(
        chances,
        crowd.filter(({ role }) => role !== 'Admin'),
      ),
  };
}

/** Kinds whose input is acceptable, or wrong in some field. */
function inputKinds({ chances, cast, input, requests }: KindParts, { anyone, schoolBound }: Senders): RequestKind[] {
  const pick = <T>(all: readonly T[]): T => pickFrom(chances, all);
  return [
    { share: 12, make: (call) => requests.build('plausible', anyone(), call, input(call)) },
    {
      share: 34,
      make(call) {
        const wrong = input(call);
        for (let times = chances.between(1, 2); times > 0; times--)
          wrong[pick([...Object.keys(wrong), 'input'])] = pick(NASTY);
        return requests.build('wrong field', anyone(), call, wrong);
      },
    },
    {
      share: 8,
      make(call) {
        const partial = input(call);
        for (const name of Object.keys(partial)) if (chances.happens(30)) delete partial[name];
        return requests.build('field left out', anyone(), call, partial);
      },
    },
    {
      share: 12,
      make(call) {
        const foreign = input(call);
        const id = pick(Object.values(cast.victim.ids));
        for (const name of idFields(call)) if (chances.happens(70)) foreign[name] = asIdField(call, name, id);
        return requests.build('foreign id', schoolBound(), call, foreign);
      },
    },
    {
      share: 4,
      make(call) {
        const name = pick(STRANGE_FIELDS);
        const more = Object.assign(Object.create(null) as object, input(call), { [name]: pick(NASTY) });
        return requests.build('strange field', anyone(), call, more);
      },
    },
  ];
}

/** Returns an id as the field takes it: alone, or in a list. */
export function asIdField(call: Called, name: string, id: unknown): unknown {
  return call.fields[name]?.type === 'array' ? [id] : id;
}

/** Kinds with a strange body or strange headers. */
function carrierKinds({ chances, input, requests }: KindParts, { anyone }: Senders): RequestKind[] {
  return [
    {
      share: 8,
      make(call) {
        const by = anyone();
        const [type, body] = pickFrom(chances, chances.happens(50) ? BODIES : FORMS);
        const headers = { ...requests.headersOf(by, call), 'content-type': type };
        return { kind: 'strange body', by, method: 'POST', target: `/api/${call.path}`, headers, body };
      },
    },
    {
      share: 6,
      make(call) {
        const by = anyone();
        const good = input(call);
        const headers = { ...requests.headersOf(by, call), ...pickFrom(chances, HEADERS) };
        return requests.build('strange header', by, call, good, headers);
      },
    },
  ];
}

/** Kinds whose session is forged, or of another school. */
function sessionKinds({ chances, cast, wire, input, requests }: KindParts, { schoolBound }: Senders): RequestKind[] {
  return [
    {
      share: 6,
      make(call) {
        const by = pickFrom(chances, cast.attackers);
        const headers = requests.headersOf(by, call);
        const forged = forgeTokens(chances, cast, wire, { token: by.token, sealed: String(headers.opToken) });
        const good = input(call);
        return requests.build('forged session', null, call, good, { ...headers, opToken: pickFrom(chances, forged) });
      },
    },
    {
      share: 5,
      make(call) {
        const by = schoolBound();
        const good = input(call);
        return requests.build('foreign school', by, call, good, {
          ...requests.headersOf(by, call),
          school: cast.victim.id,
        });
      },
    },
  ];
}

/** Forged session tokens: changed, cut, sealed under another name or key, of another user, or not sealed at all. */
function forgeTokens(
  chances: Chances,
  { victim }: Cast,
  wire: WireKey,
  { token, sealed }: { readonly token: string; readonly sealed: string },
): string[] {
  const at = chances.between(0, sealed.length - 1);
  return [
    `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`,
    sealed.slice(0, at),
    seal(wire, 'special-key', token),
    seal(wire, 'opToken', chances.letters(TOKEN_LETTERS, 43)),
    seal({ ...wire, key: wire.key.split('').reverse().join('') }, 'opToken', token),
    seal(wire, 'opToken', victim.ids.users ?? victim.id),
    token,
  ];
}

/** Kinds with a strange query, or to an address that the server does not have. */
function addressKinds({ chances, requests }: KindParts, { anyone }: Senders): RequestKind[] {
  const pick = <T>(all: readonly T[]): T => pickFrom(chances, all);
  return [
    {
      share: 3,
      make(call) {
        const by = anyone();
        const target = `/api/${call.path}?${pick(QUERIES)}`;
        const method = pick(METHODS);
        return { kind: 'strange query', by, method, target, headers: requests.headersOf(by, call), body: null };
      },
    },
    {
      share: 2,
      make(call) {
        const by = anyone();
        const target = pick(ADDRESSES);
        const method = pick(['GET', 'POST']);
        const headers = requests.headersOf(by, call);
        return { kind: 'no such address', by, method, target, headers, body: null };
      },
    },
  ];
}
