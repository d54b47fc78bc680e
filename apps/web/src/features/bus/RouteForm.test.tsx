import { notifications } from '@mantine/notifications';
import type { RouteRow } from '@mfuko/contract/bus-routes';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { RouteForm } from './RouteForm.tsx';

let api: FakeApi;
const BUS = '01900000-0000-7000-8000-000000000011';
const ROUTE: RouteRow = {
  ...{ sysid: '01900000-0000-7000-8000-000000000012', name: 'North', busSYSID: BUS, busNumberPlate: 'KDA 1A' },
  ...{ label: 'North', students: 1, dateCreated: '2026-11-23T03:40:00.000Z', updated: 'stamp' },
  stops: [
    { name: 'Kondele', lat: -0.09, long: 34.75, toSchool: '06:40', home: null },
    { name: 'Mamboleo', lat: null, long: null, toSchool: null, home: '16:30' },
  ],
};

beforeAll(async () => {
  api = await prepareScreens(['bus', 'school']);
});
beforeEach(() => {
  api.calls.length = 0;
  api.replies = {
    'school/getBuses': () => ({ body: [{ sysid: BUS, busNumberPlate: 'KDA 1A', label: 'North' }] }),
    'school/updateRoute': () => ({ body: ROUTE }),
    'school/createRoute': () => ({ body: { sysid: ROUTE.sysid, stops: [] } }),
  };
});
afterEach(() => {
  notifications.clean();
  cleanup();
});

const sent = (path: string) => api.calls.find((call) => call.path === path)?.input;
const type = (label: string, value: string, place = 0) =>
  fireEvent.change(screen.getAllByLabelText(new RegExp(`^${label}`), { selector: 'input' })[place] as HTMLElement, {
    target: { value },
  });

test('keeps a stop under another name, in another order, and sends what it was', async () => {
  showScreen(<RouteForm route={ROUTE} onDone={() => undefined} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Move stop 2 up' }));
  type('Name', 'Mamboleo stage');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('school/updateRoute')).toBeDefined());
  expect(sent('school/updateRoute')).toMatchObject({
    updated: 'stamp',
    stops: [
      { name: 'Mamboleo stage', was: 'Mamboleo', lat: '', home: '16:30' },
      { name: 'Kondele', was: 'Kondele', lat: '-0.09', long: '34.75', toSchool: '06:40' },
    ],
  });
});

test('says what is wrong with a stop, by the name of the stop, and sends nothing', async () => {
  showScreen(<RouteForm route={ROUTE} onDone={() => undefined} />);
  await screen.findByRole('button', { name: 'Save' });
  type('Latitude', '200');
  type('Name', 'kondele', 1);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Kondele: Latitude' });
  expect(sent('school/updateRoute')).toBeUndefined();
});
