import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { pretendConfig } from '../../lib/config.testkit.ts';
import { startI18n } from '../../lib/i18n.ts';
import type { Line } from './queue/line.ts';
import { SessionEnded } from './SessionEnded.tsx';

it('SessionEnded names the students who were not recorded', async () => {
  pretendConfig();
  await startI18n(['ui', 'gate']);
  const lost = [
    { admissionNumber: '4100', names: 'Achieng Odhiambo' },
    { admissionNumber: '4101', names: null },
  ] as Line[];
  render(<SessionEnded lost={lost} onSignIn={() => {}} />);
  expect(screen.getByRole('alert').textContent).toMatch(/not recorded.*: 4100 Achieng Odhiambo, 4101/);
});
