import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import type { Endpoint } from '@mfuko/contract/endpoint';
import { useRef } from 'react';
import { CallError } from '../lib/problems.ts';
import { inWords } from './field-words.ts';
import { useDraftWithout } from './kept.ts';
import { worded } from './worded.ts';

/** Longer than a press: an error that appears while the button goes down would move it from under the pointer. */
const AFTER_A_PRESS_MS = 250;

const NOTHING: readonly never[] = [];

/** A form whose fields are checked by the contract's own schema before anything is sent. */
export function useContractForm<Values extends Record<string, unknown>>(
  endpoint: Endpoint,
  initialValues: Values,
  draft?: string,
) {
  const errors = useRef<Readonly<Record<string, unknown>>>({});
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues,
    validate: schemaResolver(worded(endpoint, (_, why) => inWords(why)).input, { sync: true }) as never,
    enhanceGetInputProps: ({ field, form: { getValues, validateField } }) => ({
      onBlur: () => {
        // What was not filled in yet is not wrong yet.
        const filled = (getValues() as Record<string, unknown>)[field as string];
        // What the server said of it meanwhile stands until the field is changed.
        const look = () => !errors.current[field as string] && validateField(field as never);
        if (filled) setTimeout(look, AFTER_A_PRESS_MS);
      },
    }),
  });
  errors.current = form.errors;
  useDraftWithout(form, draft, NOTHING);
  return form;
}

/** Puts the server's word on each field at the field. */
export function showFieldErrors<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  error: unknown,
): void {
  if (error instanceof CallError)
    form.setErrors(Object.fromEntries(Object.entries(error.fields).map(([field, why]) => [field, inWords(why)])));
}
