import { z } from 'zod';
import { DUTIES, list, ROLES, record, SCHOOL_STAFF } from './endpoint.ts';
import { moment, phoneNumber, sysid, words } from './ids.ts';
import { listQuery } from './lists.ts';

/** At least 8 characters. It confirms sensitive actions; it never signs anyone in. */
const password = z.string().min(8, 'must be at least 8 characters').max(200);

const person = z.object({
  phoneNumber,
  email: z.email('must be an e-mail address').max(200),
  firstName: words(60),
  lastNames: words(80),
  password,
  confirmPassword: z.string(),
  duties: z.array(z.enum(DUTIES)).min(1, 'choose at least one duty').max(3).optional(),
});

function passwordsAgree(input: { password: string; confirmPassword: string }): boolean {
  return input.password === input.confirmPassword;
}
const disagree = { message: 'must be the same as the password', path: ['confirmPassword'] };

const userRow = z.object({
  sysid,
  firstName: z.string(),
  lastName: z.string(),
  mobileNumber: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  duties: z.array(z.enum(DUTIES)),
  status: z.enum(['active', 'disabled']),
  dateCreated: moment,
});
export type UserRow = z.output<typeof userRow>;

export const createCheckAgent = record('school/createCheckAgent', {
  access: SCHOOL_STAFF,
  input: person.refine(passwordsAgree, disagree),
  output: userRow,
});

/** An Admin makes any role; a SchoolAdmin makes CheckAgents of the own school. An Admin user has no school. */
export const createUser = record('school/createUser', {
  access: SCHOOL_STAFF,
  school: 'optional',
  input: person.extend({ role: z.enum(ROLES), schoolSYSID: sysid.nullish() }).refine(passwordsAgree, disagree),
  output: userRow,
});

/** The school's users; without a school an Admin sees the platform's own. */
export const getProfiles = list('school/getProfiles', {
  access: SCHOOL_STAFF,
  school: 'optional',
  input: listQuery(['firstName', 'lastName', 'mobileNumber', 'email', 'role', 'dateCreated']).extend({
    role: z.enum(ROLES).optional(),
  }),
  output: userRow,
});
