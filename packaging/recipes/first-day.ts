// An Admin's entries before the first student of a school, for the recipes.
import { encodePng } from '@mfuko/fingerprint/decoding/png';
import type { Page } from 'playwright-core';
import { pick } from './browser.ts';

/** Registers the school Kilimo. */
export async function makeSchool(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/app/school.add`);
  const fields = {
    'School code': 'KLM-1',
    'Official name': 'Kilimo Academy',
    'Short name': 'Kilimo',
    'P.O box': '1904',
    Town: 'Kisumu',
  };
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  await pick(page, 'County', 'Kisumu');
  await page.locator('input[type=file]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from(encodePng({ width: 64, height: 64, dpi: 72, pixels: new Uint8Array(64 * 64).fill(90) })),
  });
  await page.getByRole('button', { name: 'Create school' }).click();
  await page.getByText('School was created successfully').first().waitFor();
}

/** Creates the first class of the school. */
export async function makeClass(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/app/class.add`);
  await page.getByRole('combobox', { name: 'School' }).first().click();
  await page.getByRole('option', { name: 'Kilimo' }).click();
  await page.getByLabel('Class name').fill('Grade 4 East');
  await page.getByRole('button', { name: 'Add class' }).click();
  await page.getByText('Class was created successfully').first().waitFor();
}
