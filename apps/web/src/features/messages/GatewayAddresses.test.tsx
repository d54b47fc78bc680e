import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type FakeApi, prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { GatewayAddresses } from './GatewayAddresses.tsx';

const HOOKS = { deliveryReports: 'https://mfuko.example/hooks/sms/a/d', optOut: 'https://mfuko.example/hooks/sms/a/o' };

let api: FakeApi;

beforeAll(async () => {
  api = await prepareScreens(['messages']);
});
afterEach(cleanup);

test('GatewayAddresses shows both SMS addresses with copy buttons, and why sending has stopped', async () => {
  api.replies['messages/getGateway'] = () => ({
    body: { provider: 'africastalking', stopped: 'InsufficientBalance', hooks: HOOKS },
  });
  showScreen(<GatewayAddresses />);
  await screen.findByText(HOOKS.deliveryReports);
  await screen.findByText(HOOKS.optOut);
  await screen.findByRole('button', { name: 'Copy Delivery reports' });
  await screen.findByRole('button', { name: 'Copy Opt-out (bulk SMS)' });
  await screen.findByText(/InsufficientBalance/);
});

test('GatewayAddresses shows since when and why messages go by the second provider', async () => {
  const bySecond = { since: '2026-11-02T07:15:00.000Z', why: 'the gateway refused with 405' };
  api.replies['messages/getGateway'] = () => ({
    body: { provider: 'africastalking', stopped: null, second: { bySecond }, hooks: HOOKS },
  });
  showScreen(<GatewayAddresses />);
  await screen.findByText(/second provider since 02\/11\/2026 10:15: the gateway refused with 405/);
});

test('GatewayAddresses shows no addresses when no SMS provider is used', async () => {
  api.replies['messages/getGateway'] = () => ({ body: { provider: 'outbox', stopped: null, hooks: HOOKS } });
  showScreen(<GatewayAddresses />);
  await screen.findByText(/nothing to enter/);
  expect(screen.queryByText(HOOKS.deliveryReports)).toBeNull();
});
