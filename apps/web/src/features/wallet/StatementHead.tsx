import type { StatementSheet as Sheet, Statements } from '@mfuko/contract/statements';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Spark } from '../../ui/chart/Spark.tsx';
import classes from './StatementSheet.module.css';

interface StatementHeadProps {
  readonly sheet: Sheet;
  readonly school: Statements['school'];
  readonly period: string;
}

/** Head of a statement: school, student and the balance over the period. */
export function StatementHead({ sheet, school, period }: StatementHeadProps) {
  const { t } = useTranslation('wallet');
  const address = [school.pobox && t('print.pobox', { pobox: school.pobox }), school.town].filter(Boolean).join(', ');
  const balances = [sheet.opening, ...sheet.lines.map(({ balance }) => balance)];
  return (
    <>
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
      {balances.length > 2 && (
        <figure className={classes.trend}>
          <figcaption>
            {t('print.trend', {
              least: formatMoney(Math.min(...balances)),
              most: formatMoney(Math.max(...balances)),
            })}
          </figcaption>
          <Spark values={balances} />
        </figure>
      )}
    </>
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

function sourceOf(b64: string): string {
  return b64.startsWith('data:') ? b64 : `data:image/png;base64,${b64}`;
}
