import { expect, test } from 'vitest';
import { busName } from './bus-name.ts';

test('a bus on no list is told by its plate alone', () => {
  expect(busName({ busNumberPlate: 'KDA 111B', label: 'KDA 111B' })).toBe('KDA 111B');
  expect(busName({ busNumberPlate: 'KDA 111B', label: 'Nyalenda' })).toBe('KDA 111B · Nyalenda');
});
