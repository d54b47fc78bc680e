import { useEffect } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session.ts';
import { SuggestionList } from '../student-box/SuggestionList.tsx';
import { MAX_TEXT_LENGTH } from '../student-box/typed-student.ts';
import { useStudentBox } from '../student-box/useStudentBox.ts';
import classes from './counter.module.css';
import desk from './desk.module.css';

interface NumberFieldProps {
  readonly student: { readonly number: string; readonly found: unknown; readonly error: string | null };
  readonly setNumber: (text: string) => void;
}

/** Field for the student at the desk: the number is typed, tapped, read from a card, or found by a name. */
export function NumberField({ student, setNumber }: NumberFieldProps) {
  const { t } = useTranslation('school');
  const agent = useSession()?.role === 'CheckAgent';
  const { field, text, suggestions, card, take, press } = useStudentBox({
    value: student.number,
    onNumber: setNumber,
    named: student.found !== null,
  });
  const { id, shown, active } = suggestions;
  const { asked, answer } = card;
  // A card means the next student, whatever was typed for the previous one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each card
  useEffect(() => {
    if (asked !== null) answer(true);
  }, [asked]);
  const wrong = shown.length > 0 ? null : student.error || (suggestions.none && student.number === '' && t('box.none'));
  return (
    <>
      <label className={desk.label} htmlFor="counter-number">
        {t('student.number')}
      </label>
      <input
        id="counter-number"
        ref={field}
        className={classes.input}
        placeholder={t(agent ? 'box.hintAgent' : 'box.hint')}
        value={text}
        onChange={(event) => take(event.target.value)}
        onKeyDown={press}
        onFocus={() => suggestions.setFocused(true)}
        onBlur={() => suggestions.setFocused(false)}
        role="combobox"
        data-card="takes"
        aria-expanded={shown.length > 0}
        aria-controls={shown.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        aria-invalid={Boolean(wrong) || undefined}
        aria-describedby="counter-wrong"
        // The keypad below types digits; a name needs a keyboard.
        inputMode="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_TEXT_LENGTH}
        name="admissionNumber"
        required
        // biome-ignore lint/a11y/noAutofocus: the one thing that this screen is for
        autoFocus
      />
      <SuggestionList suggestions={suggestions} />
      <p id="counter-wrong" className={classes.wrong}>
        {wrong}
      </p>
    </>
  );
}
