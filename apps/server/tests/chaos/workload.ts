import { randomUUID } from 'node:crypto';
import type { Chances } from '../../../simulators/src/simulation/index.ts';
import { PIN, type Setting } from './setting.ts';

export type Kind = 'deposit' | 'cash-out' | 'canteen' | 'reversal';

const PATHS: Record<Kind, string> = {
  deposit: 'wallet/deposit',
  'cash-out': 'wallet/cashOutPin',
  canteen: 'check/consumeMenuPin',
  reversal: 'wallet/reverse',
};

/**
 * One operation of a teller, retried under one key until it is answered. The books are judged by the list of these operations alone, and
 * not by any data of the server.
 */
export interface Operation {
  readonly key: string;
  readonly kind: Kind;
  readonly path: string;
  readonly input: Record<string, unknown>;
  readonly student: string;
  readonly teller: number;
  /** Change of the wallet in cents, fee included. */
  readonly change: number;
  /** Receipt of the acknowledgement. */
  receipt: string | null;
  /** Problem code of the refusal. */
  refused: string | null;
}

/** The school's platform fees; the expected fees are computed here independently. */
export const FEES = {
  'cash-out': { fixed: 150, basisPoints: 100, cap: 500 },
  canteen: { fixed: 25, basisPoints: 0, cap: 25 },
};

export const PLATE = 35;

function feeOf(kind: 'cash-out' | 'canteen', cents: number): number {
  const { fixed, basisPoints, cap } = FEES[kind];
  return Math.min(fixed + Math.round((cents * basisPoints) / 10_000), cap);
}

export interface Workload {
  /** Creates the next operation and adds it to the list. */
  next(): Operation;
}

/**
 * Generates operations by the seed. Some students are used far more than others, and more goes out than comes in, so that wallets run
 * dry.
 */
export function openWorkload(
  chances: Chances,
  setting: Setting,
  plates: readonly string[],
  all: Operation[],
): Workload {
  const pick = <T>(from: readonly T[]): T => from[chances.between(0, from.length - 1)] as T;
  const student = () => (chances.happens(30) ? pick(setting.students.slice(0, 3)) : pick(setting.students));

  const draw = (): Pick<Operation, 'kind' | 'input' | 'student' | 'teller' | 'change'> => {
    const teller = chances.between(0, setting.tellers.length - 1);
    const admissionNumber = student();
    const by = { student: admissionNumber, teller };
    const dice = chances.between(1, 100);
    if (dice <= 18) {
      const earlier = all[all.length - 1 - chances.between(0, Math.min(all.length - 1, 200))];
      if (earlier && earlier.receipt !== null && earlier.kind !== 'reversal' && earlier.teller !== teller) {
        const input = { sysid: earlier.receipt, reason: 'Chaos' };
        return { kind: 'reversal', input, student: earlier.student, teller, change: -earlier.change };
      }
    }
    if (dice <= 32) {
      const amount = chances.between(1, 250);
      const change = -(amount * 100 + feeOf('cash-out', amount * 100));
      const userName = setting.tellers[teller]?.phone ?? '';
      return { kind: 'cash-out', input: { admissionNumber, amount, pin: PIN, userName }, ...by, change };
    }
    if (dice <= 44) {
      const input = { admissionNumber, menuItemSYSID: pick(plates), pin: PIN };
      return { kind: 'canteen', input, ...by, change: -(PLATE * 100 + feeOf('canteen', PLATE * 100)) };
    }
    // Some amounts exceed the limit of a journal entry: they must be refused, at every retry.
    const amount = dice === 100 ? 20_000 + chances.between(1, 900) : chances.between(1, 120);
    return { kind: 'deposit', input: { admissionNumber, amount }, ...by, change: amount * 100 };
  };

  return {
    next() {
      const { kind, input, ...rest } = draw();
      const key = randomUUID();
      // The key is also written into the books, where a field permits it.
      const told = kind === 'deposit' ? { ...input, reference: key } : input;
      const operation = { key, kind, path: PATHS[kind], input: told, ...rest, receipt: null, refused: null };
      all.push(operation);
      return operation;
    },
  };
}
