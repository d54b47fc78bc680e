import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeApi } from '../src/platform/openapi/describe.ts';
import { findBreaks, RELEASED_CALLS, type ReleasedApi, readApi, type Schema } from './api-changes.testkit.ts';
import { openTestServer } from './kit.ts';

const RELEASED = readdirSync(RELEASED_CALLS);

describe('clients of released versions', () => {
  it('the folder of released calls contains version 0.2.0', () => expect(RELEASED).toContain('0.2.0.json'));

  it.each(RELEASED)('the API has no breaking change since %s', async (file) => {
    const server = await openTestServer();
    const now = readApi(describeApi(server.registry.served, 'Mfuko'));
    await server.close();
    const before = JSON.parse(readFileSync(join(RELEASED_CALLS, file), 'utf8')) as ReleasedApi;
    expect(Object.keys(before).length).toBeGreaterThan(200);
    expect(findBreaks(before, now)).toEqual([]);
  });
});

const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const string: Schema = { type: 'string' };
const change = (was: Schema, is: Schema) => ({
  taken: findBreaks({ 'POST a/b': { takes: was } }, { 'POST a/b': { takes: is } }),
  answered: findBreaks(
    { 'POST a/b': { takes: object({}), answers: was } },
    { 'POST a/b': { takes: object({}), answers: is } },
  ),
});

describe('findBreaks', () => {
  it('reports a removed call', () =>
    expect(findBreaks({ 'POST a/b': { takes: {} } }, {})).toEqual(['POST a/b is gone']));

  it.each<[string, Schema, Schema, boolean, boolean]>([
    ['nothing at all', object({ a: string }, ['a']), object({ a: string }, ['a']), false, false],
    ['a new field', object({}), object({ a: string }), false, false],
    ['a field that must be there now', object({}), object({ a: string }, ['a']), true, false],
    ['a field that is gone', object({ a: string }), object({}), true, false],
    [
      'a field that was always answered and may be missing',
      object({ a: string }, ['a']),
      object({ a: string }),
      false,
      true,
    ],
    ['a field that may be null now', object({ a: string }), object({ a: { type: ['string', 'null'] } }), false, true],
    [
      'a field that may be null no more',
      object({ a: { anyOf: [string, { type: 'null' }] } }),
      object({ a: string }),
      true,
      false,
    ],
    ['another type', object({ a: string }), object({ a: { type: 'number' } }), true, true],
    ['whole numbers alone', object({ a: { type: 'number' } }), object({ a: { type: 'integer' } }), true, false],
    ['a value of a list more', { enum: ['a'] }, { enum: ['a', 'b'] }, false, false],
    ['a value of a list less', { enum: ['a', 'b'] }, { enum: ['a'] }, true, false],
    ['a shorter text', { type: 'string', maxLength: 9 }, { type: 'string', maxLength: 8 }, true, false],
    ['a larger least', { type: 'number', minimum: 1 }, { type: 'number', minimum: 2 }, true, false],
    ['another form of text', { type: 'string', pattern: 'a' }, { type: 'string', pattern: 'b' }, true, true],
    [
      'another row of a list',
      { type: 'array', items: string },
      { type: 'array', items: { type: 'number' } },
      true,
      true,
    ],
  ])('reports breaks of input and answer for %s', (_name, was, is, taken, answered) => {
    const found = change(was, is);
    expect([found.taken.length > 0, found.answered.length > 0]).toEqual([taken, answered]);
  });
});
