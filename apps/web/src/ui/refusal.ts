import type { UseFormReturnType } from '@mantine/form';
import type { Problem } from '@mfuko/contract/problem';
import { CallError, describe } from '../lib/problems.ts';
import { showFieldErrors } from './form.ts';
import { showError } from './notify.tsx';
import { asTheyStand } from './wrong-fields.ts';

/**
 * Puts a refusal where it belongs: at the field that the problem is about, else at the fields that the server names,
 * else into a notification. The first wrong field takes the focus.
 */
export function showRefusal<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  error: unknown,
  places: Partial<Record<Problem, keyof Values & string>> = {},
): void {
  const place = error instanceof CallError && error.problem ? places[error.problem] : undefined;
  if (place) form.setFieldError(place, describe(error).message);
  else showFieldErrors(form, error);
  const fields = error instanceof CallError ? error.fields : {};
  const named = asTheyStand(form, fields).filter((field) => field in form.values);
  const first = place ?? named[0];
  if (first) requestAnimationFrame(() => form.getInputNode(first)?.focus());
  else showError(error);
}
