import { IconShieldQuestion } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import classes from './Afterwards.module.css';
import type { Line } from './queue.ts';
import { timeOf } from './refusals.ts';
import { nameOf } from './StatusBanner.tsx';
import { play } from './sounds.ts';

interface UnansweredProps {
  readonly lines: readonly Line[];
  readonly onCollect: (line: Line) => void;
  readonly onRead: (line: Line) => void;
}

/** Children who were proven and are not recorded as out, since nobody has said who collects. Above the latest, so that no queue carries them off. */
export function Unanswered({ lines, onCollect, onRead }: UnansweredProps) {
  const { t } = useTranslation('gate');
  const gone = lines.filter(({ proof }) => proof === null).length;
  const before = useRef(0);
  useEffect(() => {
    // From now on no press lets this child go: a guard who looks at the queue hears of it.
    if (gone > before.current) play('look');
    before.current = gone;
  }, [gone]);
  if (lines.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby="unanswered">
      <div className={classes.head}>
        <IconShieldQuestion aria-hidden />
        <div className={classes.title} role="alert">
          <h2 id="unanswered">{t('unanswered.title', { count: lines.length })}</h2>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard */}
      <ul className={classes.list} tabIndex={0} aria-labelledby="unanswered">
        {lines.map((line) => (
          <Question key={line.key} line={line} onCollect={onCollect} onRead={onRead} />
        ))}
      </ul>
      {gone > 0 && <p className={classes.note}>{t('unanswered.note')}</p>}
    </section>
  );
}

function Question({ line, onCollect, onRead }: Omit<UnansweredProps, 'lines'> & { line: Line }) {
  const { t } = useTranslation('gate');
  const isGone = line.proof === null;
  const text = isGone ? t('after.read') : t('actions.collect');
  return (
    <li className={classes.line}>
      <div className={classes.title}>
        <strong>{nameOf(line)}</strong> · {line.className && `${line.className} · `}
        <time>{timeOf(line)}</time>
        {isGone && <p>{t('unanswered.gone')}</p>}
      </div>
      <button
        key={text}
        // A press that was meant for the one is none for the other.
        data-of={isGone ? `${line.key}-gone` : line.key}
        type="button"
        className={classes.read}
        aria-label={`${nameOf(line)}: ${text}`}
        onClick={() => (isGone ? onRead(line) : onCollect(line))}
      >
        {text}
      </button>
    </li>
  );
}
