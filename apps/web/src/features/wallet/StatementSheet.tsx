import type { StatementSheet as Sheet, Statements } from '@mfuko/contract/statements';
import { formatDate, formatDay } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { StatementHead } from './StatementHead.tsx';
import { OpeningRow, StatementRow, StatementSums } from './StatementRows.tsx';
import classes from './StatementSheet.module.css';
import { useStatementPages } from './useStatementPages.ts';
import { useWhat } from './useWhat.ts';

interface StatementSheetProps {
  readonly sheet: Sheet;
  readonly statements: Pick<Statements, 'school' | 'date' | 'from' | 'to'>;
  /** True for the paper of a receipt printer. */
  readonly narrow: boolean;
}

/** Printable statement of one student's pocket money for a guardian: opening balance, movements, closing balance. */
export function StatementSheet({ sheet, statements, narrow }: StatementSheetProps) {
  const { t, i18n } = useTranslation('wallet');
  const whatOf = useWhat();
  const { from, to, date } = statements;
  const period =
    from === null
      ? t('print.until', { to: formatDay(to) })
      : t('print.between', { from: formatDay(from), to: formatDay(to) });
  const { pages, measuring, ref } = useStatementPages(sheet, narrow, i18n.language);
  return (
    <article className={`${classes.sheet} ${narrow ? classes.slip : classes.a4}`} aria-label={sheet.names}>
      {pages.map(({ lines, first, last }, place) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is known by its number
          key={place}
          ref={measuring ? ref : undefined}
          className={`${classes.page} ${measuring ? classes.measured : ''}`}
        >
          {first && (
            <div data-part="head">
              <StatementHead sheet={sheet} school={statements.school} period={period} />
            </div>
          )}
          {(!first || measuring) && (
            <p className={classes.running} data-part="running">
              {statements.school.officialName} · {sheet.names} · {sheet.admissionNumber} · {period}
            </p>
          )}
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
              {first && <OpeningRow from={from} opening={sheet.opening} />}
              {lines.map((line) => (
                <StatementRow key={line.sysid} line={line} what={whatOf(line)} />
              ))}
            </tbody>
            {last && <StatementSums sheet={sheet} to={to} />}
          </table>
          <p className={classes.foot} data-part="foot">
            <span>{t('print.foot', { date: formatDate(date) })}</span>
            {!narrow && <span>{t('print.page', { page: place + 1, pages: pages.length })}</span>}
          </p>
        </div>
      ))}
    </article>
  );
}
