import { z } from 'zod';
import { EVERYBODY, ROLES, read } from './endpoint.ts';
import { sysid } from './ids.ts';

const foundStudent = z.object({
  admissionNumber: z.string(),
  names: z.string(),
  className: z.string(),
  /** For the office, not for agents. */
  status: z.enum(['active', 'left']).optional(),
  /** Whose phone was searched for, the number masked; null where the student was found otherwise. */
  guardian: z.object({ name: z.string(), phone: z.string() }).nullable().optional(),
});
export type FoundStudent = z.output<typeof foundStudent>;

const foundUser = z.object({ sysid, names: z.string(), role: z.enum(ROLES) });
export type FoundUser = z.output<typeof foundUser>;

const foundSchool = z.object({ sysid, shortName: z.string(), officialName: z.string(), town: z.string() });
export type FoundSchool = z.output<typeof foundSchool>;

/**
 * Finds people and schools by what somebody remembers of them: names however they are spelt, an admission number from
 * its beginning, a phone number whole or by its last digits. The best few of each kind, best first: students of the
 * school (agents see number, names and class, as at the gate), its users (the office), schools (Admins).
 * POST only, although it changes nothing: a phone number does not belong in an address.
 */
export const find = read('search/find', {
  access: EVERYBODY,
  school: 'optional',
  methods: ['POST'],
  input: z.object({ text: z.string().trim().min(1, 'is required').max(60, 'must be at most 60 characters') }),
  output: z.object({
    students: z.array(foundStudent),
    users: z.array(foundUser),
    schools: z.array(foundSchool),
  }),
});
