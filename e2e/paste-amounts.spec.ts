import { readdirSync, readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AMOUNTS, checkAmountField, DANGEROUS, WAYS } from './amounts.ts';
import { type Journey, openJourney, recordFailures } from './journey.ts';
import { type RunningServer, startServer } from './server.ts';
import { LANGUAGES, type Language, say } from './words.ts';

// People and a student of the demo school.
const ADMIN = '254700000001';
const BURSAR = '254700000002';
const NUMBER = '4007';
const FEATURES = new URL('../apps/web/src/features/', import.meta.url);

let server: RunningServer;
let admin: Journey;
let bursar: Journey;

beforeAll(async () => {
  server = await startServer({ SEED: 'demo' });
  [admin, bursar] = await Promise.all([openJourney(server), openJourney(server)]);
  await bursar.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await admin.enter(ADMIN);
  await admin.page.goto(`${server.url}/app/till.view`);
  await admin.page.getByRole('combobox', { name: 'School' }).first().click();
  await admin.page.getByRole('option', { name: 'DEMO' }).click();
  await admin.page.getByRole('heading', { level: 1, name: 'Tills' }).waitFor();
  await bursar.enter(BURSAR);
});
afterAll(async () => {
  await admin?.close();
  await bursar?.close();
  await server?.stop();
});

interface Step {
  readonly page: Page;
  /** Presses the button that is named by a key of the texts. */
  press(key: string): Promise<void>;
}

interface Place {
  /** Below the console's features: the file that holds the fields. */
  readonly file: string;
  readonly screen: string;
  readonly who?: 'admin';
  /** Takes what many amounts come to. */
  readonly sum?: boolean;
  /** Takes a minus too. */
  readonly signed?: boolean;
  /** Number of fields for money there. */
  readonly fields: number;
  /** Goes from the screen to the fields, which are in the topmost dialog where one opens. */
  readonly way?: (step: Step) => Promise<void>;
}

/** All rows of the list at hand. */
async function selectAll({ page }: Step): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
}

async function count({ page, press }: Step): Promise<void> {
  await press('tills:close.open');
  await page.getByLabel('Pieces of 1000').fill('1');
  await press('tills:close.compare');
}

/** A student who pays a part of each meal. */
async function chooseOwnPart({ page, press }: Step): Promise<void> {
  await press('subsidies:of.change');
  await page.getByRole('combobox', { name: say('en', 'subsidies:fields.kind') }).click();
  await page.getByRole('option', { name: say('en', 'subsidies:choices.fixed') }).click();
}

/** A list of the bank, checked. */
async function checkList({ page, press }: Step): Promise<void> {
  const buffer = Buffer.from(`Admission number,Amount\n${NUMBER},"1,500"\n`);
  await page.locator('input[type=file]').setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer });
  await press('imports:upload');
}

/** Makes M-Pesa hold less than the books say, which the simulator cannot do. */
async function notifyOfDifference({ page, press }: Step): Promise<void> {
  await page.route('**/api/reports/books*', async (route) => {
    const answer = await route.fetch();
    const date = '2026-01-31T06:00:00Z';
    const provider = { date, balance: 10, expected: 60, explained: 0, difference: -50, since: date };
    await route.fulfill({ response: answer, json: { ...(await answer.json()), provider } });
  });
  await page.reload();
  await press('books:explain.open');
  await page.unrouteAll({ behavior: 'wait' });
}

