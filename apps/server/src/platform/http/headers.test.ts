import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { readPlace } from './headers.ts';

const placeOf = (long: string, lat: string) =>
  readPlace({ headers: { long, lat } } as Partial<FastifyRequest> as FastifyRequest);

it('takes the default 0.00/0.00 of a client without a position for unknown, and not for the Gulf of Guinea', () => {
  expect(placeOf('0.00', '0.00')).toBeNull();
  expect(placeOf('0', '-0.0')).toBeNull();
});

it('takes a place on the equator or on the prime meridian', () => {
  expect(placeOf('34.75', '0.00')).toEqual({ longitude: 34.75, latitude: 0 });
  expect(placeOf('0.00', '5.6')).toEqual({ longitude: 0, latitude: 5.6 });
});

it.each([
  ['181', '0'],
  ['36.8', '90.1'],
  ['x', '1'],
  ['', ''],
])('takes %s/%s for unknown', (long, lat) => expect(placeOf(long, lat)).toBeNull());
