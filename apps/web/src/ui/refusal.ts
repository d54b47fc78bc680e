import type { UseFormReturnType } from '@mantine/form';
import type { Problem } from '@mfuko/contract/problem';
import { CallError, describe } from '../lib/problems.ts';
import { showFieldErrors } from './form.ts';
import { showError } from './notify.tsx';
import { asTheyStand } from './wrong-fields.ts';

/**
 * Shows a refusal in the right place: at the field that the problem concerns, otherwise at the fields that the server names, otherwise as a
 * toast. The first invalid field takes the focus.
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
