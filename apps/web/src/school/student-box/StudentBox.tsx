import { TextInput, type TextInputProps } from '@mantine/core';
import type { FoundStudent } from '@mfuko/contract/search';
import { type KeyboardEvent, lazy, type Ref, Suspense, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session.ts';
import { SuggestionList } from './SuggestionList.tsx';
import { LONGEST_TEXT, readTyped } from './typed-student.ts';
import { useScannedCard } from './useScannedCard.ts';
import { useStrayDigits } from './useStrayDigits.ts';
import { useSuggestions } from './useSuggestions.ts';

// Fetched when a card comes in between: no screen waits for it.
const CardQuestion = lazy(() => import('./CardQuestion.tsx').then((it) => ({ default: it.CardQuestion })));

interface StudentBoxProps extends Pick<TextInputProps, 'error' | 'size' | 'autoFocus' | 'name' | 'onFocus' | 'onBlur'> {
  readonly ref?: Ref<HTMLInputElement>;
  /** Admission number that the screen works with; empty while a name is typed. */
  readonly value: string;
  readonly onNumber: (number: string) => void;
  /** True if that number names a student. */
  readonly named: boolean;
  /** Hears who was chosen, by Enter or from the list. Without it the next empty field gets the focus. */
  readonly onChosen?: (admissionNumber: string) => void;
  readonly label?: string;
  readonly description?: string;
  readonly required?: boolean;
}

/**
 * The one way to say which student: by number, name however it is spelt, a guardian's phone, or a card. A card reader types like a
 * keyboard and ends with Enter: all digits since the last end key are the card's number, at whatever pace they come.
 */
export function StudentBox({
  value,
  onNumber,
  named,
  onChosen,
  error,
  label,
  description,
  onFocus,
  onBlur,
  ref,
  required = true,
  name = 'admissionNumber',
  ...props
}: StudentBoxProps) {
  const { t } = useTranslation('school');
  const agent = useSession()?.role === 'CheckAgent';
  const field = useRef<HTMLInputElement | null>(null);
  const [words, setWords] = useState('');
  /** Enter has ended a number: what is typed next is another one. */
  const ended = useRef(false);
  const suggestions = useSuggestions({
    typed: { number: value, words: value ? '' : words },
    named,
    onChoose: ({ admissionNumber }: FoundStudent) => choose(admissionNumber),
  });
  const { id, shown, active } = suggestions;
  useStrayDigits(field);
  const card = useScannedCard({ field, onCard: choose });

  function choose(number: string): void {
    take(number);
    ended.current = true;
    goOn(number);
  }
  function take(text: string): void {
    const typed = readTyped(text);
    setWords(typed.words);
    suggestions.typing();
    // Words name nobody: neither finger nor PIN of the student before goes with them.
    if (typed.number !== value) onNumber(typed.number);
  }
  /** Leads to what is still to be filled in; false where nothing is. */
  function goOn(number: string): boolean {
    if (onChosen) {
      onChosen(number);
      return true;
    }
    const form = field.current?.form;
    const fields = form ? [...form.querySelectorAll<HTMLInputElement>('input:not([type=checkbox], [type=radio])')] : [];
    const next = fields
      .slice(fields.indexOf(field.current as HTMLInputElement) + 1)
      .find((one) => one.required && one.value === '' && !one.disabled);
    next?.focus();
    return next !== undefined;
  }
  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (suggestions.press(event)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === 'Enter' && value !== '') {
      ended.current = true;
      if (goOn(value)) event.preventDefault();
    } else if (event.key === 'Escape') take('');
    else if (/^\d$/.test(event.key) && ended.current) event.currentTarget.select();
    if (event.key.length === 1) ended.current = false;
  }
  const missing = error || (suggestions.none && value === '' ? t('box.none') : null);
  return (
    <div>
      <TextInput
        {...props}
        ref={(input) => {
          field.current = input;
          if (typeof ref === 'function') ref(input);
          else if (ref) ref.current = input;
        }}
        label={label ?? t('student.number')}
        description={description}
        placeholder={t(agent ? 'box.hintAgent' : 'box.hint')}
        value={value || words}
        onChange={(event) => take(event.currentTarget.value)}
        onKeyDown={press}
        onFocus={(event) => {
          suggestions.setFocused(true);
          onFocus?.(event);
        }}
        onBlur={(event) => {
          suggestions.setFocused(false);
          onBlur?.(event);
        }}
        // Whoever may be meant is offered in place of a complaint.
        error={shown.length > 0 ? null : missing}
        role="combobox"
        data-card="takes"
        aria-expanded={shown.length > 0}
        aria-controls={shown.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST_TEXT}
        name={name}
        required={required}
      />
      <SuggestionList suggestions={suggestions} />
      {card.asked !== null && (
        <Suspense>
          <CardQuestion number={card.asked} chosen={value} onAnswer={card.answer} />
        </Suspense>
      )}
    </div>
  );
}
