import type { TripEntry } from '@mfuko/contract/bus-trips';
import type { FormEvent } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { Template } from '../../../lib/scanner/messages.ts';
import type { ScannerInUse } from '../../../lib/scanner/useScanner.ts';
import classes from '../../../school/desk/desk.module.css';
import { useScannerText } from '../../../school/scanner-text.ts';
import { SuggestionList } from '../../../school/student-box/SuggestionList.tsx';
import { LONGEST_TEXT } from '../../../school/student-box/typed-student.ts';
import { useStudentBox } from '../../../school/student-box/useStudentBox.ts';
import styles from './Trip.module.css';
import { useBoarding } from './useBoarding.ts';
import type { RideKind } from './useRides.ts';

interface BoardingFormProps {
  readonly busy: boolean;
  readonly byFinger: boolean;
  readonly onByFinger: (on: boolean) => void;
  readonly scanner: ScannerInUse;
  /** The child of a number, as far as this device knows. */
  readonly childOf: (number: string) => TripEntry;
  readonly onRide: (kind: RideKind, number: string, finger: Template | null) => void;
}

/** The door of the bus: who is there by number, name or card, with a finger where one is asked for. Enter records, and so does the touch. */
export function BoardingForm({ busy, byFinger, onByFinger, scanner, childOf, onRide }: BoardingFormProps) {
  const { t } = useTranslation('trip');
  const { t: school } = useTranslation('school');
  const { kind, setKind, number, missing, type, press, choose } = useBoarding({ busy, byFinger, scanner, onRide });
  const { names, className } = childOf(number);
  const box = useStudentBox({ value: number, onNumber: type, named: names !== '', onChosen: choose });
  const { id, shown, active, none } = box.suggestions;
  const scannerWords = useScannerText(scanner.state, false);
  const nobody = none && number === '';
  const hint = byFinger ? scannerWords : t('doorHint');
  function submit(event: FormEvent): void {
    event.preventDefault();
    press();
    box.field.current?.focus();
  }
  return (
    <form onSubmit={submit} noValidate>
      <fieldset className={styles.choice}>
        <legend className={classes.label}>{t('door')}</legend>
        {(['on', 'off'] as const).map((way) => (
          <label key={way} data-kind={way}>
            <input type="radio" name="kind" checked={kind === way} onChange={() => setKind(way)} />
            {t(`door_${way}`)}
          </label>
        ))}
        <label>
          <input type="checkbox" checked={byFinger} onChange={(event) => onByFinger(event.currentTarget.checked)} />
          {t('byFinger')}
        </label>
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
            className={classes.input}
            placeholder={school('box.hintAgent')}
            value={box.text}
            onChange={(event) => box.take(event.currentTarget.value)}
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
            aria-invalid={missing || undefined}
            autoComplete="off"
            spellCheck={false}
            maxLength={LONGEST_TEXT}
          />
        </div>
        <button type="submit" className={classes.press} data-look="go" disabled={busy}>
          {t(`act.${kind}`)}
        </button>
      </div>
      <SuggestionList suggestions={box.suggestions} />
      <p id="door-who" className={styles.who} aria-live="polite">
        {names !== '' && [names, className].filter(Boolean).join(' · ')}
      </p>
      <p id="door-hint" className={`${classes.dim} ${styles.hint}`} role={missing || nobody ? 'alert' : undefined}>
        {missing ? t('numberMissing') : nobody ? t('nobodyFound') : hint}
      </p>
    </form>
  );
}
