import type { StatementSheet as Sheet } from '@mfuko/contract/statements';
import { formatDate, formatDay } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Money } from '../../ui/Money.tsx';
import classes from './StatementSheet.module.css';
import type { Line } from './statement-pages.ts';

export function OpeningRow({ from, opening }: { from: string | null; opening: number }) {
  const { t } = useTranslation('wallet');
  return (
    <tr>
      <td>{from === null ? '' : formatDay(from)}</td>
      <th scope="row">{t('print.opening')}</th>
      <td />
      <td>
        <Money value={opening} />
      </td>
    </tr>
  );
}

export function StatementRow({ line, what }: { line: Line; what: string }) {
  const { t } = useTranslation('wallet');
  return (
    <tr>
      <td>{formatDate(line.date)}</td>
      <td>
        {what}
        {line.reference && ` · ${line.reference}`}
        {line.fee !== 0 && (
          <span className={classes.fee}>
            {t('print.fee')} <Money value={line.fee} />
          </span>
        )}
      </td>
      <td>
        {line.amount > 0 && '+'}
        <Money value={line.amount} />
      </td>
      <td>
        <Money value={line.balance} />
      </td>
    </tr>
  );
}

/** Sums of the whole statement, below its last row. */
export function StatementSums({ sheet, to }: { sheet: Sheet; to: string }) {
  const { t } = useTranslation('wallet');
  return (
    <tfoot>
      <Sum name={t('print.in')} value={sheet.moneyIn} />
      <Sum name={t('print.out')} value={sheet.moneyOut} />
      {sheet.fees !== 0 && <Sum name={t('print.fees')} value={sheet.fees} />}
      <Sum name={t('print.closing', { day: formatDay(to) })} value={sheet.closing} strong />
    </tfoot>
  );
}

function Sum({ name, value, strong = false }: { name: string; value: number; strong?: boolean }) {
  return (
    <tr className={strong ? classes.strong : undefined}>
      <th scope="row" colSpan={2}>
        {name}
      </th>
      <td colSpan={2}>
        KES <Money value={value} />
      </td>
    </tr>
  );
}
