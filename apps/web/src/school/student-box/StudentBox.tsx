import { TextInput, type TextInputProps } from '@mantine/core';
import { type Ref, Suspense } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session.ts';
import { lateDialog } from '../../ui/late-dialog.tsx';
import { CardCamera } from '../camera/card-camera.ts';
import classes from './StudentBox.module.css';
import { SuggestionList } from './SuggestionList.tsx';
import { MAX_TEXT_LENGTH } from './typed-student.ts';
import { useStudentBox } from './useStudentBox.ts';

// Loaded when a card is scanned meanwhile, so that no screen waits for it. After a failed load the typing continues, and the card can be
// scanned again.
const CardQuestion = lateDialog(
  () => import('./CardQuestion.tsx').then((it) => it.CardQuestion),
  ({ number }) => number,
  ({ onAnswer }) => onAnswer(false),
);

interface StudentBoxProps extends Pick<TextInputProps, 'error' | 'size' | 'autoFocus' | 'name' | 'onFocus' | 'onBlur'> {
  readonly ref?: Ref<HTMLInputElement>;
  /** Current admission number of the screen; empty while a name is typed. */
  readonly value: string;
  readonly onNumber: (number: string) => void;
  /** True if a student has that number. */
  readonly named: boolean;
  /** Called with the number that was chosen by Enter or from the list. Without it the next empty field takes the focus. */
  readonly onChosen?: (admissionNumber: string) => void;
  readonly label?: string;
  readonly description?: string;
  readonly required?: boolean;
}

/** Field of the console that identifies the student, built on `useStudentBox`. */
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
  const { field, text, suggestions, card, take, press } = useStudentBox({ value, onNumber, named, onChosen });
  const { id, shown, active } = suggestions;
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
        value={text}
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
        // Suggestions are shown instead of an error.
        error={shown.length > 0 ? null : missing}
        role="combobox"
        data-card="takes"
        aria-expanded={shown.length > 0}
        aria-controls={shown.length > 0 ? `${id}-list` : undefined}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_TEXT_LENGTH}
        name={name}
        required={required}
        {...(CardCamera && {
          rightSectionPointerEvents: 'all' as const,
          rightSection: (
            <Suspense>
              <CardCamera className={classes.camera} onCard={card.receive} />
            </Suspense>
          ),
        })}
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
