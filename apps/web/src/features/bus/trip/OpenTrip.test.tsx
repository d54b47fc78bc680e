import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, it, vi } from 'vitest';
import { prepareScreens } from '../../../ui/screen.testkit.tsx';
import { createKeptBus } from './kept-bus.ts';
import { OpenTrip } from './OnTheBus.tsx';
import { OpensByItself } from './OpensByItself.tsx';

vi.mock('./OpenTrip.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

beforeAll(() => prepareScreens(['trip', 'desk']));
afterEach(cleanup);

it('OpenTrip explains how a trip opens, even when its lazy code fails to load', async () => {
  const unable = <OpensByItself direction="home" listFrom={null} />;
  render(<OpenTrip away of={createKeptBus('s', 'KDA 111B')} direction="home" unable={unable} />);
  await screen.findByText(
    /^No trip is open, .+The first boarding opens it.+This device has not loaded the expected students\./,
  );
});
