import type { Exeat } from '@mfuko/contract/exeats';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { PaperHead } from '../../school/PaperHead.tsx';
import classes from './Exeats.module.css';

/** Printed pass for the student. The gate trusts its own lookup, not this paper. */
export function ExeatSlip({ exeat }: { exeat: Exeat }) {
  const { t } = useTranslation('exeats');
  const facts = [
    [t('fields.student'), `${exeat.names} (${exeat.admissionNumber})`],
    [t('fields.className'), exeat.className],
    [t('fields.leavesFrom'), formatDate(exeat.leavesFrom)],
    [t('fields.returnBy'), formatDate(exeat.returnBy)],
    [t('fields.reason'), exeat.reason],
    ...(exeat.goesWith === null ? [] : [[t('fields.goesWith'), exeat.goesWith]]),
    [t('fields.grantedBy'), `${exeat.grantedBy}, ${formatDate(exeat.dateGranted)}`],
  ];
  return (
    <article className={classes.slip}>
      <PaperHead />
      <h1>{t('slip')}</h1>
      <dl>
        {facts.map(([term, fact]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.signed}>{t('signed')}</p>
    </article>
  );
}