/** Every field of the console that takes money, in the order in which a till can be at hand. */
const PLACES: readonly Place[] = [
  { file: 'wallet/DeskForm.tsx', screen: 'cash.desk', fields: 1 },
  { file: 'wallet/StudentFields.tsx', screen: 'student.upload.money', fields: 1 },
  { file: 'wallet/StudentFields.tsx', screen: 'cashout.fingerprint', fields: 1 },
  { file: 'wallet/StudentFields.tsx', screen: 'cashout.pin', fields: 1 },
  { file: 'payments/AskGuardian.tsx', screen: 'student.upload.money?by=mpesa', fields: 1 },
  {
    file: 'payments/AskMany.tsx',
    screen: 'student.view',
    fields: 1,
    way: async (step) => {
      await selectAll(step);
      await step.press('payments:many.act');
    },
  },
  { file: 'imports/BankTotal.tsx', screen: 'student.upload.money?by=sheet', fields: 1, sum: true, way: checkList },
  { file: 'items/AddItemPage.tsx', screen: 'student.add.item', fields: 1 },
  { file: 'canteen/MenuFields.tsx', screen: 'school.add.menu', fields: 1 },
  {
    file: 'canteen/SubsidyForm.tsx',
    screen: `student.details?admissionNumber=${NUMBER}`,
    fields: 1,
    way: chooseOwnPart,
  },
  {
    file: 'reminders/RemindDialog.tsx',
    screen: 'student.balances',
    fields: 2,
    way: async (step) => {
      await selectAll(step);
      await step.press('reminders:act');
      await step.page.getByText('M-Pesa request', { exact: true }).click();
    },
  },
  {
    file: 'books/TransferDialog.tsx',
    screen: 'report.books',
    fields: 1,
    way: ({ press }) => press('books:transfers.open'),
  },
  { file: 'books/ExplainDialog.tsx', screen: 'report.books', fields: 1, signed: true, way: notifyOfDifference },
  {
    file: 'limits/LimitsForm.tsx',
    screen: 'school.rules',
    who: 'admin',
    fields: 7,
    way: ({ press }) => press('limits:set'),
  },
  {
    file: 'messages/MessageSettings.tsx',
    screen: 'school.rules',
    who: 'admin',
    fields: 1,
    way: ({ press }) => press('messages:settings.set'),
  },
  { file: 'schools/SchoolForm.tsx', screen: 'school.add', who: 'admin', fields: 2 },
  { file: 'schools/RulesForm.tsx', screen: 'config.add?part=rules', who: 'admin', fields: 7 },
  {
    file: 'tills/LimitDialog.tsx',
    screen: 'till.view',
    who: 'admin',
    fields: 1,
    way: ({ press }) => press('tills:limit.open'),
  },
  {
    file: 'programs/KeyFields.tsx',
    screen: 'program.keys',
    fields: 1,
    way: async (step) => {
      await step.press('programs:make.title');
      await step.page.getByRole('checkbox', { name: say('en', 'programs:scopes.deposits') }).check();
    },
  },
  { file: 'tills/OpenTill.tsx', screen: 'till', fields: 1 },
  { file: 'tills/CarryDialog.tsx', screen: 'till', fields: 1, way: ({ press }) => press('tills:carry.open') },
  { file: 'tills/CloseTill.tsx', screen: 'till', fields: 1, way: count },
];

