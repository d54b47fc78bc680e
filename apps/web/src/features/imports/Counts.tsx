import type { ImportAnswer, ImportKind } from '@mfuko/contract/imports';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { faultsOf, waitingForClass } from './corrections.ts';
import classes from './Imports.module.css';

interface CountsProps {
  readonly answer: ImportAnswer;
  readonly kind: ImportKind;
  readonly done?: boolean;
}

/** Figures of an answer as text. */
export function Counts({ answer, kind, done = false }: CountsProps) {
  const { t } = useTranslation('imports');
  const wrong = new Set(faultsOf(answer).map(({ row }) => row)).size;
  const waiting = waitingForClass(answer);
  const rows = [
    { name: t('counts.rows'), count: answer.rows },
    { name: t(done ? `kinds.${kind}.recorded` : `kinds.${kind}.created`), count: answer.created },
    ...(kind === 'students' ? [{ name: t(done ? 'counts.changed' : 'counts.updated'), count: answer.updated }] : []),
    { name: t('counts.skipped'), count: answer.skipped },
    ...(waiting > 0 ? [{ name: t('counts.waiting'), count: waiting }] : []),
    ...(answer.setAside > 0 ? [{ name: t('counts.setAside'), count: answer.setAside }] : []),
    { name: t('counts.wrong'), count: wrong, isWrong: wrong > 0 },
  ];
  return (
    <dl className={classes.counts}>
      {rows.map(({ name, count, isWrong }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-wrong={isWrong || undefined}>{count === 0 ? '0' : formatCount(count)}</dd>
        </div>
      ))}
      {kind === 'deposits' && (
        <div>
          <dt>{t(done ? 'counts.amountDone' : 'counts.amount')}</dt>
          <dd>{formatMoney(answer.amount)}</dd>
        </div>
      )}
      {answer.amountPaidBefore > 0 && (
        <div>
          <dt>{t('counts.amountPaidBefore')}</dt>
          <dd>{formatMoney(answer.amountPaidBefore)}</dd>
        </div>
      )}
      {kind === 'deposits' && answer.amountLeftOut > 0 && (
        <div>
          <dt>{t('counts.amountLeftOut')}</dt>
          <dd data-wrong>{formatMoney(answer.amountLeftOut)}</dd>
        </div>
      )}
      {answer.amountSetAside > 0 && (
        <div>
          <dt>{t('counts.amountSetAside')}</dt>
          <dd>{formatMoney(answer.amountSetAside)}</dd>
        </div>
      )}
    </dl>
  );
}
