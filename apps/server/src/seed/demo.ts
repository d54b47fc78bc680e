import type { AppContext } from '../platform/app-context.ts';
import { seedBus } from './bus.ts';
import { seedCanteen } from './canteen.ts';
import { seedGate } from './gate.ts';
import { seedPayments } from './payments.ts';
import { DEMO_ADMIN, DEMO_CHECK_AGENT, DEMO_SCHOOL_ADMIN, type DemoSchool, seedPeople } from './people.ts';
import { seedWallet } from './wallet.ts';

/** Fills an empty database with one believable school, so that the first screen is alive. Leaves any other as it is (null). */
export async function seedDemo(
  context: AppContext,
  print: (line: string) => void,
  students?: number,
): Promise<DemoSchool | null> {
  const demo = await seedPeople(context, students);
  if (!demo) return null;
  await seedGate(context, demo);
  await seedBus(context, demo);
  await seedWallet(context, demo);
  await seedPayments(context, demo);
  await seedCanteen(context, demo);
  print(
    `A demonstration school was made. Sign in as ${DEMO_ADMIN} (Admin), ${DEMO_SCHOOL_ADMIN} (SchoolAdmin), ${DEMO_CHECK_AGENT} (CheckAgent).`,
  );
  return demo;
}
