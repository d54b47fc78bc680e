import type { Books } from '@mfuko/contract/books';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { PaperHead } from '../../school/PaperHead.tsx';
import classes from './DaySheet.module.css';
import { useBooksStatus } from './useBooksStatus.ts';

/** Printable state of the books: in order or not, liabilities, assets, and the comparison with M-Pesa. */
export function BooksSheet({ books }: { books: Books }) {
  const { t } = useTranslation('books');
  const { troubles, looked, calm, belowZero } = useBooksStatus(books);
  const { provider } = books;
  return (
    <article className={classes.sheet} data-numbered>
      <PaperHead />
      <h2>
        {t('title')} · {t('asOf')} {formatDate(books.date)}
      </h2>
      {(troubles.length === 0 ? [calm] : troubles).map((text) => (
        <p key={text} className={classes.standing}>
          {text}
        </p>
      ))}
      <p className={classes.looked}>{looked}</p>
      <div className={classes.sides}>
        <Side title={t('owed')} total={t('totalOwed')} rows={books.owed} sum={books.totalOwed} />
        <Side title={t('held')} total={t('totalHeld')} rows={books.held} sum={books.totalHeld} />
      </div>
      {belowZero.map((text) => (
        <p key={text} className={classes.looked}>
          {text}
        </p>
      ))}
      <dl className={classes.facts}>
        <Fact name={t('difference')} value={books.difference} />
        {provider && (
          <>
            <Fact name={t('provider.says')} value={provider.balance} />
            <Fact name={t('provider.expected')} value={provider.expected} />
            <Fact name={t('days.atProvider')} value={provider.difference} />
          </>
        )}
      </dl>
    </article>
  );
}

interface SideProps {
  readonly title: string;
  readonly total: string;
  readonly rows: Books['owed'];
  readonly sum: number;
}

function Side({ title, total, rows, sum }: SideProps) {
  const { t } = useTranslation('books');
  return (
    <table>
      <caption>{title}</caption>
      <tbody>
        {rows.map(({ part, amount }) => (
          <tr key={part}>
            <th scope="row">{t(`parts.${part}`)}</th>
            <td>{formatMoney(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{total}</th>
          <td>{formatMoney(sum)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Fact({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>KES {formatMoney(value)}</dd>
    </div>
  );
}
