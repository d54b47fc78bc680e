import { beforeAll, expect, test, vi } from 'vitest';
import { prepareScreens } from '../../ui/screen.testkit.tsx';
import { fetchRoster } from './roster.ts';

vi.mock('./device-box.ts', () => ({ seenBox: { put: async () => Promise.reject(new Error('The box was dropped.')) } }));

beforeAll(async () => {
  const api = await prepareScreens([]);
  api.replies['check/onCampus'] = () => ({
    body: [{ admissionNumber: '4100', names: 'Amina Juma', className: 'Form 1' }],
  });
  api.replies['reports/onCampus'] = api.replies['check/onCampus'];
});

test('fetchRoster returns the children even when the device cannot store them', async () => {
  expect((await fetchRoster())?.children.map(({ names }) => names)).toEqual(['Amina Juma']);
});
