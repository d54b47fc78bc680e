import type { Meal } from '@mfuko/contract/canteen';
import type { Sale } from '@mfuko/contract/canteen-sales';

/** Handed: what a student was given, by itself or as one sale: what the counter tells of it is the same for everybody. */
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
