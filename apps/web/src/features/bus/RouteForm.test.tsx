import { notifications } from '@mantine/notifications';
import type { RouteRow } from '@mfuko/contract/bus-routes';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { forgetDrafts } from '../../ui/draft-storage.ts';
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
  forgetDrafts();
  notifications.clean();
  cleanup();
});

const sent = (path: string) => api.calls.find((call) => call.path === path)?.input;
const type = (label: string, value: string, place = 0) =>
  fireEvent.change(screen.getAllByLabelText(new RegExp(`^${label}`), { selector: 'input' })[place] as HTMLElement, {
    target: { value },
  });

test('RouteForm sends a renamed and moved stop with its former name', async () => {
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

test('RouteForm names the stop with an invalid or duplicate value, and sends nothing', async () => {
  showScreen(<RouteForm route={ROUTE} onDone={() => undefined} />);
  await screen.findByRole('button', { name: 'Save' });
  type('Latitude', '200');
  type('Name', 'kondele', 1);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Kondele: Latitude' });
  expect(sent('school/updateRoute')).toBeUndefined();
});

/** Version in which another user has renamed the route and its first stop. */
const PRESENT = {
  ...ROUTE,
  name: 'North, morning',
  updated: 'stamp-2',
  stops: [{ ...ROUTE.stops[0], name: 'Kondele stage' }, ROUTE.stops[1]],
};

async function saveOverAnother(choose: () => void) {
  const updates: Record<string, unknown>[] = [];
  api.replies['school/updateRoute'] = (input) => {
    updates.push(input);
    return input.updated === 'stamp-2'
      ? { body: PRESENT }
      : { status: 409, body: { code: '409', problem: 'record.changed', message: 'no', detail: PRESENT } };
  };
  showScreen(<RouteForm route={ROUTE} onDone={() => undefined} />);
  type('Route', 'North, early');
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByText('Someone else changed this in the meantime');
  choose();
  fireEvent.click(screen.getByRole('button', { name: 'Save the choices' }));
  await waitFor(() => expect(updates).toHaveLength(2));
  return updates[1];
}

test('RouteForm shows both versions after an edit conflict, and saves the chosen parts', async () => {
  const saved = await saveOverAnother(() => undefined);
  expect(saved).toMatchObject({
    updated: 'stamp-2',
    name: 'North, early',
    stops: [{ name: 'Kondele stage', was: 'Kondele stage' }, { name: 'Mamboleo' }],
  });
});

test('RouteForm sends no former name for a stop that another user has renamed', async () => {
  const saved = await saveOverAnother(() => fireEvent.click(screen.getByRole('radio', { name: /^Kondele, / })));
  const [first, second] = (saved?.stops ?? []) as object[];
  expect(first).not.toHaveProperty('was');
  expect(second).toMatchObject({ name: 'Mamboleo', was: 'Mamboleo' });
});
