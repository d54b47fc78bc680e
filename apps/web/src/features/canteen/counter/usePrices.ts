import { getMenu, type MenuItem } from '@mfuko/contract/canteen';
import { useEffect, useEffectEvent } from 'react';
import { useCall } from '../../../lib/queries.ts';
import { WHOLE_MENU } from './menu.ts';
import { type Basket, type PriceOf, withPrice } from './useBasket.ts';

const LOOK_AT_MENU_MS = 30_000;

/** Keeps the prices of basket and picked item as on the menu; `onPrice` receives the picked item with its new price. */
export function usePrices(item: MenuItem, basket: Basket, onPrice: (item: MenuItem) => void) {
  const menu = useCall(getMenu, WHOLE_MENU, { refetchInterval: LOOK_AT_MENU_MS });
  /** Applies changed prices: bar and basket show the amount that will be charged, and the server accepts no other. */
  function take(priceOf: PriceOf) {
    basket.reprice(priceOf);
    const priced = withPrice(item, priceOf);
    if (priced !== item) onPrice(priced);
  }
  const readMenu = useEffectEvent((rows: readonly MenuItem[]) =>
    take((id) => rows.find(({ sysid }) => sysid === id)?.price),
  );
  useEffect(() => {
    if (menu.data) readMenu(menu.data.rows);
  }, [menu.data]);
  // The picked item is not among the first rows of a long menu, so its price is searched for by name.
  const isBeyond = menu.data?.rows.every(({ sysid }) => sysid !== item.sysid) ?? false;
  const found = useCall(
    getMenu,
    { ...WHOLE_MENU, search: item.name },
    { enabled: isBeyond, refetchInterval: LOOK_AT_MENU_MS },
  );
  useEffect(() => {
    if (found.data) readMenu(found.data.rows);
  }, [found.data]);
  return { take, refetch: () => void menu.refetch() };
}
