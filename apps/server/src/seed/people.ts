import { addClass, registerSchool } from '../features/schools/index.ts';
import { hashPassword } from '../features/session/index.ts';
import { addUser } from '../features/staff/index.ts';
import { addStudent, hashPin, type Student } from '../features/students/index.ts';
import type { AppContext } from '../platform/process/app-context.ts';
import { newId } from '../platform/records/id.ts';
import { seedGuardians } from './guardians.ts';
import { demoLogo } from './logo.ts';
import { CLASSES, FIRST_NAMES, LAST_NAMES } from './names.ts';

export const DEMO_ADMIN = '254700000001';
export const DEMO_SCHOOL_ADMIN = '254700000002';
export const DEMO_CHECK_AGENT = '254700000003';
/** PIN of every demo student. */
export const DEMO_PIN = '274951';
export const FIRST_NUMBER = 4001;
const STUDENTS = 200;
const SEED = { tool: 'seed' };

export interface DemoSchool {
  readonly schoolId: string;
  readonly bursarId: string;
  readonly guardId: string;
  readonly students: readonly Student[];
}

/** Seeds the school, its classes, its users and its students. Returns null where the database is not empty. */
export async function seedPeople(context: AppContext, count = STUDENTS): Promise<DemoSchool | null> {
  const logo = await demoLogo();
  const passwordHash = await hashPassword(newId());
  const schoolId = await context.db.inPlatform(async (tx) => {
    const anyone = await tx.row('SELECT 1 AS one FROM users UNION ALL SELECT 1 FROM schools LIMIT 1');
    if (anyone) return null;
    const county = await tx.row<{ id: string }>(`SELECT id FROM counties WHERE name = 'Kisumu'`);
    const school = await registerSchool(tx, context, SEED, {
      countyId: county?.id ?? '',
      code: 'DEMO-01',
      officialName: 'Kilimo Academy (demonstration)',
      shortName: 'DEMO',
      poBox: '1904 - 40100',
      town: 'Kisumu',
      logo,
    });
    const admin = { role: 'Admin', firstName: 'Njeri', lastNames: 'Kariuki', email: 'admin@demo.example' } as const;
    await addUser(tx, SEED, { ...admin, phoneNumber: DEMO_ADMIN, duties: [], passwordHash });
    return school.id;
  });
  if (schoolId === null) return null;
  const newStudents = await Promise.all(
    Array.from({ length: count }, (_, place) => aStudent(context, schoolId, place)),
  );

  return context.db.inSchool(schoolId, async (tx) => {
    const bursar = {
      role: 'SchoolAdmin',
      firstName: 'Achieng',
      lastNames: 'Were',
      email: 'bursar@demo.example',
    } as const;
    const guard = { role: 'CheckAgent', firstName: 'Kamau', lastNames: 'Wafula', email: 'gate@demo.example' } as const;
    const bursarId = (await addUser(tx, SEED, { ...bursar, phoneNumber: DEMO_SCHOOL_ADMIN, duties: [], passwordHash }))
      .sysid;
    const guardId = (
      await addUser(tx, SEED, { ...guard, phoneNumber: DEMO_CHECK_AGENT, duties: ['gate'], passwordHash })
    ).sysid;
    const classes: string[] = [];
    for (const name of CLASSES) classes.push((await addClass(tx, name)).id);
    const students: Student[] = [];
    for (const [place, newStudent] of newStudents.entries()) {
      students.push(await addStudent(tx, { ...newStudent, classId: classes[place % classes.length] ?? '' }));
    }
    await seedGuardians(tx, students);
    return { schoolId, bursarId, guardId, students };
  });
}

async function aStudent(context: AppContext, schoolId: string, place: number) {
  const id = newId();
  const first = FIRST_NAMES[place % FIRST_NAMES.length];
  const last = LAST_NAMES[(place * 7 + Math.floor(place / FIRST_NAMES.length)) % LAST_NAMES.length];
  return {
    id,
    admissionNumber: String(FIRST_NUMBER + place),
    names: `${first} ${last}`,
    pinHash: await hashPin(context, schoolId, id, DEMO_PIN),
  };
}
