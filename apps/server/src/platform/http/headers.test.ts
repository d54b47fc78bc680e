import { seal } from '@mfuko/contract/seal';
import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { readPlace, readToken, requireClient } from './headers.ts';

const placeOf = (long: string, lat: string) =>
  readPlace({ headers: { long, lat } } as Partial<FastifyRequest> as FastifyRequest);

it('readPlace returns null for 0.00/0.00, the default of a client without a position', () => {
  expect(placeOf('0.00', '0.00')).toBeNull();
  expect(placeOf('0', '-0.0')).toBeNull();
});

it('readPlace accepts a position on the equator or on the prime meridian', () => {
  expect(placeOf('34.75', '0.00')).toEqual({ longitude: 34.75, latitude: 0 });
  expect(placeOf('0.00', '5.6')).toEqual({ longitude: 0, latitude: 5.6 });
});

it.each([
  ['181', '0'],
  ['36.8', '90.1'],
  ['x', '1'],
  ['', ''],
])('readPlace returns null for %s/%s', (long, lat) => expect(placeOf(long, lat)).toBeNull());

const WIRE = { key: 'sixteen letters.', id: 7 };
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const asking = (headers: Record<string, string>) => ({ headers }) as Partial<FastifyRequest> as FastifyRequest;
const tokenOf = (optoken: string) => readToken(asking({ optoken }), WIRE);

it('readToken opens a sealed session and rejects every changed, cut, extended or foreign-key variant of it', () => {
  const good = seal(WIRE, 'opToken', 'a-token-of-a-session');
  expect(tokenOf(good)).toBe('a-token-of-a-session');
  const changed = [...good].flatMap((letter, at) =>
    [...LETTERS].filter((other) => other !== letter).map((other) => good.slice(0, at) + other + good.slice(at + 1)),
  );
  const cut = [...good].map((_, at) => good.slice(0, at));
  const prolonged = [...LETTERS].flatMap((letter) => [good + letter, letter + good, `${good}${letter}AAA`]);
  const others = [
    seal(WIRE, 'special-key', 'a-token-of-a-session'),
    seal(WIRE, 'spToken', 'a-token-of-a-session'),
    seal({ ...WIRE, id: 8 }, 'opToken', 'a-token-of-a-session'),
    seal({ ...WIRE, key: 'sixteen letters!' }, 'opToken', 'a-token-of-a-session'),
    'a-token-of-a-session',
    Buffer.from(good, 'base64url').toString('hex'),
    `${good}=`,
    ` ${good} ${good}`,
  ];
  const forged = [...changed, ...cut, ...prolonged, ...others];
  expect(forged.length).toBeGreaterThan(4_000);
  expect(forged.filter((each) => tokenOf(each) !== null)).toEqual([]);
});

it('requireClient rejects a value that was sealed for another header', () => {
  const client = JSON.stringify({ v: 'test' });
  const ask = (field: string) => () => requireClient(asking({ 'special-key': seal(WIRE, field, client) }), WIRE);
  expect(ask('special-key')).not.toThrow();
  expect(ask('opToken')).toThrow('not recognised');
});
