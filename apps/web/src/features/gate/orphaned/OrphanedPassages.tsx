import { IconShieldQuestion } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import { headingOf, isKnown, type OrphanedRequest } from '../../../school/pending/pending-request.ts';
import classes from '../Afterwards.module.css';
import { directionOf, useLeftPassages } from './orphan-list.ts';
import { useOrphanWords } from './orphan-words.ts';
import { left as presses } from './orphaned-passages.ts';
import { useOrphanWord } from './useOrphanWord.ts';

/** Students whose press had no answer when its page ended: shows each outcome, and asks the guard where the outcome is unknown. */
export function OrphanedPassages() {
  const { t } = useTranslation('gate');
  const left = useLeftPassages();
  if (left.length === 0) return null;
  const { text, count, hasUnknown } = headingOf(left);
  return (
    <section className={classes.card} data-look={isGood(left) ? 'good' : undefined} aria-labelledby="left">
      <div className={classes.head}>
        <IconShieldQuestion aria-hidden />
        <div className={classes.title} role="alert">
          <h2 id="left" tabIndex={-1}>
            {t(text, { count })}
          </h2>
        </div>
      </div>
      <ul className={classes.long} aria-labelledby="left">
        {left.map((one) => (
          <OrphanedPassageLine key={one.key} left={one} />
        ))}
      </ul>
      {hasUnknown && <p className={classes.note}>{t('left.note')}</p>}
    </section>
  );
}

/** Returns true where every press was recorded, so that no action is left. */
const isGood = (left: readonly OrphanedRequest[]) => left.every(({ outcome }) => outcome === 'recorded');

function OrphanedPassageLine({ left }: { left: OrphanedRequest }) {
  const { t } = useTranslation('gate');
  const words = useOrphanWords();
  const keeps = outbox.ready.use();
  const wordOfGone = useOrphanWord(left);
  const [failed, setFailed] = useState(false);
  const { key, outcome, admissionNumber } = left;
  const kind = directionOf(left);
  const { who, what } = words(left);
  const known = isKnown(left);
  // A touch has no number, so nobody can say whose finger it was.
  const isNamed = admissionNumber !== '';
  // Rows disappear by themselves, so a press that began on one child's button must not count for another child.
  const button = (text: string) =>
    ({
      type: 'button',
      className: classes.read,
      'data-of': key,
      'aria-label': `${text}: ${who}`,
      children: text,
    }) as const;
  const say = (word: typeof presses.sayPassed) => () => {
    setFailed(false);
    // On failure the line shows an error and stays, so that the guard can answer again.
    word(left).catch(() => setFailed(true));
  };
  return (
    <li className={classes.line}>
      <strong>{who}</strong>
      <span>{what}</span>
      <span className={classes.words}>
        {!known && isNamed && keeps && wordOfGone === 'free' && (
          <button {...button(t(`left.passed.${kind}`))} onClick={say(presses.sayPassed)} />
        )}
        {!known && isNamed && (kind === 'out' || outcome !== 'asking') && (
          <button {...button(t(`left.stayed.${kind}`))} onClick={say(presses.sayStayed)} />
        )}
        {(known || (!isNamed && outcome !== 'asking')) && (
          <button {...button(t('after.read'))} onClick={() => void presses.forget(key)} />
        )}
      </span>
      {!known && isNamed && wordOfGone === 'held' && <span>{t('left.held')}</span>}
      {failed && <span role="alert">{t('left.failed')}</span>}
    </li>
  );
}
