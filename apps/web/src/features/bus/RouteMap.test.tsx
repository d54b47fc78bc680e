import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { setConfig } from '../../lib/config.ts';
import { prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { RouteMap } from './RouteMap.tsx';

const home = { latitude: -0.1105, longitude: 34.7935 };
const school = { latitude: -0.1012, longitude: 34.7534 };
const straight = [
  [home.latitude, home.longitude],
  [school.latitude, school.longitude],
] as const;

beforeAll(async () => {
  await prepareScreens(['bus']);
});
afterEach(cleanup);

function show(tileUrl: string | null, driven = false) {
  setConfig({ platformName: 'Mfuko', map: { tileUrl, routingUrl: null } } as never);
  showScreen(<RouteMap start={home} end={school} line={straight} driven={driven} />);
}

const paths = () => [...document.querySelectorAll('path')];
const dashes = () => paths().map((path) => path.getAttribute('stroke-dasharray'));

test('without tiles draws Kenya, with the ends of the ride and a dashed line', async () => {
  show(null);
  expect(await screen.findByText('Start')).toBeTruthy();
  expect(screen.getByText('End')).toBeTruthy();
  expect(screen.getByText('Kisumu')).toBeTruthy();
  // The country, two lakes, and the line.
  expect(dashes()).toEqual([null, null, null, '8 8']);
  expect(document.querySelector('img')).toBeNull();
});

test('draws the way on the road in full', async () => {
  show('https://tiles.example/{z}/{x}/{y}.png', true);
  await screen.findByText('Start');
  expect(screen.queryByText('Kisumu')).toBeNull();
  expect(dashes()).toEqual([null]);
});
