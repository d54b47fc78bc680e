import type { pictureFields } from '../../../lib/scanner/messages.ts';
import type { BasketLine } from './useBasket.ts';

/** Ordered portions: a single portion of an item, or the lines of a sale. */
export type Order =
  | { readonly menuItemSYSID: string }
  | { readonly lines: { readonly menuItemSYSID: string; readonly quantity: number }[] };

/** Request to serve a student, who proves by finger or PIN. */
export type Serving = Order &
  (ReturnType<typeof pictureFields> | { readonly pin: string }) & {
    readonly admissionNumber: string;
    /** KES that the counter displayed. */
    readonly shownAmount: number;
    /** Reason for a portion that an allergen blocks. */
    readonly override?: string;
  };

/** Returns the order of a basket. */
export function orderOf(basket: readonly BasketLine[]): Order {
  const lines = basket.map(({ item, portions }) => ({ menuItemSYSID: item.sysid, quantity: portions }));
  const [only] = lines;
  return lines.length === 1 && only?.quantity === 1 ? { menuItemSYSID: only.menuItemSYSID } : { lines };
}
