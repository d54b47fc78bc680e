import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { pretendConfig } from '../../lib/config.testkit.ts';
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
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function show(tileUrl: string | null, driven = false, end: typeof school | null = school) {
  pretendConfig({ map: { provider: 'tiles', key: null, tileUrl, routingUrl: null } });
  showScreen(<RouteMap start={home} end={end} line={straight} driven={driven} />);
}

const paths = () => [...document.querySelectorAll('path')];
const dashes = () => paths().map((path) => path.getAttribute('stroke-dasharray'));

test('RouteMap without tiles draws Kenya, both ends and a dashed line', async () => {
  show(null);
  expect(await screen.findByText('Start')).toBeTruthy();
  expect(screen.getByText('End')).toBeTruthy();
  expect(screen.getByText('Kisumu')).toBeTruthy();
  // The paths of the country, of two lakes, and of the line.
  expect(dashes()).toEqual([null, null, null, '8 8']);
  expect(document.querySelector('img')).toBeNull();
});

test('RouteMap draws a driven route as a solid line', async () => {
  show('https://tiles.example/{z}/{x}/{y}.png', true);
  await screen.findByText('Start');
  expect(screen.queryByText('Kisumu')).toBeNull();
  expect(dashes()).toEqual([null]);
});

test.each([
  ['one end', null, 13],
  ['two ends that are near each other', school, 13],
  ['two ends that zoom 13 does not hold', { latitude: -1.2864, longitude: 36.8172 }, 8],
])('RouteMap zooms in on %s', async (_, end, zoom) => {
  for (const [side, size] of [
    ['clientWidth', 900],
    ['clientHeight', 500],
  ] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(size);
  show('https://tiles.example/{z}/{x}/{y}.png', true, end);
  await screen.findByText('Start');
  const zooms = [...document.querySelectorAll<HTMLImageElement>('img.leaflet-tile')].map(
    ({ src }) => src.split('/')[3],
  );
  expect(new Set(zooms)).toEqual(new Set([String(zoom)]));
});
