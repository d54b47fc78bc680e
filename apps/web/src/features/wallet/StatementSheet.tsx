import type { StatementSheet as Sheet, Statements } from '@mfuko/contract/statements';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/format.ts';
import { Money } from '../../ui/Money.tsx';
import classes from './StatementSheet.module.css';

interface StatementSheetProps {
  readonly sheet: Sheet;
  readonly statements: Pick<Statements, 'school' | 'date' | 'from' | 'to'>;
  /** For the paper of a receipt printer. */
  readonly narrow: boolean;
}

/** One student's pocket money over a time, for a guardian: what there was, what came and went, what there is. */
export function StatementSheet({ sheet, statements, narrow }: StatementSheetProps) {
  const { t } = useTranslation('wallet');
  const { school, from, to, date } = statements;
  const address = [school.pobox && t('print.pobox', { pobox: school.pobox }), school.town].filter(Boolean).join(', ');
  const period =
    from === null
      ? t('print.until', { to: dayText(to) })
      : t('print.between', { from: dayText(from), to: dayText(to) });
  return (
    <article className={`${classes.sheet} ${narrow ? classes.slip : classes.a4}`} aria-label={sheet.names}>
      <header className={classes.head}>
        {school.b64Logo && <img src={sourceOf(school.b64Logo)} alt="" className={classes.logo} />}
        <div>
          <p className={classes.school}>{school.officialName}</p>
          <p>{address}</p>
        </div>
      </header>
      <h2 className={classes.title}>{t('print.heading')}</h2>
      <dl className={classes.facts}>
        <Fact name={t('receipt.student')} value={sheet.names} />
        <Fact name={t('fields.admissionNumber')} value={sheet.admissionNumber} />
        <Fact name={t('balances.class')} value={sheet.className} />
        <Fact name={t('print.period')} value={period} />
      </dl>
      <table className={classes.lines}>
        <thead>
          <tr>
            <th scope="col">{t('print.date')}</th>
            <th scope="col">{t('print.what')}</th>
            <th scope="col">{t('print.amount')}</th>
            <th scope="col">{t('print.left')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{from === null ? '' : dayText(from)}</td>
            <th scope="row">{t('print.opening')}</th>
            <td />
            <td>
              <Money value={sheet.opening} />
            </td>
          </tr>
          {sheet.lines.map((line) => (
            <tr key={line.sysid}>
              <td>{formatDate(line.date)}</td>
              <td>
                {t(`kinds.${line.kind}`)}
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
          ))}
        </tbody>
        <tfoot>
          <Sum name={t('print.in')} value={sheet.moneyIn} />
          <Sum name={t('print.out')} value={sheet.moneyOut} />
          {sheet.fees !== 0 && <Sum name={t('print.fees')} value={sheet.fees} />}
          <Sum name={t('print.closing', { day: dayText(to) })} value={sheet.closing} strong />
        </tfoot>
      </table>
      <p className={classes.foot}>{t('print.foot', { date: formatDate(date) })}</p>
    </article>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Sum({ name, value, strong = false }: { name: string; value: number; strong?: boolean }) {
  return (
    <tr className={strong ? classes.strong : undefined}>
      <th scope="row" colSpan={3}>
        {name}
      </th>
      <td>
        KES <Money value={value} />
      </td>
    </tr>
  );
}

function dayText(day: string): string {
  return day.split('-').toReversed().join('/');
}

function sourceOf(b64: string): string {
  return b64.startsWith('data:') ? b64 : `data:image/png;base64,${b64}`;
}
