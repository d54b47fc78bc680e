import type { AppContext } from '../platform/process/app-context.ts';
import { seedBus } from './bus.ts';
import { seedCanteen } from './canteen.ts';
import { seedGate } from './gate.ts';
import { lastMidnight } from './midnight.ts';
import { seedPayments } from './payments.ts';
import { DEMO_ADMIN, DEMO_CHECK_AGENT, DEMO_SCHOOL_ADMIN, type DemoSchool, seedPeople } from './people.ts';
import { seedWallet } from './wallet.ts';

export interface DemoOptions {
  readonly students?: number;
  /** True to seed data up to the last midnight instead of now: nobody is at school yet, as before the first bell. */
  readonly morning?: boolean;
}

/** Fills an empty database with a realistic demo school. Returns null, and changes nothing, where the database is not empty. */
export async function seedDemo(
  context: AppContext,
  print: (line: string) => void,
  options: DemoOptions = {},
): Promise<DemoSchool | null> {
  const demo = await seedPeople(context, options.students);
  if (!demo) return null;
  const now = context.clock.now();
  const until = options.morning ? lastMidnight(now) : now;
  await seedGate(context, demo, until);
  await seedBus(context, demo, until);
  await seedWallet(context, demo);
  await seedPayments(context, demo);
  await seedCanteen(context, demo);
  print(
    `A demonstration school was made. Sign in as ${DEMO_ADMIN} (Admin), ${DEMO_SCHOOL_ADMIN} (SchoolAdmin), ${DEMO_CHECK_AGENT} (CheckAgent).`,
  );
  return demo;
}
