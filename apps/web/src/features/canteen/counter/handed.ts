import type { Meal } from '@mfuko/contract/canteen';
import type { Sale } from '@mfuko/contract/canteen-sales';

/** Handed: a single portion or a sale of several, in one shape, since the counter reports both in the same way. */
export interface Handed {
  readonly sysid: string;
  readonly admissionNumber: string;
  readonly studentName: string;
  readonly lines: readonly { readonly menuItem: string; readonly quantity: number; readonly remaining: number }[];
  readonly amount: number;
  readonly balance: number;
  readonly isSale: boolean;
}

export function handedOf(answer: Meal | Sale): Handed {
  if ('lines' in answer) return { ...answer, isSale: true };
  const { menuItem, quantity, remaining, ...rest } = answer;
  return { ...rest, lines: [{ menuItem, quantity, remaining }], isSale: false };
}
