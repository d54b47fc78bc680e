import { IconShieldQuestion } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { whenOf } from '../../lib/when.ts';
import { momentOf, type OrphanedRequest } from '../../school/pending/pending-request.ts';
import classes from './Afterwards.module.css';
import { nameOf } from './line-name.ts';
import type { Line } from './queue/line.ts';
import { timeOf } from './refusals.ts';
import { play } from './sounds.ts';

interface UnansweredProps {
  readonly lines: readonly Line[];
  /** Questions of an earlier page, whose proofs ended with that page. */
  readonly earlier: readonly OrphanedRequest[];
  readonly onCollect: (line: Line) => void;
  readonly onRead: (question: Line | OrphanedRequest) => void;
}

/**
 * Children who were verified but not recorded as out, since nobody has said who collects them. Listed above the latest passages, so that
 * new passages do not push them out of sight.
 */
export function Unanswered({ lines, earlier, onCollect, onRead }: UnansweredProps) {
  const { t } = useTranslation('gate');
  const gone = lines.filter(({ proof }) => proof === null).length;
  const before = useRef(0);
  useEffect(() => {
    // The proof has expired, so the check-out can no longer be sent: a sound alerts a guard who is watching the queue.
    if (gone > before.current) play('look');
    before.current = gone;
  }, [gone]);
  const count = lines.length + earlier.length;
  if (count === 0) return null;
  return (
    <section className={classes.card} aria-labelledby="unanswered">
      <div className={classes.head}>
        <IconShieldQuestion aria-hidden />
        <div className={classes.title} role="alert">
          <h2 id="unanswered">{t('unanswered.title', { count })}</h2>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard */}
      <ul className={classes.list} tabIndex={0} aria-labelledby="unanswered">
        {lines.map((line) => (
          <Question
            key={line.key}
            of={line}
            time={timeOf(line).slice(0, 5)}
            {...(line.proof && { onCollect: () => onCollect(line) })}
            onRead={() => onRead(line)}
          />
        ))}
        {earlier.map((one) => (
          <Question key={one.key} of={one} time={whenOf(momentOf(one))} onRead={() => onRead(one)} />
        ))}
      </ul>
      {gone + earlier.length > 0 && <p className={classes.note}>{t('unanswered.note')}</p>}
    </section>
  );
}

interface QuestionProps {
  readonly of: Pick<Line, 'key' | 'admissionNumber' | 'names' | 'className'>;
  readonly time: string;
  /** Absent once the proof is gone. */
  readonly onCollect?: () => void;
  readonly onRead: () => void;
}

function Question({ of, time, onCollect, onRead }: QuestionProps) {
  const { t } = useTranslation('gate');
  const text = onCollect ? t('actions.collect') : t('after.read');
  return (
    <li className={classes.line}>
      <div className={classes.title}>
        <strong>{nameOf(of)}</strong> · {of.className && `${of.className} · `}
        <time>{time}</time>
        {!onCollect && <p>{t('unanswered.gone')}</p>}
      </div>
      <button
        key={text}
        // A press that began on the first button must not count for the second one.
        data-of={onCollect ? of.key : `${of.key}-gone`}
        type="button"
        className={classes.read}
        aria-label={`${nameOf(of)}: ${text}`}
        onClick={onCollect ?? onRead}
      >
        {text}
      </button>
    </li>
  );
}
