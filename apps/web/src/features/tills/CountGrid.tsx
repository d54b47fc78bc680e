import { DENOMINATIONS } from '@mfuko/contract/tills';
import { type KeyboardEvent, useRef } from 'react';
import { formatMoney, NOTHING } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import classes from './CountGrid.module.css';
import { sumOf, type Typed } from './pieces.ts';

interface CountGridProps {
  readonly typed: Typed;
  readonly onType: (typed: Typed) => void;
}

/** Grid for the number of each note and coin, with a running sum. Enter and the arrow keys move between lines. */
export function CountGrid({ typed, onType }: CountGridProps) {
  const { t } = useTranslation('tills');
  const table = useRef<HTMLTableElement>(null);
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>, place: number) {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : 0;
    const next = step === 0 ? undefined : table.current?.querySelectorAll('input')[place + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.select();
  }
  return (
    <table className={classes.grid} ref={table} aria-label={t('count.title')}>
      <thead>
        <tr>
          <th scope="col">{t('count.piece')}</th>
          <th scope="col">{t('count.pieces')}</th>
          <th scope="col" className={classes.sum}>
            {t('count.makes')}
          </th>
        </tr>
      </thead>
      <tbody>
        {DENOMINATIONS.map((each, place) => (
          <tr key={each}>
            <th scope="row">{t(Number(each) >= 50 ? 'count.note' : 'count.coin', { value: each })}</th>
            <td>
              <input
                className={classes.pieces}
                aria-label={t('count.piecesOf', { value: each })}
                value={typed[each] ?? ''}
                onChange={(event) =>
                  onType({ ...typed, [each]: event.currentTarget.value.replace(/\D/g, '').slice(0, 5) })
                }
                onKeyDown={(event) => onKeyDown(event, place)}
                inputMode="numeric"
                autoComplete="off"
                // biome-ignore lint/a11y/noAutofocus: counting begins with the largest note
                autoFocus={place === 0}
              />
            </td>
            <td className={classes.sum}>{typed[each] ? formatMoney(sumOf({ [each]: typed[each] })) : NOTHING}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t('count.total')}
          </th>
          <td className={classes.sum}>
            <output>{formatMoney(sumOf(typed))}</output>
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
