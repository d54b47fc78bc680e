import { expect, test } from 'vitest';
import { busName } from './bus-name.ts';

test('busName shows the plate alone when the label equals the plate', () => {
  expect(busName({ busNumberPlate: 'KDA 111B', label: 'KDA 111B' })).toBe('KDA 111B');
  expect(busName({ busNumberPlate: 'KDA 111B', label: 'Nyalenda' })).toBe('KDA 111B · Nyalenda');
});
