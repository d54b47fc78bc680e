import type { MenuItem } from '@mfuko/contract/canteen';
import { useEffect, useState } from 'react';

export interface BasketLine {
  readonly item: MenuItem;
  readonly portions: number;
}

/** KES of an item by the menu as it is now; undefined where nobody has told. */
export type PriceOf = (sysid: string) => number | undefined;

/** The same item where its price is the one that it had. */
export function withPrice(item: MenuItem, priceOf: PriceOf): MenuItem {
  const price = priceOf(item.sysid);
  return price === undefined || price === item.price ? item : { ...item, price };
}

/**
 * Basket: what the next student is given. It begins with one portion of what was picked, and after each student it is that again.
 * `known` is the number of the student who stands there; none until it is somebody's.
 */
export function useBasket(picked: MenuItem, known: string) {
  const first: readonly BasketLine[] = [{ item: picked, portions: 1 }];
  const [lines, setLines] = useState(first);
  /** Owner: the number for which the basket was filled, before it was typed or after. */
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
    /** KES by the menu, whoever pays for it. */
    total: Math.round(lines.reduce((sum, { item, portions }) => sum + item.price * portions, 0) * 100) / 100,
    portionsOf,
    /** One portion more, as far as one student may have that many. */
    add(item: MenuItem) {
      const portions = portionsOf(item) + 1;
      if (portions > item.quantityPerPerson) return;
      if (portions === 1) setLines([...lines, { item, portions }]);
      else setLines(lines.map((line) => (line.item.sysid === item.sysid ? { item, portions } : line)));
    },
    /** One portion less; the last one of all stays, for nobody is given nothing. */
    take(item: MenuItem) {
      const left = lines
        .map((line) => (line.item.sysid === item.sysid ? { ...line, portions: line.portions - 1 } : line))
        .filter(({ portions }) => portions > 0);
      if (left.length > 0) setLines(left);
    },
    /** Another number is another student, whose basket this is not; a digit more is the same number, typed on. */
    beginFor(number: string) {
      if (!number.startsWith(owner)) reset();
    },
    reset,
    /** Shows what will be charged: the menu has changed while these lay in the basket. */
    reprice(priceOf: PriceOf) {
      setLines((before) => {
        const after = before.map((line) => ({ ...line, item: withPrice(line.item, priceOf) }));
        return after.every(({ item }, place) => item === before[place]?.item) ? before : after;
      });
    },
  };
}

export type Basket = ReturnType<typeof useBasket>;
