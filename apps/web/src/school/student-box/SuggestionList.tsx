import { useEffect, useRef } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import classes from './SuggestionList.module.css';
import type { Suggestions } from './useSuggestions.ts';

/** List of suggested students below the field, in the flow of the page, so that it covers no button. */
export function SuggestionList({ suggestions }: { suggestions: Suggestions }) {
  const { t } = useTranslation('school');
  const { id, shown, active, choose } = suggestions;
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active option has moved
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <>
      {shown.length > 0 && (
        <div ref={list} id={`${id}-list`} role="listbox" aria-label={t('box.list')} className={classes.list}>
          {shown.map((student, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the field, which names the option
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
            <div
              key={`${student.admissionNumber} ${student.guardian?.phone}`}
              id={`${id}-${place}`}
              role="option"
              aria-selected={place === active}
              className={classes.option}
              // Keeps the focus in the field during a press.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(student)}
            >
              <span className={classes.number}>{student.admissionNumber}</span>
              <span className={classes.words}>
                <span>{student.names}</span>
                <span className={classes.detail}>
                  {[
                    student.className,
                    student.status === 'left' && t('box.left'),
                    student.guardian && `${student.guardian.name} ${student.guardian.phone}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
            </div>
          ))}
        </div>
      )}
      <span className={classes.told} aria-live="polite">
        {shown.length > 0 && t('box.found', { count: shown.length })}
      </span>
    </>
  );
}
