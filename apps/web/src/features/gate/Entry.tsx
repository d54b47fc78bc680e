import { Suspense, useEffect } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { CardCamera } from '../../school/camera/card-camera.ts';
import { Keypad } from '../../school/desk/Keypad.tsx';
import { SuggestionList } from '../../school/student-box/SuggestionList.tsx';
import classes from './Entry.module.css';
import type { Lane } from './lane/lane.ts';
import { comeBack, ProofField } from './ProofField.tsx';
import { StudentLine } from './StudentLine.tsx';
import type { Screen } from './screens.ts';
import { focusEntry } from './useGate.ts';
import { useNumberEntry } from './useNumberEntry.ts';

/** Number, finger or PIN, and the keypad. */
export function Entry({ lane, screen, onRescan }: { lane: Lane; screen: Screen; onRescan: () => void }) {
  const { t } = useTranslation('gate');
  const entry = lane.entry.use();
  const pinNext = screen.by === 'pin' && entry.field === 'number' && entry.number !== '' && entry.pin === '';
  const { words, suggestions, ...typing } = useNumberEntry(lane);
  const { id, shown, active } = suggestions;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus goes along with the field that is waited for
  useEffect(focusEntry, [entry.field, screen.by, screen.kind]);

  return (
    <section className={classes.card} aria-label={t('entry.label')}>
      <div className={classes.fields} data-by={screen.by}>
        <div className={classes.who}>
          <label className={classes.field}>
            <span className={classes.label}>{t('entry.number')}</span>
            <input
              className={classes.input}
              value={typing.text}
              onChange={typing.change}
              onPaste={typing.paste}
              onKeyDown={typing.press}
              onFocus={() => {
                suggestions.setFocused(true);
                lane.focus('number');
              }}
              onBlur={() => {
                suggestions.setFocused(false);
                comeBack();
              }}
              role="combobox"
              aria-expanded={shown.length > 0}
              aria-controls={shown.length > 0 ? `${id}-list` : undefined}
              aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
              aria-autocomplete="list"
              maxLength={typing.longest}
              data-active={entry.field === 'number' || undefined}
              data-veiled={entry.veiled || undefined}
              aria-describedby="student"
              inputMode="none"
              autoComplete="off"
              name="admissionNumber"
              // biome-ignore lint/a11y/noAutofocus: the one thing that this page is for
              autoFocus
            />
          </label>
          {CardCamera && (
            <Suspense>
              <CardCamera className={classes.camera} onCard={lane.card} />
            </Suspense>
          )}
        </div>
        <ProofField lane={lane} entry={entry} by={screen.by} onRescan={onRescan} />
      </div>
      {words === '' ? (
        <StudentLine entry={entry} by={screen.by} />
      ) : (
        <div id="student" className={classes.suggestions}>
          <SuggestionList suggestions={suggestions} />
          {suggestions.none && t('entry.nobody')}
        </div>
      )}
      <Keypad
        words={{
          keypad: t('entry.keypad'),
          backspace: t('entry.backspace'),
          go: t(pinNext ? 'entry.next' : `title.${screen.kind}`),
        }}
        kind={screen.kind}
        onKey={lane.key}
        onGo={() => lane.press('button')}
      />
    </section>
  );
}
