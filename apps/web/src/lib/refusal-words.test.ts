import { describe, expect, it } from 'vitest';
import kiswahili from '../locales/sw/problems.json' with { type: 'json' };
import { toldIn } from './refusal-words.ts';

/** Reads a text of the Kiswahili problems, with its values, as i18next would. */
function textAt(key: string, otherwise: string, values: Readonly<Record<string, unknown>> = {}): string {
  let text: unknown = kiswahili;
  for (const step of key.split('.')) text = (text as Record<string, unknown> | undefined)?.[step];
  if (typeof text !== 'string') return otherwise;
  return text.replace(/\{\{(\w+)\}\}/g, (blank, name: string) => String(values[name] ?? blank));
}

const told = (problem: string | null, detail: Record<string, unknown>) =>
  toldIn({ problem, message: 'The message of the server.', detail }, textAt);

const CHAI = { menuItem: 'Chai', quantityPerPerson: 2, remaining: 0, window: null };
const REPEATED = { amount: 500, names: 'Amina Juma', receipt: { date: '2026-11-20T09:00:00.000Z' } };

describe('sentence of a refusal in Kiswahili', () => {
  it.each([
    ['canteen.over-quantity', CHAI, 'Chai: kikomo ni 2 kwa siku, na mwanafunzi amekifikia.'],
    [
      'canteen.over-quantity',
      { ...CHAI, window: 'Lunch' },
      'Chai: kikomo ni 2 wakati wa Lunch, na mwanafunzi amekifikia.',
    ],
    ['canteen.over-quantity', { ...CHAI, remaining: 1 }, 'Chai: zinaruhusiwa 1 zaidi tu.'],
    [
      'canteen.closed',
      { next: { name: 'Supper', from: '18:00', tomorrow: true } },
      'Hakuna chakula kinachotolewa sasa. Kinachofuata ni Supper, kesho kuanzia 18:00.',
    ],
    ['till.reason-needed', { variance: -20 }, 'KES 20.00 zimepungua: eleza kwa nini kabla ya kufunga droo.'],
    ['till.reason-needed', { variance: 1500 }, 'KES 1,500.00 zimezidi: eleza kwa nini kabla ya kufunga droo.'],
    ['menu.allergen', { menuItem: 'Chai', allergens: ['milk', 'nuts'] }, /^Chai ina kitu .*: milk, nuts\.$/],
    ['student.in-use', { needs: ['money', 'meals'] }, /: kuna kumbukumbu za pesa, chakula\./],
    ['wallet.deposit-repeated', { ...REPEATED, minutes: 0 }, 'Uliweka KES 500.00 kwa Amina Juma sasa hivi.'],
    ['wallet.deposit-repeated', { ...REPEATED, minutes: 1 }, 'Uliweka KES 500.00 kwa Amina Juma dakika 1 iliyopita.'],
    ['wallet.deposit-repeated', { ...REPEATED, minutes: 9 }, 'Uliweka KES 500.00 kwa Amina Juma dakika 9 zilizopita.'],
    ['suspense.wrong-state', { state: 'open' }, 'Hakuna pendekezo lolote kwa malipo haya.'],
  ])('%s with %o', (problem, detail, text) => {
    expect(told(problem, detail)).toMatch(text);
  });

  it('writes amounts with cents, and counts without', () => {
    expect(told('wallet.over-day-limit', { limit: 1000, left: 0 })).toContain(
      'KES 1,000.00. Kilichobaki leo: KES 0.00.',
    );
    expect(told('wallet.too-many-cash-outs', { limit: 3 })).toMatch(/: 3\.$/);
    expect(told('item.over-quantity', { left: 4 })).toMatch(/: 4\.$/);
  });

  it('falls back to a sentence without values where the detail lacks one', () => {
    expect(told('canteen.over-quantity', { remaining: 0, window: null })).toBe(
      kiswahili.problem.canteen['over-quantity'],
    );
    expect(told('menu.allergen', { menuItem: 'Chai' })).not.toContain('{{');
  });

  it('is the server’s message for an unknown problem', () => {
    expect(told('canteen.no-such-problem', {})).toBe('The message of the server.');
    expect(told(null, {})).toBe('The message of the server.');
  });
});
