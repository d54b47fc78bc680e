import type { MenuItem } from '@mfuko/contract/canteen';
import { useEffect, useState } from 'react';

export interface BasketLine {
  readonly item: MenuItem;
  readonly portions: number;
}

/** Returns the price of a menu item in KES; undefined where it is unknown. */
export type PriceOf = (sysid: string) => number | undefined;

/** Returns the item with its current price; the same object where the price has not changed. */
export function withPrice(item: MenuItem, priceOf: PriceOf): MenuItem {
  const price = priceOf(item.sysid);
  return price === undefined || price === item.price ? item : { ...item, price };
}

/**
 * Basket of the next student. It starts with one portion of the picked item and is reset to that after each student. `known` is the number
 * of the current student, empty until a student with the number is found.
 */
export function useBasket(picked: MenuItem, known: string) {
  const first: readonly BasketLine[] = [{ item: picked, portions: 1 }];
  const [lines, setLines] = useState(first);
  /** Number of the student for whom the basket was filled; the number may be typed before or after the items. */
  const [owner, setOwner] = useState('');
  useEffect(() => {
    if (known !== '') setOwner(known);
  }, [known]);
  function reset() {
    setLines(first);
    setOwner('');
  }
  const portionsOf = ({ sysid }: MenuItem) => lines.find(({ item }) => item.sysid === sysid)?.portions ?? 0;
  return {
    lines,
    /** Total in KES by the menu, whoever pays. */
    total: Math.round(lines.reduce((sum, { item, portions }) => sum + item.price * portions, 0) * 100) / 100,
    portionsOf,
    /** Adds a portion, up to the item's limit for one student. */
    add(item: MenuItem) {
      const portions = portionsOf(item) + 1;
      if (portions > item.quantityPerPerson) return;
      if (portions === 1) setLines([...lines, { item, portions }]);
      else setLines(lines.map((line) => (line.item.sysid === item.sysid ? { item, portions } : line)));
    },
    /** Removes a portion; the last portion of the basket stays, since an empty sale makes no sense. */
    take(item: MenuItem) {
      const left = lines
        .map((line) => (line.item.sysid === item.sysid ? { ...line, portions: line.portions - 1 } : line))
        .filter(({ portions }) => portions > 0);
      if (left.length > 0) setLines(left);
    },
    /** Resets the basket for another student's number; a number that only grows by further digits keeps the basket. */
    beginFor(number: string) {
      if (!number.startsWith(owner)) reset();
    },
    reset,
    /** Applies changed prices of the menu to the basket, so that it shows the amount that will be charged. */
    reprice(priceOf: PriceOf) {
      setLines((before) => {
        const after = before.map((line) => ({ ...line, item: withPrice(line.item, priceOf) }));
        return after.every(({ item }, place) => item === before[place]?.item) ? before : after;
      });
    },
  };
}

export type Basket = ReturnType<typeof useBasket>;
