import { seal, type WireKey } from '@mfuko/contract/seal';
import type { Chances } from '../../../simulators/src/simulation/index.ts';
import type { Called, Described } from './calls.ts';
import type { Cast } from './cast.ts';

/** Names of fields that hold a name of a person or a school. */
const NAME_FIELDS = ['names', 'name', 'firstName', 'lastNames', 'contactName', 'OfficialName', 'ShortName'];
/** Percentage of known fields that get a value by their type all the same. */
const BY_TYPE_PERCENT = 15;

type Known = Readonly<Record<string, unknown>>;

/** Returns input that a call might accept, in the attackers' own school: every required field, and `others` percent of the rest. */
export type PlausibleInput = (call: Called, others?: number) => Record<string, unknown>;

export function createPlausibleInput(chances: Chances, cast: Cast, wire: WireKey): PlausibleInput {
  const fieldValue = createFieldValues(chances, Object.values(cast.own.ids));
  return (call, others = 35) => {
    const known = knownFields(chances, cast, wire);
    const given = Object.entries(call.fields).filter(
      ([name]) => call.required.includes(name) || chances.happens(others),
    );
    return Object.fromEntries(given.map(([name, schema]) => [name, fieldValue(name, schema, known)]));
  };
}

export function pickFrom<T>(chances: Chances, all: readonly T[]): T {
  return all[chances.between(0, all.length - 1)] as T;
}

function knownFields(chances: Chances, { own }: Cast, wire: WireKey): Known {
  const phone = `2541${chances.letters('0123456789', 8)}`;
  return {
    admissionNumber: pickFrom(chances, own.students),
    pin: '12345678',
    amount: chances.between(1, 20),
    mobileNumber: phone,
    phoneNumber: phone,
    email: 'a@example.com',
    password: 'mlango-wa-shule',
    confirmPassword: 'mlango-wa-shule',
    studentSYSID: own.ids.students,
    classSYSID: own.ids.classes,
    schoolSYSID: own.id,
    userName: seal(wire, 'userName', phone),
    page: 1,
    pageSize: 20,
    className: `Grade ${chances.between(1, 99)}`,
  };
}

/** Returns the value of a field: a known one, or one that fits its type or its name. */
function createFieldValues(chances: Chances, ownIds: readonly string[]) {
  const pick = <T>(all: readonly T[]): T => pickFrom(chances, all);
  return function fieldValue(name: string, schema: Described, known: Known): unknown {
    if (name in known && !chances.happens(BY_TYPE_PERCENT)) return known[name];
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return pick(schema.enum);
    if (schema.anyOf?.[0]) return fieldValue('', pick(schema.anyOf), known);
    if (schema.format === 'uuid' || /sysid$/i.test(name)) return pick(ownIds);
    if (schema.type === 'array') return schema.items ? [fieldValue('', schema.items, known)] : [];
    if (schema.type === 'integer' || schema.type === 'number')
      return Math.max(schema.minimum ?? 0, chances.between(1, 9));
    if (schema.type === 'boolean') return chances.happens(50);
    if (schema.type === 'object')
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([inner, each]) => [inner, fieldValue(inner, each, known)]),
      );
    return textOf(name);
  };

  function textOf(name: string): string {
    if (NAME_FIELDS.includes(name)) return `Jina ${chances.letters('abcdefghij', 6)}`;
    if (/date|from|to$|at$/i.test(name)) return '2026-03-01T00:00:00Z';
    if (/pin|otp|code/i.test(name)) return '482913';
    if (/amount|price|float|count|left|below|limit|quantity/i.test(name)) return '10';
    return pick(['1', '12', '10', chances.letters('abcdefghij', 8)]);
  }
}
