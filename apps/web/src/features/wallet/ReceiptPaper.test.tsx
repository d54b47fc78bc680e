import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { prepareScreens, showScreen } from '../../ui/screen.testkit.tsx';
import { ReceiptSlip } from './ReceiptSlip.tsx';

beforeAll(async () => {
  const api = await prepareScreens(['wallet', 'school']);
  api.replies['auth/me'] = () => ({ body: { role: 'SchoolAdmin', userName: '254700000002', names: 'Achieng Were' } });
});
afterEach(cleanup);

test('the receipt of a wallet that was emptied says that nothing is left in it', async () => {
  showScreen(
    <ReceiptSlip
      paid={{
        kind: 'cashOut',
        moved: {
          ...{ amount: 1_234_567.5, fee: 0, balance: 0 },
          receipt: {
            sysid: '01900000-0000-7000-8000-000000000901',
            date: '2026-11-24T08:00:00.000Z',
            token: 'Z0EJTM9QG17QMQE4',
          },
        },
        admissionNumber: '4007',
        names: 'Kiprop Koech',
        method: 'pin',
      }}
      onDone={() => {}}
    />,
  );
  await screen.findByText('KES 1,234,567.50');
  expect(screen.getByText('KES 0.00')).toBeDefined();
});
