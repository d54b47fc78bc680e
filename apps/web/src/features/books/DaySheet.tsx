import type { BookDay } from '@mfuko/contract/books';
import { formatCount, formatDate, formatDay, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { PaperHead } from '../../school/PaperHead.tsx';
import classes from './DaySheet.module.css';
import { DayTables } from './DayTables.tsx';

const SIGNATURES = ['prepared', 'checked', 'head'] as const;

/** Printable sheet of a closed day, with lines for the signatures. */
export function DaySheet({ day }: { day: BookDay }) {
  const { t } = useTranslation('books');
  return (
    <article className={classes.sheet} data-numbered>
      <PaperHead />
      <h2>{t('sheet.title', { day: formatDay(day.day) })}</h2>
      <dl className={classes.facts}>
        <Fact name={t('days.state')} value={t(`states.${day.state}`)} />
        <Fact name={t('days.movements')} value={formatCount(day.movements)} />
        <Fact name={t('owed')} value={formatMoney(day.owed)} />
        <Fact name={t('held')} value={formatMoney(day.held)} />
        <Fact name={t('difference')} value={formatMoney(day.difference)} />
        <Fact
          name={t('days.atProvider')}
          value={day.providerDifference === null ? t('day.notHeard') : formatMoney(day.providerDifference)}
        />
      </dl>
      <DayTables day={day} />
      <p className={classes.seal}>
        {t('day.seal')}: {day.seal}
        <br />
        {t('sheet.printed', { at: formatDate(Date.now()) })}
      </p>
      <ul className={classes.signatures}>
        {SIGNATURES.map((who) => (
          <li key={who}>{t(`sheet.${who}`)}</li>
        ))}
      </ul>
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
