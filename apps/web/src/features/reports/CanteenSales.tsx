import { Title } from '@mantine/core';
import { CANTEEN_DAYS, type Today } from '@mfuko/contract/today';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { LinkAnchor } from '../../ui/links.tsx';
import classes from './Today.module.css';

/** Sales of the canteen by item, best first: a table with bars in its names. */
export function CanteenSales({ canteen: { items, other } }: { canteen: Today['canteen'] }) {
  const { t } = useTranslation('today');
  const rows = other
    ? [...items, { name: t('canteen.other', { count: other.items }), portions: other.portions, income: other.income }]
    : items;
  // The bars show portions instead of income if all meals are free.
  const paid = rows.some(({ income }) => income > 0);
  const size = (row: (typeof rows)[number]) => (paid ? row.income : row.portions);
  const most = Math.max(1, ...rows.map(size));
  return (
    <section aria-labelledby="canteen-sales">
      <Title order={2} size="h3" id="canteen-sales" mb="sm">
        {t('canteen.title', { count: CANTEEN_DAYS })}
      </Title>
      {rows.length === 0 ? (
        <p className={classes.empty}>
          {t('canteen.empty')}{' '}
          <LinkAnchor to="/app/school.menu.view" td="underline">
            {t('canteen.menu')}
          </LinkAnchor>
        </p>
      ) : (
        <table className={classes.items}>
          <thead>
            <tr>
              <th scope="col">{t('canteen.item')}</th>
              <th scope="col">{t('canteen.portions')}</th>
              <th scope="col">KES</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <th scope="row">
                  {row.name}
                  <span className={classes.bar} style={{ width: `${Math.max(1, (size(row) / most) * 100)}%` }} />
                </th>
                <td>{formatCount(row.portions)}</td>
                <td>{formatMoney(row.income)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
