import type { House } from '../platform/house.ts';
import { seedGate } from './gate.ts';
import { DEMO_ADMIN, DEMO_CHECK_AGENT, DEMO_SCHOOL_ADMIN, seedPeople } from './people.ts';

/** Fills an empty database with one believable school, so that the first screen is alive. Leaves any other as it is. */
export async function seedDemo(house: House, print: (line: string) => void): Promise<void> {
  const demo = await seedPeople(house);
  if (!demo) return;
  await seedGate(house, demo);
  print(`A demonstration school was made. Sign in as ${DEMO_ADMIN} (Admin), ${DEMO_SCHOOL_ADMIN} (SchoolAdmin), ${DEMO_CHECK_AGENT} (CheckAgent).`);
}
