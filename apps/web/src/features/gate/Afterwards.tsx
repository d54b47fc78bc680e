import type { OfflineOutcome } from '@mfuko/contract/offline';
import type { Problem } from '@mfuko/contract/problem';
import { IconShieldQuestion } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import classes from './Afterwards.module.css';
import { nameOf } from './line-name.ts';
import { useRefusalText } from './refusals.ts';

/** Lists students who passed offline and about whom the server has reported a problem since. The list stays until the guard has read it. */
export function Afterwards({ outcomes, onRead }: { outcomes: readonly OfflineOutcome[]; onRead: () => void }) {
  const { t } = useTranslation('gate');
  return (
    <section className={classes.card} aria-labelledby="afterwards">
      <div className={classes.head}>
        <IconShieldQuestion aria-hidden />
        <div className={classes.title} role="alert">
          <h2 id="afterwards">{t('after.title', { count: outcomes.length })}</h2>
        </div>
        <button type="button" className={classes.read} onClick={onRead}>
          {t('after.read')}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard */}
      <ul className={classes.list} tabIndex={0} aria-labelledby="afterwards">
        {outcomes.map((outcome) => (
          <Outcome key={outcome.key} outcome={outcome} />
        ))}
      </ul>
      {outcomes.every(isUnreadable) ? null : <p className={classes.note}>{t('after.note')}</p>}
    </section>
  );
}

function Outcome({ outcome }: { outcome: OfflineOutcome }) {
  const { t } = useTranslation('gate');
  const why = useWhy();
  const { status, kind = 'any', problem, admissionNumber = '', studentName = null } = outcome;
  const result = t(status === 'refused' || kind === 'any' ? `after.refused.${kind}` : `after.recorded.${kind}`);
  return (
    <li className={classes.line}>
      <strong>{nameOf({ admissionNumber, names: studentName })}</strong>
      {/* A stopped check-out was recorded first: the reason tells what became of it. */}
      <span>{problem === 'stopped' ? why(outcome) : `${result} · ${why(outcome)}`}</span>
    </li>
  );
}

/** True for an event that the server could not read: it names no student, and the office has it on no list. */
function isUnreadable({ problem }: Pick<OfflineOutcome, 'problem'>): boolean {
  return problem === 'offline.unreadable' || problem === 'input.malformed';
}

function useWhy(): (outcome: OfflineOutcome) => string {
  const { t } = useTranslation('gate');
  const refusalText = useRefusalText();
  return ({ problem, admissionNumber = '', studentName = null }) => {
    if (problem === undefined) return t('after.why.noProof');
    if (problem === 'stopped') return t('after.why.stopped');
    if (problem === 'offline.too-old') return t('after.why.tooOld');
    if (isUnreadable({ problem })) return t('after.why.unreadable');
    if (problem === 'student.not-found') return t('refused.unknown');
    const refusal = new CallError({
      status: 422,
      body: { message: problem, problem: problem as Problem },
      atLogin: false,
    });
    return refusalText({ admissionNumber, names: studentName, refusal }).short;
  };
}
