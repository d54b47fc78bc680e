import type { TripEntry } from '@mfuko/contract/bus-trips';
import { type FormEvent, useEffect, useRef } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/desk.module.css';
import { useScannerText } from '../../../school/scanner-text.ts';
import { SuggestionList } from '../../../school/student-box/SuggestionList.tsx';
import { MAX_TEXT_LENGTH } from '../../../school/student-box/typed-student.ts';
import { useStudentBox } from '../../../school/student-box/useStudentBox.ts';
import styles from './Trip.module.css';
import { type BoardingOptions, type Needed, type ProofBy, useBoarding } from './useBoarding.ts';
import { useChildName } from './useChildName.ts';

interface BoardingFormProps extends BoardingOptions {
  readonly onProofBy: (by: ProofBy) => void;
  /** Returns the child of a number, as far as this device knows. */
  readonly childOf: (number: string) => TripEntry;
  /** Called once the user begins with the next child. */
  readonly onNext: () => void;
}

/** Door of the bus: takes a child's number, name or card, with a finger or PIN where required. Enter or the finger records. */
export function BoardingForm({ childOf, onProofBy, onNext, ...door }: BoardingFormProps) {
  const { t } = useTranslation('trip');
  const { t: school } = useTranslation('school');
  const { kind, setKind, number, pin, setPin, missing, type, press, choose, again, next, ...echo } = useBoarding(door);
  const { busy, proofBy, scanner } = door;
  const { isVeiled, endNumber, replaced } = echo;
  const pinField = useRef<HTMLInputElement>(null);
  const listed = childOf(number);
  const asked = useChildName(isVeiled ? '' : number, listed.names !== '');
  const { names, className } = asked ?? listed;
  function begin(text: string): void {
    if (text !== '') onNext();
    type(text);
  }
  const named = isVeiled || names !== '';
  const box = useStudentBox({ value: number, onNumber: begin, named, onChosen, onReplaced: replaced });
  const { id, shown, active, none } = box.suggestions;
  const scannerWords = useScannerText(scanner.state, false);
  const nobody = none && number === '';
  const hint = { fingerprint: scannerWords, pin: t('pinHint'), attested: t('doorHint') }[proofBy];
  useEffect(() => {
    if (again) pinField.current?.focus();
  }, [again]);
  function focusOn(needed: Needed | null): void {
    // While the request before is pending, typing goes on in the same field.
    if (needed === 'turn') return;
    if (needed === 'pin' || needed === 'doubt') pinField.current?.focus();
    else box.field.current?.focus();
  }
  function onChosen(chosen: string): void {
    focusOn(choose(chosen));
  }
  function goOn(): void {
    next();
    box.field.current?.focus();
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    focusOn(press());
  }
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) goOn();
      }}
      noValidate
    >
      <fieldset className={styles.choice}>
        <legend className={classes.label}>{t('door')}</legend>
        {(['on', 'off'] as const).map((way) => (
          <label key={way} data-kind={way}>
            <input type="radio" name="kind" checked={kind === way} onChange={() => setKind(way)} />
            {t(`door_${way}`)}
          </label>
        ))}
        {(['fingerprint', 'pin'] as const).map((by) => (
          <label key={by}>
            <input
              type="checkbox"
              checked={proofBy === by}
              onChange={(event) => onProofBy(event.currentTarget.checked ? by : 'attested')}
            />
            {t(`by.${by}`)}
          </label>
        ))}
      </fieldset>
      <div className={classes.form}>
        <div>
          <label className={classes.label} htmlFor="number">
            {t('number')}
          </label>
          <input
            ref={box.field}
            id="number"
            name="admissionNumber"
            className={`${classes.input} ${isVeiled ? styles.veiled : ''}`}
            placeholder={school('box.hintAgent')}
            value={box.text}
            onChange={(event) => {
              // Letters of a name are not a number yet.
              if (event.currentTarget.value !== '') onNext();
              box.take(event.currentTarget.value);
            }}
            onKeyDown={box.press}
            onFocus={() => box.suggestions.setFocused(true)}
            onBlur={() => box.suggestions.setFocused(false)}
            role="combobox"
            data-card="takes"
            aria-expanded={shown.length > 0}
            aria-controls={shown.length > 0 ? `${id}-list` : undefined}
            aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
            aria-autocomplete="list"
            aria-describedby="door-who door-hint"
            aria-invalid={missing === 'number' || undefined}
            autoComplete="off"
            spellCheck={false}
            maxLength={MAX_TEXT_LENGTH}
          />
        </div>
        {proofBy === 'pin' && (
          <div>
            <label className={classes.label} htmlFor="pin">
              {t('pin')}
            </label>
            <input
              ref={pinField}
              id="pin"
              name="pin"
              type="password"
              inputMode="numeric"
              className={classes.input}
              value={pin}
              onChange={(event) => setPin(event.currentTarget.value)}
              onFocus={endNumber}
              aria-describedby="door-hint"
              aria-invalid={missing === 'pin' || missing === 'doubt' || undefined}
              autoComplete="off"
              maxLength={8}
            />
          </div>
        )}
        {/* Uses `aria-disabled`: a form with a disabled submit button ignores Enter. */}
        <button type="submit" className={classes.press} data-look="go" aria-disabled={busy || undefined}>
          {t(`act.${kind}`)}
        </button>
        {(again || missing === 'doubt') && (
          <button type="button" className={classes.press} onClick={goOn}>
            {school('next.student')} <kbd aria-hidden>Esc</kbd>
          </button>
        )}
      </div>
      <SuggestionList suggestions={box.suggestions} />
      <p id="door-who" className={styles.who} aria-live="polite">
        {asked?.isNobody ? school('student.unknown') : names !== '' && [names, className].filter(Boolean).join(' · ')}
      </p>
      <p id="door-hint" className={`${classes.dim} ${styles.hint}`} role={missing || nobody ? 'alert' : undefined}>
        {missing === 'doubt' ? (
          <>
            <strong>{school('pinDoubt.title')}</strong> {school('pinDoubt.text')}
          </>
        ) : missing ? (
          t(`missing.${missing}`)
        ) : nobody ? (
          t('nobodyFound')
        ) : (
          hint
        )}
      </p>
    </form>
  );
}
