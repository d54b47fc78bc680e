import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import type { Endpoint } from '@mfuko/contract/endpoint';
import { useEffect } from 'react';
import { CallError } from '../lib/problems.ts';

/** A form whose fields are checked by the contract's own schema before anything is sent. */
export function useContractForm<Values extends Record<string, unknown>>(
  endpoint: Endpoint,
  initialValues: Values,
  draft?: string,
) {
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues,
    validateInputOnBlur: true,
    validate: schemaResolver(endpoint.input, { sync: true }) as never,
  });
  useDraft(form, draft);
  return form;
}

/** Puts the server's word on each field at the field. */
export function showFieldErrors<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  error: unknown,
): void {
  if (error instanceof CallError) form.setErrors(error.fields);
}

/** Keeps what was typed through a reload. Never for secrets, PINs or files. */
function useDraft<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  name: string | undefined,
): void {
  const key = name && `draft:${name}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the form appears; later the form is the truth
  useEffect(() => {
    const kept = key && sessionStorage.getItem(key);
    if (kept) form.setValues(JSON.parse(kept) as Values);
  }, [key]);
  const text = JSON.stringify(form.values);
  const dirty = form.isDirty();
  useEffect(() => {
    if (key) dirty ? sessionStorage.setItem(key, text) : sessionStorage.removeItem(key);
  }, [key, text, dirty]);
}
