import { IconHandStop } from '@tabler/icons-react';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '../../../lib/i18n.ts';
import { Banner } from './Banner.tsx';

beforeAll(() => startI18n(['gate']));
afterEach(cleanup);

it('Banner gives each child its own button element, which does not keep the focus', () => {
  const of = (child: string) => (
    <Banner
      message={{
        ...{ tone: 'in', Icon: IconHandStop, title: child },
        action: { label: 'Wrong child', of: child, run: () => undefined },
      }}
    />
  );
  const button = () => screen.getByRole('button', { name: 'Wrong child' });
  const { rerender } = render(of('4100'));
  const first = button();
  first.focus();
  rerender(of('4100'));
  expect(button()).toBe(first);
  rerender(of('4101'));
  expect(button()).not.toBe(first);
  expect([first.dataset.of, button().dataset.of]).toEqual(['4100', '4101']);
  expect(document.activeElement).not.toBe(button());
});
