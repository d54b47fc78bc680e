import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Button, MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pretendBrowser } from './screen.testkit.tsx';

test("a button's loader is centred with reduced motion", () => {
  pretendBrowser();
  document.head.append(
    Object.assign(document.createElement('style'), {
      textContent: readFileSync(join(import.meta.dirname, 'base.css'), 'utf8'),
    }),
  );
  // With `env="test"` the library disables transitions, and then does not position the loader.
  render(
    <MantineProvider env="test">
      <Button loading>Pay in</Button>
    </MantineProvider>,
  );
  const loader = document.querySelector<HTMLElement>('.mantine-Button-loader');
  expect(loader?.style.transform).toBe('');
  expect(loader && getComputedStyle(loader).transform).toMatch(/^translate\(-50%/);
});