/** Opens a screen in a language, as somebody does who chose it before. */
async function open({ page }: Journey, screen: string, language: Language): Promise<void> {
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
  await page.goto(`${server.url}/app/${screen}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Goes to a place, in English: its fields for money. */
async function fieldsAt({ screen, who, fields, way }: Place): Promise<Locator[]> {
  const journey = pageOf(who);
  const { page } = journey;
  await open(journey, screen, 'en');
  const press: Step['press'] = (key) => page.getByRole('button', { name: say('en', key), exact: true }).click();
  await way?.({ page, press });
  const amounts = page.locator('[data-amount]').and(page.locator(':visible'));
  await expect.poll(() => amounts.count()).toBe(fields);
  return amounts.all();
}

const pageOf = (who: Place['who']) => (who === 'admin' ? admin : bursar);

/** Changes the language in place; an open dialog covers the switch. */
async function change(page: Page, language: Language): Promise<void> {
  await page.locator(`header button[lang=${language}]`).evaluate((button: HTMLElement) => button.click());
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
}

async function openTill(): Promise<void> {
  await open(bursar, 'till', 'en');
  await bursar.page.getByLabel('Float (KES)').fill('500');
  await bursar.page.keyboard.press('Enter');
  await bursar.told('The till is open with KES 500.00');
}

describe('amount fields', () => {
  recordFailures(() => bursar.page);

  it('replaces the content of the field by a pasted amount, and reads it like a typed one', async () => {
    await open(bursar, 'student.upload.money', 'en');
    const { page } = bursar;
    const field = page.getByRole('textbox', { name: 'Amount (KES)' });
    const shown: [string, string][] = [];
    await field.fill('99');
    for (const { text } of AMOUNTS) {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await field.press('ControlOrMeta+a');
      await field.press('ControlOrMeta+v');
      shown.push([text, await field.inputValue()]);
    }
    expect(shown).toEqual(AMOUNTS.map(({ text, typed, pasted = typed }) => [text, pasted]));
    for (const language of LANGUAGES) {
      await open(bursar, 'student.upload.money', language);
      for (const way of WAYS) await checkAmountField(page.locator('[data-amount]'), AMOUNTS, { way, language });
    }
  });

  it('has a row in the table of this test for each amount field of the console', () => {
    const files = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(?<!\.test)\.tsx$/.test(file),
    );
    const asking = files.filter((file) => /<AmountField\b/.test(readFileSync(new URL(file, FEATURES), 'utf8')));
    expect(asking.sort()).toEqual([...new Set(PLACES.map(({ file }) => file))].sort());
    // A field of its own making that asks for money would be a decimal keyboard or a number field elsewhere: the percent of a fee is one.
    const others = files.filter((file) =>
      /inputMode="decimal"|<NumberInput\b/.test(readFileSync(new URL(file, FEATURES), 'utf8')),
    );
    expect(others).toEqual(['schools/RulesForm.tsx']);
  });

  for (const place of PLACES)
    it(`reads amounts alike in ${place.file} (${place.screen}), in both languages`, async () => {
      if (place.file === 'tills/CarryDialog.tsx') await openTill();
      const fields = await fieldsAt(place);
      const rows = place.sum ? DANGEROUS.filter(({ fault }) => fault !== 'too-large') : DANGEROUS;
      const named = () =>
        Promise.all(fields.map((field) => field.evaluate((it: HTMLInputElement) => it.labels?.[0]?.textContent)));
      // A phone shows the keyboard of digits, but where a minus may be wanted.
      for (const field of fields) expect(await field.getAttribute('inputmode')).toBe(place.signed ? 'text' : 'decimal');
      for (const field of fields) await checkAmountField(field, rows, { way: 'typed' });
      const english = await named();
      await change(pageOf(place.who).page, 'sw');
      for (const field of fields) await checkAmountField(field, rows, { way: 'pasted', language: 'sw' });
      const swahili = await named();
      expect(english.filter((name, at) => !name || name === swahili[at])).toEqual([]);
    });

  it('filters balances by an amount, and offers nothing for an ambiguous one', async () => {
    const { page } = bursar;
    for (const language of LANGUAGES) {
      await open(bursar, 'student.balances', language);
      const box = page.getByRole('combobox', { name: say(language, 'wallet:balances.anyBalance') });
      for (const [text, amount] of [
        ['1,500', '1,500'],
        ['1 500', '1,500'],
        ['KES 12,500.00', '12,500'],
        ['1,50', null],
        ['1.500,00', null],
      ] as const) {
        await box.click();
        await page.keyboard.type(text);
        const options = page.getByRole('option');
        const wanted = say(language, 'wallet:balances.below', { amount: amount ?? '' });
        if (amount) await page.getByRole('option', { name: wanted, exact: true }).waitFor();
        else expect(await options.allTextContents()).toEqual([]);
        await page.keyboard.press('Escape');
        await box.fill('');
      }
    }
    // There is no fingerprint reader.
    const complaints = [...bursar.complaints, ...admin.complaints].filter((each) => !each.startsWith('WebSocket'));
    expect(complaints).toEqual([]);
  });
});
