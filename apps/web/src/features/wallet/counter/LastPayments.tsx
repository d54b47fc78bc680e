import type { OwnPayment } from '@mfuko/contract/wallet';
import { formatDate, formatMoney } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/counter.module.css';
import desk from '../../../school/desk/desk.module.css';
import { type Shown, shownOf } from '../paid-of.ts';
import own from './cash.module.css';

interface LastPaymentsProps {
  /** Undefined until the server has answered. */
  readonly rows: readonly OwnPayment[] | undefined;
  readonly onShow: (shown: Shown) => void;
}

/** Last payments of the user at the desk, each with its receipt. */
export function LastPayments({ rows, onShow }: LastPaymentsProps) {
  const { t } = useTranslation('wallet');
  return (
    <section className={classes.card} aria-labelledby="cash-last">
      <h2 id="cash-last">{t('desk.last.title')}</h2>
      {rows?.length === 0 && <p className={classes.dim}>{t('desk.last.empty')}</p>}
      <ul className={classes.rows}>
        {rows?.map((row) => {
          const amount = formatMoney(row.amount);
          const told = { names: row.names, amount };
          return (
            <li key={row.receipt.sysid}>
              <div>
                <strong>{row.names}</strong> · {row.admissionNumber}
                <div className={classes.dim}>
                  {[formatDate(row.receipt.date), t(`kinds.${row.kind}`), row.reversed && t('desk.last.reversed')]
                    .filter(Boolean)
                    .join(' · ')}
                </div>
              </div>
              <span className={own.amount} data-reversed={row.reversed || undefined}>
                {row.kind === 'deposit' ? `+${amount}` : `\u2212${amount}`}
              </span>
              <div className={own.acts}>
                <button
                  type="button"
                  className={desk.press}
                  aria-label={t('desk.last.receiptOf', told)}
                  onClick={() => onShow(shownOf(row, false))}
                >
                  {t('desk.last.receipt')}
                </button>
                <button
                  type="button"
                  className={desk.press}
                  aria-label={t('desk.last.reprintOf', told)}
                  onClick={() => onShow(shownOf(row, true))}
                >
                  {t('desk.last.reprint')}
                </button>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
