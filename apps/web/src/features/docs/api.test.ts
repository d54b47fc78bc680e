import { expect, test } from 'vitest';
import { type Api, answerOf, fieldsOf, findCalls, inputOf, isApi, typeOf } from './api.ts';

const row = { type: 'object', properties: { sysid: { type: 'string', format: 'uuid' } }, required: ['sysid'] };
const operation = {
  description: 'Adds a class.',
  tags: ['school'],
  'x-roles': ['Admin', 'SchoolAdmin'],
  'x-school': 'required' as const,
  'x-kind': 'list',
  parameters: [{ $ref: '#/components/parameters/lat' }, { name: 'page', schema: { type: 'number', minimum: 1 } }],
  responses: {
    200: { description: 'The rows.', content: { 'application/json': { schema: { type: 'array', items: row } } } },
  },
};
const api: Api = {
  info: { description: '' },
  paths: {
    '/school/getClasses': { get: operation, post: operation },
    '/auth/me': { get: { ...operation, tags: ['auth'] } },
  },
  components: { schemas: {} },
};

test('findCalls finds calls by path, description and role, and groups them by area', () => {
  expect([...findCalls(api, '').keys()]).toEqual(['school', 'auth']);
  expect(findCalls(api, 'CLASSES admin').get('school')).toMatchObject([{ methods: ['GET', 'POST'] }]);
  expect([...findCalls(api, 'adds me').keys()]).toEqual(['auth']);
  expect(findCalls(api, 'bus').size).toBe(0);
});

test('inputOf, answerOf and fieldsOf list fields by full path with a short type', () => {
  expect(inputOf(operation)).toEqual([{ path: 'page', type: 'number 1…', required: false }]);
  expect(answerOf(operation)).toEqual([{ path: 'sysid', type: 'uuid', required: true }]);
  const nested = { type: 'object', properties: { rows: { type: 'array', items: row } }, required: [] };
  expect(fieldsOf(nested).map(({ path, type }) => [path, type])).toEqual([
    ['rows', 'object[]'],
    ['rows[].sysid', 'uuid'],
  ]);
  expect(typeOf({ anyOf: [{ enum: ['a', 'b'] }, { type: 'null' }] })).toBe('"a" | "b" | null');
  expect(typeOf({ const: 1 })).toBe('1');
});

test('isApi accepts a description, and refuses one that cannot be shown', () => {
  expect(isApi(api)).toBe(true);
  const { tags: _tags, ...untagged } = operation;
  const broken: readonly object[] = [
    {},
    { ...api, info: {} },
    { ...api, components: {} },
    { ...api, paths: [] },
    { ...api, paths: { '/auth/me': { get: untagged } } },
    { ...api, paths: { '/auth/me': { get: operation, post: null } } },
  ];
  expect(broken.filter(isApi)).toEqual([]);
});
