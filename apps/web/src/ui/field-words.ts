import type { FieldError } from '@mfuko/contract/field-errors';
import { i18n } from '../lib/i18n.ts';
import type { CallError } from '../lib/problems.ts';

/** Returns the error of a field in the reader's language. */
export function inWords({ code, params = {} }: FieldError): string {
  return i18n.t(`ui:field.${code}`, params);
}

/**
 * Returns the error of each field that a refusal names: translated by its code, or the server's message where the console does not know the
 * code.
 */
export function fieldWords({ fields, fieldCodes }: CallError): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, why]) => [field, fieldCodes[field] ? inWords(fieldCodes[field]) : why]),
  );
}
