import type { House } from '../platform/house.ts';
import { seedBus } from './bus.ts';
import { seedCanteen } from './canteen.ts';
import { seedGate } from './gate.ts';
import { seedPayments } from './payments.ts';
import { DEMO_ADMIN, DEMO_CHECK_AGENT, DEMO_SCHOOL_ADMIN, type DemoSchool, seedPeople } from './people.ts';
import { seedWallet } from './wallet.ts';

/** Fills an empty database with one believable school, so that the first screen is alive. Leaves any other as it is (null). */
export async function seedDemo(house: House, print: (line: string) => void): Promise<DemoSchool | null> {
  const demo = await seedPeople(house);
  if (!demo) return null;
  await seedGate(house, demo);
  await seedBus(house, demo);
  await seedWallet(house, demo);
  await seedPayments(house, demo);
  await seedCanteen(house, demo);
  print(
    `A demonstration school was made. Sign in as ${DEMO_ADMIN} (Admin), ${DEMO_SCHOOL_ADMIN} (SchoolAdmin), ${DEMO_CHECK_AGENT} (CheckAgent).`,
  );
  return demo;
}
