import { IconFingerprint } from '@tabler/icons-react';
import { Suspense, useEffect } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { pictureSource } from '../../lib/scanner/messages.ts';
import { CardCamera } from '../../school/camera/card-camera.ts';
import { Keypad, keepFocus } from '../../school/desk/Keypad.tsx';
import { SuggestionList } from '../../school/student-box/SuggestionList.tsx';
import classes from './Entry.module.css';
import { type Entry as Entered, isNobodys, type Lane } from './lane.ts';
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
        {screen.by === 'pin' ? (
          <label className={classes.field}>
            <span className={classes.label}>{t('entry.pin')}</span>
            <input
              className={classes.input}
              type="password"
              value={entry.pin}
              onChange={(event) => lane.typePin(event.target.value)}
              onFocus={() => lane.focus('pin')}
              onBlur={comeBack}
              data-active={entry.field === 'pin' || undefined}
              inputMode="none"
              // Keeps password managers from offering to save a child's PIN.
              autoComplete="one-time-code"
              name="checkPin"
            />
          </label>
        ) : (
          <button
            type="button"
            className={classes.finger}
            data-scanned={entry.finger ? true : undefined}
            aria-label={`${t(entry.finger ? 'entry.hasFinger' : 'entry.noFinger')}. ${t('entry.rescan')}`}
            title={t('entry.rescan')}
            onMouseDown={keepFocus}
            onClick={onRescan}
          >
            {entry.finger ? (
              <img src={pictureSource(entry.finger)} alt="" />
            ) : (
              <IconFingerprint size={40} stroke={1.25} aria-hidden />
            )}
          </button>
        )}
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

/** Student to whom the typed number belongs, shown before the finger is read. */
function StudentLine({ entry, by }: { entry: Entered; by: Screen['by'] }) {
  const { t } = useTranslation('gate');
  const { number, lookup, veiled } = entry;
  // Until typing ends, the digits may be the start of a longer number, so an unknown number is not reported yet.
  const status = veiled || (lookup.status === 'missing' && !isNobodys(entry)) ? 'typing' : lookup.status;
  const unprepared = lookup.status === 'found' && by === 'fingerprint' && !lookup.student.hasFingerprint;
  const pinFirst = lookup.status === 'found' && by === 'fingerprint' && !unprepared && lookup.student.pinFirst === true;
  return (
    <p id="student" className={classes.student} data-status={unprepared ? 'missing' : status} aria-live="polite">
      {lookup.status === 'found' ? (
        <>
          <strong>{lookup.student.names}</strong> · {unprepared ? t('student.noFinger') : lookup.student.className}
          {pinFirst && ` · ${t('student.pinFirst')}`}
        </>
      ) : (
        t(`student.${status}`, { number })
      )}
    </p>
  );
}

/** Returns the focus to the field unless another element has taken it. */
function comeBack(): void {
  setTimeout(() => {
    if (document.activeElement === document.body && !document.querySelector('dialog[open]')) focusEntry();
  });
}
