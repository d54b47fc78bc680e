import * as students from '@mfuko/contract/students';
import type { Till } from '@mfuko/contract/tills';
import * as contract from '@mfuko/contract/tills';
import * as wallet from '@mfuko/contract/wallet';
import { type AskOptions, aNumber, type Person, type TestServer } from '../../../tests/kit.ts';

const PIN = '274951';

/** Opens a school with users at its cash desk; returns functions for their calls. Amounts in KES. */
export async function openCashDesk(server: TestServer) {
  const school = await server.aSchool();
  const classSYSID = await server.aClass(school);
  const bursar = await server.aPerson('SchoolAdmin', school);

  /** Returns the negated sum of an account's postings: the cash that the school holds there. */
  async function held(kind: 'cash-desk' | 'till-variance' | 'till'): Promise<number> {
    const found = await server.context.db.inSchool(school, (tx) =>
      tx.row<{ held: number }>(
        `SELECT COALESCE(-sum(p.amount), 0)::float8 / 100 AS held FROM postings p
         JOIN accounts a ON a.school_id = p.school_id AND a.id = p.account_id WHERE p.school_id = $1 AND a.kind = $2`,
        [school, kind],
      ),
    );
    return found?.held ?? 0;
  }

  return {
    school,
    bursar,
    held,
    anAgent: () => server.aPerson('SchoolAdmin', school),
    async aStudent(balance = 0): Promise<string> {
      const admissionNumber = String(40_000 + aNumber());
      await bursar.ask(students.createStudent, { admissionNumber, names: 'Amina Juma', classSYSID, checkPin: PIN });
      // Pay in by bank, so that no till is moved.
      if (balance > 0) await bursar.ask(wallet.deposit, { admissionNumber, amount: balance, cash: false });
      return admissionNumber;
    },
    open: (who: Person, float: number, more: object = {}, options: AskOptions = {}) =>
      who.ask<Till>(contract.openTill, { float, ...more }, options),
    close: (who: Person, more: object, options: AskOptions = {}) => who.ask<Till>(contract.closeTill, more, options),
    carry: (who: Person, way: 'add' | 'hand-back', amount: number, more: object = {}, options: AskOptions = {}) =>
      who.ask<Till>(contract.moveTillCash, { way, amount, ...more }, options),
    cashOut: (who: Person, admissionNumber: string, amount: number, options: AskOptions = {}) =>
      who.ask<wallet.Moved>(wallet.cashOutPin, { admissionNumber, amount, pin: PIN }, options),
    payIn: (who: Person, admissionNumber: string, amount: number, options: AskOptions = {}) =>
      who.ask<wallet.Moved>(wallet.deposit, { admissionNumber, amount }, options),
    reverse: (who: Person, moved: { body: wallet.Moved }) =>
      who.ask(wallet.reverse, { sysid: moved.body.receipt.sysid, reason: 'Wrong child' }),
    async till(who: Person): Promise<Till | null> {
      return (await who.ask<{ till: Till | null }>(contract.getTill)).body.till;
    },
  };
}

export type TestCashDesk = Awaited<ReturnType<typeof openCashDesk>>;
