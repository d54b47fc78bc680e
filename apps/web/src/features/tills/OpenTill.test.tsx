import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { OpenTill } from './OpenTill.tsx';

afterEach(cleanup);

test('OpenTill mentions the cash desk only when no till is required', async () => {
  await prepareScreens(['tills', 'ui']);
  showScreen(<OpenTill left={0} required={false} onOpened={() => undefined} />);
  await screen.findByText(/Without a till, it goes through the cash desk/);
  cleanup();
  showScreen(<OpenTill left={0} required onOpened={() => undefined} />);
  await screen.findByText(/This school handles cash only through tills/);
  expect(screen.queryByText(/Without a till/)).toBeNull();
});
