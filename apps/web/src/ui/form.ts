import { type UseFormReturnType, useForm } from '@mantine/form';
import type { Endpoint } from '@mfuko/contract/endpoint';
import { type FieldError, fieldErrorOf, readFieldError } from '@mfuko/contract/field-errors';
import { useRef } from 'react';
import { CallError } from '../lib/problems.ts';
import { useDraftWithout } from './draft-storage.ts';
import { fieldWords, inWords } from './field-words.ts';
import { goToFirst } from './wrong-fields.ts';

/** Longer than a press: an error that appears between pointer down and up would move the button away from the pointer. */
const AFTER_A_PRESS_MS = 250;

const NOTHING: readonly never[] = [];

/**
 * Form whose fields are validated with the contract's schema before anything is sent; the first invalid field takes the focus. `say`
 * overrides the text of an error.
 */
export function useContractForm<Values extends Record<string, unknown>>(
  { input }: Pick<Endpoint, 'input'>,
  initialValues: Values,
  draft?: string,
  say: (field: string, error: FieldError) => string = (_, error) => inWords(error),
) {
  const errors = useRef<Readonly<Record<string, unknown>>>({});
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues,
    validate: (values) => {
      const wrong: Record<string, string> = {};
      for (const issue of input.safeParse(values).error?.issues ?? [])
        wrong[issue.path.join('.')] ??= say(
          String(issue.path[0] ?? ''),
          // A schema may define its own message for an empty field: `Please select a valid role.`
          readFieldError(issue.message) ?? fieldErrorOf(issue, values),
        );
      return wrong;
    },
    enhanceGetInputProps: ({ field, form: { getValues, validateField } }) => ({
      onBlur: () => {
        // Empty fields are not validated on blur.
        const filled = () => Boolean((getValues() as Record<string, unknown>)[field as string]);
        // The server's error stays until the field is changed. After a save the form is empty again.
        const look = () => filled() && !errors.current[field as string] && validateField(field);
        if (filled()) setTimeout(look, AFTER_A_PRESS_MS);
      },
    }),
  });
  errors.current = form.errors;
  useDraftWithout(form, draft, NOTHING);
  const onSubmit: typeof form.onSubmit = (send, refuse) =>
    form.onSubmit(send, refuse ?? ((wrong) => requestAnimationFrame(() => goToFirst(form, wrong))));
  return { ...form, onSubmit };
}

/** Shows the server's errors at their fields. */
export function showFieldErrors<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  error: unknown,
): void {
  if (error instanceof CallError) form.setErrors(fieldWords(error));
}
