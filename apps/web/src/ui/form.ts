import { type UseFormReturnType, useForm } from '@mantine/form';
import type { Endpoint } from '@mfuko/contract/endpoint';
import { type FieldError, fieldErrorOf, readFieldError } from '@mfuko/contract/field-errors';
import { useRef } from 'react';
import { CallError } from '../lib/problems.ts';
import { useDraftWithout } from './draft-storage.ts';
import { fieldWords, inWords } from './field-words.ts';
import { goToFirst } from './wrong-fields.ts';

/** Longer than a press: an error that appears while the button goes down would move it from under the pointer. */
const AFTER_A_PRESS_MS = 250;

const NOTHING: readonly never[] = [];

/**
 * A form whose fields are checked by the contract's own schema before anything is sent, and the first wrong one gone to; `say` puts a wrong
 * field into other words.
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
          // A schema may say of its own how an empty field is asked for: `Please select a valid role.`
          readFieldError(issue.message) ?? fieldErrorOf(issue, values),
        );
      return wrong;
    },
    enhanceGetInputProps: ({ field, form: { getValues, validateField } }) => ({
      onBlur: () => {
        // Fields that were not filled in yet are not wrong yet.
        const filled = () => Boolean((getValues() as Record<string, unknown>)[field as string]);
        // The server's word on the field stands until the field is changed. A form that was saved meanwhile is empty again.
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

/** Puts the server's word on each field at the field. */
export function showFieldErrors<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  error: unknown,
): void {
  if (error instanceof CallError) form.setErrors(fieldWords(error));
}
