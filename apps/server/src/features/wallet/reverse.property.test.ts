import { randomUUID } from 'node:crypto';
import type { StatementRow } from '@mfuko/contract/wallet';
import * as contract from '@mfuko/contract/wallet';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aNumber, openTestServer, type Person, type TestServer } from '../../../tests/kit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { newId } from '../../platform/records/id.ts';
import { charge, credit, type Made } from '../ledger/index.ts';
import { addStudent } from '../students/index.ts';

let server: TestServer;
let school: string;
let classId: string;
let head: Person;

beforeAll(async () => {
  server = await openTestServer();
  school = await server.aSchool();
  classId = await server.aClass(school);
  head = await server.aPerson('SchoolAdmin', school);
  await server.context.db.inSchool(school, (tx) =>
    tx.row(
      `INSERT INTO fee_rules (school_id, kind, fixed, basis_points) VALUES ($1, 'cash-out', 150, 100), ($1, 'collection', 0, 250)`,
      [school],
    ),
  );
});
afterAll(() => server.close());

const kinds = ['deposit', 'collection', 'cash-out', 'canteen'] as const;
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom(...kinds), amount: fc.integer({ min: 1, max: 100_000 }) }),
  fc.record({ takeBack: fc.nat({ max: 14 }) }),
);

interface Done {
  readonly sysid: string;
  readonly change: number;
  readonly reversal: boolean;
  reversed: boolean;
}

async function move(studentId: string, kind: (typeof kinds)[number], amount: number): Promise<Made | string> {
  const mover = { actor: { userId: newId() }, place: null, idempotencyKey: 'one' };
  const counter = kind === 'canteen' ? 'canteen-income' : 'cash-desk';
  const entry = { kind, studentId, amount: BigInt(amount), counter, method: null, reference: null } as const;
  const way = kind === 'deposit' || kind === 'collection' ? credit : charge;
  try {
    return await server.context.db.inSchool(school, (tx) => way(tx, mover, entry));
  } catch (error) {
    if (error instanceof Refusal) return error.problem;
    throw error;
  }
}

function expectedOf(was: Done, balance: number): string | undefined {
  if (was.reversal) return 'wallet.not-reversible';
  if (was.reversed) return 'wallet.already-reversed';
  return balance - was.change < 0 ? 'wallet.insufficient-funds' : undefined;
}

it('random entries and reversals leave the statement, the balance and the postings consistent', async () => {
  const other = await server.aPerson('SchoolAdmin', school);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 15 }), async (steps) => {
      const student = { id: newId(), admissionNumber: String(90_000 + aNumber()) };
      await server.context.db.inSchool(school, (tx) =>
        addStudent(tx, { ...student, names: 'Imani Were', classId, pinHash: null }),
      );
      const done: Done[] = [];
      let balance = 0;
      for (const asked of steps) {
        if ('kind' in asked) {
          const made = await move(student.id, asked.kind, asked.amount);
          if (typeof made === 'string') continue;
          const change = Number(made.balance) - balance;
          done.push({ sysid: made.id, change, reversal: false, reversed: false });
          balance += change;
          continue;
        }
        const was = done[asked.takeBack % Math.max(1, done.length)];
        if (!was) continue;
        const expected = expectedOf(was, balance);
        // A user who did not make the entry, so that the refusal is never wallet.same-person.
        const who = was.reversal ? other : head;
        // Propose the reversal, as an M-Pesa payment requires; for other entries the proposal is refused and changes nothing.
        await other.ask(contract.proposeReversal, { sysid: was.sysid, reason: 'Wrong child' });
        const answer = await who.ask<contract.Moved>(
          contract.reverse,
          { sysid: was.sysid, reason: 'Wrong child' },
          { key: randomUUID() },
        );
        expect(answer.problem).toBe(expected);
        if (expected !== undefined) continue;
        was.reversed = true;
        balance -= was.change;
        expect(Math.round(answer.body.balance * 100)).toBe(balance);
        done.push({ sysid: answer.body.receipt.sysid, change: -was.change, reversal: true, reversed: false });
      }
      const { body: rows } = await head.ask<StatementRow[]>(contract.getStatement, {
        admissionNumber: student.admissionNumber,
      });
      expect(rows.map((row) => Math.round(row.amount * 100)).reverse()).toEqual(done.map(({ change }) => change));
      expect(rows.map((row) => row.reversed).reverse()).toEqual(done.map(({ reversed }) => reversed));
      expect(Math.round((rows[0]?.balance ?? 0) * 100)).toBe(balance);
      const sum = await server.context.db.inSchool(school, (tx) =>
        tx.row<{ cents: string | null }>('SELECT sum(amount)::text AS cents FROM postings WHERE school_id = $1', [
          school,
        ]),
      );
      expect(sum?.cents ?? '0').toBe('0');
    }),
    { numRuns: 25 },
  );
}, 60_000);
