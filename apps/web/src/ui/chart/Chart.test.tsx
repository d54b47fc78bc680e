import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { prepareScreens, showScreen } from '../screen.testkit.tsx';
import { Chart } from './Chart.tsx';
import type { Series } from './series.ts';

beforeAll(async () => {
  await prepareScreens([]);
});
afterEach(cleanup);

function showChart(series?: readonly Series[]) {
  showScreen(
    <Chart
      title="Money"
      kind="bars"
      labelTitle="Day"
      labels={['Mon', 'Tue', 'Wed'].map((day) => ({ full: day, short: day }))}
      series={
        series ?? [
          { name: 'In', color: 'in', values: [100, 0, 300] },
          { name: 'Out', color: 'out', values: [20, null, 60], down: true },
        ]
      }
      format={(value) => `KES ${value}`}
      empty="Nothing has moved"
    />,
  );
}

test('Chart moves by arrow keys, reads out its values, and stops at its first value', async () => {
  showChart();
  const chart = await screen.findByRole('slider', { name: 'Money' });
  const read = () => chart.getAttribute('aria-valuetext');
  expect(read()).toBe('Wed · In KES 300 · Out KES 60');
  fireEvent.keyDown(chart, { key: 'ArrowLeft' });
  expect(read()).toBe('Tue · In KES 0 · Out not known');
  fireEvent.keyDown(chart, { key: 'Home' });
  fireEvent.keyDown(chart, { key: 'ArrowLeft' });
  expect([read(), chart.getAttribute('aria-valuenow')]).toEqual(['Mon · In KES 100 · Out KES 20', '1']);
});

test('Chart as a table has the same values', async () => {
  showChart();
  fireEvent.click(await screen.findByRole('button', { name: 'Money as a table' }));
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Day', 'In', 'Out'],
    ['Mon', 'KES 100', 'KES 20'],
    ['Tue', 'KES 0', 'not known'],
    ['Wed', 'KES 300', 'KES 60'],
  ]);
  expect(screen.queryByRole('slider')).toBeNull();
});

test('Chart draws bars above and below the line to the same scale', () => {
  showChart();
  const heights = [...document.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')));
  expect([heights[0], heights[2], heights[5]]).toEqual([250, 750, 150]);
});

test('Chart without values shows its empty text, without a chart or a table button', () => {
  showChart([{ name: 'In', color: 'in', values: [0, null, 0] }]);
  expect(screen.getByRole('figure', { name: 'Money' }).textContent).toBe('MoneyNothing has moved');
  expect(screen.queryByRole('slider')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test('Chart is drawn for a value marked as wrong, even when all values are zero', () => {
  showChart([{ name: 'Held', color: 'in', values: [0, 0], wrong: [false, true] }]);
  expect(screen.getByRole('slider', { name: 'Money' })).toBeTruthy();
});
