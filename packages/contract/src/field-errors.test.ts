import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type FieldError, fieldError, fieldErrorOf, fieldMessage, readFieldError } from './field-errors.ts';
import { FIELD_WORDS, wordsOf, wordsOfMessage } from './field-words.ts';
import { admissionNumber, emailOrNone, words } from './ids.ts';

/** Codes by which each field of an input is turned down. */
function wrongIn(schema: z.ZodType, input: unknown): Record<string, FieldError> {
  const issues = schema.safeParse(input).error?.issues ?? [];
  return Object.fromEntries(issues.map((issue) => [issue.path.join('.'), fieldErrorOf(issue, input)]));
}

test('a schema reports field errors by code and parameters', () => {
  const schema = z.object({ names: words(5), admissionNumber, email: emailOrNone });
  expect(wrongIn(schema, { names: 'Akinyi', admissionNumber: '4x', email: 'a' })).toEqual({
    names: { code: 'too-long', params: { longest: 5 } },
    admissionNumber: { code: 'admission-number' },
    email: { code: 'email' },
  });
});

test('null and missing fields are reported as required', () => {
  expect(wrongIn(z.object({ names: words(5), at: z.iso.date(fieldMessage('day')) }), { names: null })).toEqual({
    names: { code: 'required' },
    at: { code: 'required' },
  });
});

test("the schema library's own issues map to field error codes", () => {
  const schema = z.object({ kind: z.enum(['a']), pieces: z.number().min(2).max(3), text: z.string(), url: z.url() });
  expect(wrongIn(schema, { kind: 'b', pieces: 1, text: 5, url: 'x' })).toEqual({
    kind: { code: 'form' },
    pieces: { code: 'least', params: { least: 2 } },
    text: { code: 'form' },
    url: { code: 'form' },
  });
  expect(wrongIn(schema, { kind: 'a', pieces: 4, text: '', url: 'http://x' })).toEqual({
    pieces: { code: 'most', params: { most: 3 } },
  });
});

test('wordsOf puts an error code and its parameters into words', () => {
  expect(wordsOf(fieldError('too-long', { longest: 80 }))).toBe('must be at most 80 characters');
  expect(wordsOfMessage(fieldMessage('one-of', { values: 'a, b' }))).toBe('must be one of a, b');
  expect(wordsOfMessage('Invalid input')).toBe('Invalid input');
  expect(readFieldError('Invalid input')).toBeUndefined();
  // @ts-expect-error the words of the code name the parameter `longest`
  expect(() => fieldMessage('too-long', { most: 80 })).not.toThrow();
  // @ts-expect-error there is no such code
  expect(FIELD_WORDS[fieldError('too-lng').code]).toBeUndefined();
});

/** Every message that a schema, or one below it, has been given. */
function messagesOf(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  if ('_zod' in value && typeof value._zod === 'object' && value._zod !== null && 'def' in value._zod) {
    const { def } = value._zod;
    const { error } = def as { error?: (issue: object) => string | { message: string } };
    const told = error?.({ code: 'custom', input: null, path: [] }) ?? [];
    return [...[told].flat().map((each) => (typeof each === 'string' ? each : each.message)), ...messagesOf(def, seen)];
  }
  return Object.values(value).flatMap((inner) => messagesOf(inner, seen));
}

const here = new URL('.', import.meta.url);
const files = readdirSync(here).filter((file) => file.endsWith('.ts') && !file.includes('.test.'));

test("every message in the contract's schemas is a field error code", async () => {
  const planted = z.object({
    list: z.array(z.string().min(3, 'is short')),
    many: z.union([z.null(), z.uuid('no id')]),
  });
  expect(messagesOf(planted).toSorted()).toEqual(['is short', 'no id']);
  const messages: string[] = [];
  for (const file of files) messages.push(...messagesOf(await import(new URL(file, here).href)));
  expect(messages.length).toBeGreaterThan(300);
  expect(messages.filter((message) => readFieldError(message) === undefined)).toEqual([]);
});

test('no file of the contract writes a plain message by hand', () => {
  const byHand = files.filter((file) => /\bmessage: ?['"`]/.test(readFileSync(new URL(file, here), 'utf8')));
  expect(byHand).toEqual([]);
});
