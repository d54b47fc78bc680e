import { Paper, Text, Title } from '@mantine/core';
import type { BookPart, Books } from '@mfuko/contract/books';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../lib/i18n.ts';
import type { Destination } from '../../lib/routes.ts';
import { Money } from '../../ui/Money.tsx';
import classes from './Books.module.css';
import { useBooksStatus } from './useBooksStatus.ts';

/** Equation of the books: liabilities on the left, assets on the right, the difference below. */
export function Equation({ books }: { books: Books }) {
  const { t } = useTranslation('books');
  const { belowZero } = useBooksStatus(books);
  return (
    <section aria-labelledby="equation">
      <Title order={2} size="h3" id="equation" mb="sm">
        {t('equation')}
      </Title>
      <div className={classes.sides}>
        <Side title={t('owed')} total={t('totalOwed')} rows={books.owed} sum={books.totalOwed} />
        <Side title={t('held')} total={t('totalHeld')} rows={books.held} sum={books.totalHeld} />
      </div>
      {belowZero.map((text) => (
        <Text key={text} size="sm" c="dimmed" mt="sm">
          {text}
        </Text>
      ))}
      <Paper withBorder p="md" mt="md" className={books.difference === 0 ? classes.right : classes.wrong}>
        <dl className={classes.total}>
          <dt>{t('difference')}</dt>
          <dd>
            KES <Money value={books.difference} />
          </dd>
        </dl>
      </Paper>
    </section>
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
    <Paper withBorder p="md">
      <table className={classes.parts}>
        <caption>{title}</caption>
        <tbody>
          {rows.map(({ part, amount }) => (
            <tr key={part}>
              <th scope="row">
                <PartLink part={part}>{t(`parts.${part}`)}</PartLink>
              </th>
              <td>
                <Money value={amount} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{total}</th>
            <td>
              <Money value={sum} />
            </td>
          </tr>
        </tfoot>
      </table>
    </Paper>
  );
}

/** Link to the rows of a part: wallets have a list of their own, other parts the postings of their account. */
function PartLink({ part, children }: { part: BookPart; children: string }) {
  const way: Destination =
    part === 'wallet' ? { to: '/app/student.balances' } : { to: '/app/report.postings', search: { part } };
  return (
    <Link className={classes.way} {...way}>
      {children}
    </Link>
  );
}
