import type { z } from 'zod';
import type { FIELD_WORDS } from './field-words.ts';

type Words = typeof FIELD_WORDS;
export type FieldErrorCode = keyof Words;
type ParamOf<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamOf<Rest> : never;
type ParamsOf<Code extends FieldErrorCode> = Readonly<Record<ParamOf<Words[Code]>, string | number>>;

/** Error of one field, for machines: the value in `detail.fieldCodes` for each field that `detail.fields` names. */
export interface FieldError {
  readonly code: FieldErrorCode;
  readonly params?: Readonly<Record<string, string | number>>;
}
export type FieldCodes = Readonly<Record<string, FieldError>>;

type Told<Code extends FieldErrorCode> = [ParamOf<Words[Code]>] extends [never] ? [] : [params: ParamsOf<Code>];

/** Builds the error of a code, with the parameters that its text names. */
export function fieldError<Code extends FieldErrorCode>(code: Code, ...[params]: Told<Code>): FieldError {
  return params ? { code, params } : { code };
}

const MARK = 'field:';

/**
 * Encodes a field error as the message of a schema's check, since a schema can report its reason only as text. Decode with
 * `readFieldError`; never display the message as it is.
 */
export function fieldMessage<Code extends FieldErrorCode>(code: Code, ...[params]: Told<Code>): string {
  return MARK + JSON.stringify({ code, params });
}

/** Decodes the field error in a schema's message; undefined if the message is the library's own. */
export function readFieldError(message: string): FieldError | undefined {
  return message.startsWith(MARK) ? (JSON.parse(message.slice(MARK.length)) as FieldError) : undefined;
}

/** Returns the field error for an issue that a schema raised on `input`. Issues of the library's own checks are mapped to our codes. */
export function fieldErrorOf(issue: z.core.$ZodIssue, input: unknown): FieldError {
  if (issue.code !== 'custom' && isLeftOut(issue.path, input)) return fieldError('required');
  const told = readFieldError(issue.message);
  if (told) return told;
  if (issue.code === 'too_small') return fieldError('least', { least: Number(issue.minimum) });
  if (issue.code === 'too_big') return fieldError('most', { most: Number(issue.maximum) });
  return fieldError('form');
}

function isLeftOut(path: readonly PropertyKey[], input: unknown): boolean {
  let value: unknown = input;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return false;
    value = Object.hasOwn(value, name) ? (value as Record<PropertyKey, unknown>)[name] : undefined;
  }
  return path.length > 0 && (value === undefined || value === null);
}
