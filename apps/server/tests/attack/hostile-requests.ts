import { randomUUID } from 'node:crypto';
import { seal, type WireKey } from '@mfuko/contract/seal';
import type { Chances } from '../../../simulators/src/simulation/index.ts';
import { BODIES, FORMS, HEADERS, NASTY, QUERIES } from '../hostile.testkit.ts';
import { type Called, type Described, idFields } from './calls.ts';
import type { Cast, Member } from './cast.ts';

/** One request of the attack. */
export interface HostileRequest {
  readonly kind: string;
  /** Sender; null where nobody is signed in. */
  readonly by: Member | null;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string | Buffer | null;
}

/** Share of each kind, against the others. */
const KINDS: Readonly<Record<string, number>> = {
  plausible: 12,
  'wrong field': 34,
  'field left out': 8,
  'foreign id': 12,
  'strange field': 4,
  'strange body': 8,
  'strange header': 6,
  'forged session': 6,
  'foreign school': 5,
  'strange query': 3,
  'no such address': 2,
};

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

const PEOPLE = ['names', 'name', 'firstName', 'lastNames', 'contactName', 'OfficialName', 'ShortName'];

/** Makes request after request, the same ones for the same chances and cast. */
export function openHostileRequests(chances: Chances, calls: readonly Called[], cast: Cast, wire: WireKey) {
  const pick = <T>(all: readonly T[]): T => all[chances.between(0, all.length - 1)] as T;
  const kinds = Object.entries(KINDS).flatMap(([kind, weight]) => Array<string>(weight).fill(kind));
  const ownIds = Object.values(cast.own.ids);
  let sent = 0;

  /** Input that the call might accept, in the attackers' own school. */
  const oneFor = (name: string, schema: Described, known: Readonly<Record<string, unknown>>): unknown => {
    if (name in known && !chances.happens(15)) return known[name];
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return pick(schema.enum);
    if (schema.anyOf?.[0]) return oneFor('', pick(schema.anyOf), known);
    if (schema.format === 'uuid' || /sysid$/i.test(name)) return pick(ownIds);
    if (schema.type === 'array') return schema.items ? [oneFor('', schema.items, known)] : [];
    if (schema.type === 'integer' || schema.type === 'number')
      return Math.max(schema.minimum ?? 0, chances.between(1, 9));
    if (schema.type === 'boolean') return chances.happens(50);
    if (schema.type === 'object')
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([inner, each]) => [inner, oneFor(inner, each, known)]),
      );
    if (PEOPLE.includes(name)) return `Jina ${chances.letters('abcdefghij', 6)}`;
    if (/date|from|to$|at$/i.test(name)) return '2026-03-01T00:00:00Z';
    if (/pin|otp|code/i.test(name)) return '482913';
    if (/amount|price|float|count|left|below|limit|quantity/i.test(name)) return '10';
    return pick(['1', '12', '10', chances.letters('abcdefghij', 8)]);
  };

  /** Input: every field that must be there, and some of the others. */
  const plausible = (call: Called, others = 35): Record<string, unknown> => {
    const phone = `2541${chances.letters('0123456789', 8)}`;
    const known = {
      ...{
        admissionNumber: pick(cast.own.students),
        pin: '12345678',
        amount: chances.between(1, 20),
        mobileNumber: phone,
      },
      ...{
        phoneNumber: phone,
        email: 'a@example.com',
        password: 'mlango-wa-shule',
        confirmPassword: 'mlango-wa-shule',
      },
      ...{ studentSYSID: cast.own.ids.students, classSYSID: cast.own.ids.classes, schoolSYSID: cast.own.id },
      ...{
        userName: seal(wire, 'userName', phone),
        page: 1,
        pageSize: 20,
        className: `Grade ${chances.between(1, 99)}`,
      },
    };
    const named = Object.entries(call.fields).filter(
      ([name]) => call.required.includes(name) || chances.happens(others),
    );
    return Object.fromEntries(named.map(([name, schema]) => [name, oneFor(name, schema, known)]));
  };

  const headersOf = (by: Member | null, call: Called): Record<string, string | string[]> => ({
    'special-key': seal(wire, 'special-key', JSON.stringify({ v: 'attack', n: String(++sent), ts: 0 })),
    ...{ long: '36.82', lat: '-1.29' },
    ...(by ? { opToken: seal(wire, 'opToken', by.token) } : {}),
    ...(by?.role === 'Admin' && call.takesSchool ? { school: cast.own.id } : {}),
    ...(chances.happens(30) ? { 'idempotency-key': chances.letters('abcdef', 20) } : {}),
  });

  /** Request: the input as the method carries it. */
  const carry = (
    kind: string,
    by: Member | null,
    call: Called,
    input: object,
    headers = headersOf(by, call),
  ): HostileRequest => {
    const target = `/api/${call.path}`;
    if (call.method === 'GET')
      return { kind, by, method: 'GET', target: `${target}?${asQuery(input)}`, headers, body: null };
    const json = { ...headers, 'content-type': 'application/json' };
    return { kind, by, method: 'POST', target, headers: json, body: asJson(input) };
  };

  // Roles that may do most are drawn as often as all agents together, since agents are mostly refused.
  const crowd = cast.attackers.flatMap((each) => (each.role === 'CheckAgent' ? [each] : [each, each, each, each]));
  const whoever = (): Member | null => (chances.happens(8) ? null : pick(crowd));
  /** Users who may see no other school: the platform's Admins may. */
  const schoolBound = (): Member => pick(crowd.filter(({ role }) => role !== 'Admin'));

  const spoil: Readonly<Record<string, (call: Called) => HostileRequest>> = {
    plausible: (call) => carry('plausible', whoever(), call, plausible(call)),
    'wrong field': (call) => {
      const input = plausible(call);
      for (let times = chances.between(1, 2); times > 0; times--)
        input[pick([...Object.keys(input), 'input'])] = pick(NASTY);
      return carry('wrong field', whoever(), call, input);
    },
    'field left out': (call) => {
      const input = plausible(call);
      for (const name of Object.keys(input)) if (chances.happens(30)) delete input[name];
      return carry('field left out', whoever(), call, input);
    },
    'foreign id': (call) => {
      const input = plausible(call);
      const id = pick(Object.values(cast.victim.ids));
      for (const name of idFields(call))
        if (chances.happens(70)) input[name] = call.fields[name]?.type === 'array' ? [id] : id;
      return carry('foreign id', schoolBound(), call, input);
    },
    'strange field': (call) => {
      const name = pick([
        '__proto__',
        'constructor',
        'role',
        'schoolSYSID',
        'balance',
        'school_id',
        'toString',
        '$where',
      ]);
      const input = Object.assign(Object.create(null) as object, plausible(call), { [name]: pick(NASTY) });
      return carry('strange field', whoever(), call, input);
    },
    'strange body': (call) => {
      const by = whoever();
      const [type, body] = pick(chances.happens(50) ? BODIES : FORMS);
      const headers = { ...headersOf(by, call), 'content-type': type };
      return { kind: 'strange body', by, method: 'POST', target: `/api/${call.path}`, headers, body };
    },
    'strange header': (call) => {
      const by = whoever();
      return carry('strange header', by, call, plausible(call), { ...headersOf(by, call), ...pick(HEADERS) });
    },
    'forged session': (call) => {
      const by = pick(cast.attackers);
      const headers = headersOf(by, call);
      const good = String(headers.opToken);
      const at = chances.between(0, good.length - 1);
      const forged = [
        `${good.slice(0, at)}${good[at] === 'A' ? 'B' : 'A'}${good.slice(at + 1)}`,
        good.slice(0, at),
        seal(wire, 'special-key', by.token),
        seal(wire, 'opToken', chances.letters('abcdefghijABCDEFGHIJ0123456789', 43)),
        seal({ ...wire, key: wire.key.split('').reverse().join('') }, 'opToken', by.token),
        seal(wire, 'opToken', cast.victim.ids.users ?? cast.victim.id),
        by.token,
      ];
      return carry('forged session', null, call, plausible(call), { ...headers, opToken: pick(forged) });
    },
    'foreign school': (call) => {
      const by = schoolBound();
      return carry('foreign school', by, call, plausible(call), { ...headersOf(by, call), school: cast.victim.id });
    },
    'strange query': (call) => {
      const by = whoever();
      const target = `/api/${call.path}?${pick(QUERIES)}`;
      const method = pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']);
      return { kind: 'strange query', by, method, target, headers: headersOf(by, call), body: null };
    },
    'no such address': (call) => {
      const by = whoever();
      const target = pick(ADDRESSES);
      return {
        kind: 'no such address',
        by,
        method: pick(['GET', 'POST']),
        target,
        headers: headersOf(by, call),
        body: null,
      };
    },
  };

  return {
    next(): HostileRequest {
      const hostile = spoil[pick(kinds)]?.(pick(calls));
      if (!hostile) throw new TypeError('a kind without a maker');
      return hostile;
    },
    /** Ids of the victim for each id field of each call: those of the named tables, and two more in turn. */
    *foreignIds(tables: readonly string[]): Generator<HostileRequest> {
      const others = Object.values(cast.victim.ids);
      let turn = 0;
      for (const call of calls) {
        for (const name of idFields(call)) {
          const ids = [
            ...tables.flatMap((table) => cast.victim.ids[table] ?? []),
            pick(others),
            others[turn++ % others.length],
          ];
          for (const id of new Set(ids)) {
            const input = plausible(call, 0);
            yield carry('foreign id', cast.attackers[1] ?? null, call, {
              ...input,
              [name]: call.fields[name]?.type === 'array' ? [id] : id,
            });
          }
        }
      }
    },
  };
}

/** A key that no call has used before. */
export function aKey(): string {
  return randomUUID();
}

function asQuery(input: object): string {
  const fields = Object.entries(input).map(([name, value]) => [name, textOf(value)]);
  return new URLSearchParams(fields).toString().slice(0, 12_000);
}

function textOf(value: unknown): string {
  if (typeof value !== 'object') return String(value);
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // Made so that it cannot be written down.
    return '{';
  }
}

function asJson(input: object): string {
  const text = textOf(input);
  return text.length > 60_000 ? text.slice(0, 60_000) : text;
}
