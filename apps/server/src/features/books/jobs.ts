import type { PaymentsGateway } from '../../gateways/payments/index.ts';
import type { House } from '../../platform/house.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { ResultHandlers } from '../payments/index.ts';
import { closeDays } from './close.ts';
import { askBalance, BALANCE, hearBalance } from './provider.ts';
import { ring, ringWhereUnverified } from './ring.ts';
import { keepLook } from './state.ts';
import { lookAtOpenDay, verifyBooks } from './verify.ts';

/** Every hour: closes the days that are over, looks at the open one, and asks the provider what it holds. */
export const BOOKS_LOOK = 'look-at-books';
export const BOOKS_LOOK_AT = '20 * * * *';
/** Every night: looks at every row. */
export const BOOKS_VERIFY = 'verify-books';
export const BOOKS_VERIFY_AT = '40 23 * * *';

/** A machine that was off for days has its look at every row queued as it starts: so long it may take before anybody is told. */
const VERIFY_MAY_TAKE_MS = 3_600_000;

export function bookJobs(house: House, gateway: PaymentsGateway): Jobs {
  const began = house.clock.now();
  return {
    [BOOKS_LOOK]: () =>
      inEachSchool(house, async (schoolId) => {
        await closeDays(house, schoolId);
        await house.db.inSchool(schoolId, async (tx) => {
          const findings = await lookAtOpenDay(tx);
          const { difference } = await keepLook(tx, findings, false);
          if (findings.length > 0 || difference !== 0n) await ring(tx);
          if (house.clock.now() - began >= VERIFY_MAY_TAKE_MS) await ringWhereUnverified(tx);
        });
        await askBalance(house, gateway, schoolId);
      }),
    [BOOKS_VERIFY]: () =>
      inEachSchool(house, async (schoolId) => {
        await closeDays(house, schoolId);
        const { findings } = await verifyBooks(house, schoolId);
        await house.db.inSchool(schoolId, async (tx) => {
          await keepLook(tx, findings, true);
          await ring(tx);
        });
      }),
  };
}

/** What the provider answers to this feature. */
export const bookAnswers: ResultHandlers = { [BALANCE]: hearBalance };

/** What goes wrong in one school keeps nobody from looking at the others. */
async function inEachSchool({ db }: House, work: (schoolId: string) => Promise<void>): Promise<void> {
  const schools = await db.inPlatform((tx) => tx.rows<{ id: string }>('SELECT DISTINCT school_id AS id FROM accounts'));
  const failures: unknown[] = [];
  for (const { id } of schools) {
    await work(id).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'The books of some schools could not be looked at.');
}
