import { expect, test } from 'vitest';
import { metresBetween } from './metres.ts';
import { directionsAddress, readDirections } from './way.ts';

const home = { latitude: -0.1105, longitude: 34.7935 };
const school = { latitude: -0.1012, longitude: 34.7534 };

test('directionsAddress puts longitude first, as OSRM expects', () => {
  expect(directionsAddress('https://routes.example/', home, school)).toBe(
    'https://routes.example/route/v1/driving/34.7935,-0.1105;34.7534,-0.1012?overview=full&geometries=geojson',
  );
});

test('readDirections turns OSRM coordinates into latitude first', () => {
  const geometry = {
    type: 'LineString',
    coordinates: [
      [34.7935, -0.1105],
      [34.77, -0.1],
      [34.7534, -0.1012],
    ],
  };
  const way = readDirections({ code: 'Ok', routes: [{ geometry, distance: 5210, duration: 660 }] });
  expect(way).toMatchObject({ kind: 'driven', metres: 5210, seconds: 660 });
  expect(way.line[0]).toEqual([-0.1105, 34.7935]);
});

test('readDirections throws on an answer without a route', () => {
  for (const answer of [null, 'busy', { code: 'NoRoute', routes: [] }, { code: 'Ok', routes: [] }])
    expect(() => readDirections(answer)).toThrow();
});

test('metresBetween measures the straight line', () => {
  expect(metresBetween(home, home)).toBe(0);
  expect(metresBetween(home, school)).toBeGreaterThan(4_500);
  expect(metresBetween(home, school)).toBeLessThan(4_650);
});
