import { getMenu, type MenuItem } from '@mfuko/contract/canteen';
import { IconMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { formatMoney } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { useCall } from '../../../lib/queries.ts';
import classes from '../../../school/desk/counter.module.css';
import desk from '../../../school/desk/desk.module.css';
import { WHOLE_MENU } from './menu.ts';
import type { Basket } from './useBasket.ts';

/** Basket field: the next student's items with their total. Opened, the field offers every item of the menu. */
export function BasketField({ basket }: { basket: Basket }) {
  const { t } = useTranslation('canteen');
  const [open, setOpen] = useState(false);
  return (
    <section className={classes.basket} data-open={open || undefined} aria-label={t('basket.label')}>
      <p className={classes.total}>
        <span>
          {basket.lines.map(({ item, portions }) => t('basket.line', { item: item.name, count: portions })).join(', ')}
        </span>
        <strong>KES {formatMoney(basket.total)}</strong>
      </p>
      <button type="button" className={desk.press} aria-expanded={open} onClick={() => setOpen(!open)}>
        {t(open ? 'basket.close' : 'basket.open')}
      </button>
      {open && <Tiles basket={basket} />}
    </section>
  );
}

function Tiles({ basket }: { basket: Basket }) {
  const { t } = useTranslation(['canteen', 'ui']);
  const menu = useCall(getMenu, WHOLE_MENU);
  const only = basket.lines.length === 1 && basket.lines[0]?.portions === 1;
  const rows: readonly MenuItem[] = menu.data?.rows ?? basket.lines.map(({ item }) => item);
  return (
    <>
      <ul className={classes.tiles}>
        {rows.map((item) => {
          const portions = basket.portionsOf(item);
          return (
            <li key={item.sysid} data-chosen={portions > 0 || undefined}>
              <button type="button" onClick={() => basket.add(item)} disabled={portions >= item.quantityPerPerson}>
                <strong>{portions > 0 ? t('basket.line', { item: item.name, count: portions }) : item.name}</strong>{' '}
                <small>KES {formatMoney(item.price)}</small>
              </button>
              {portions > 0 && (
                <button
                  type="button"
                  onClick={() => basket.take(item)}
                  disabled={only}
                  aria-label={t('basket.take', { item: item.name })}
                >
                  <IconMinus size={24} aria-hidden />
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {menu.isFetching && !menu.data && (
        <p className={desk.dim} role="status">
          {t('ui:pick.loading')}
        </p>
      )}
    </>
  );
}
