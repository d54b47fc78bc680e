import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { demoSchool } from './demo-school.testkit.ts';
import { checkScreen } from './looks.ts';

/** A leaver whose guardian's number was changed a moment ago. */
const LEAVER = '4011';
const NEW_PHONE = '254733999888';
const REASON = 'Moves to another school';

const school = demoSchool({
  office: async (office) => {
    const said = async (path: string, input: Record<string, unknown>, method: 'GET' | 'POST' = 'POST') => {
      const { status, body } = await office.call(path, input, method);
      expect([path, status]).toEqual([path, 200]);
      return body;
    };
    const { sysid } = await said('student/getStudent', { admissionNumber: LEAVER }, 'GET');
    const [guardian] = Object.values(await said('student/getContacts', { studentSYSID: sysid }, 'GET')) as {
      sysid: string;
    }[];
    await said('student/updateContact', { sysid: guardian?.sysid, mobileNumber: NEW_PHONE });
    await said('student/updateStudent', { sysid, status: 'left' });
  },
});

/** Holds back the code of that name. `cut` ends the network, and with it what is on its way; `mend` brings it back. */
async function holdCode(page: Page, name: string) {
  const code = new RegExp(`/assets/${name}-[\\w-]+\\.js$`);
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: isCut, resolve: end } = Promise.withResolvers<void>();
  await page.route(code, async (route) => {
    ask();
    await isCut;
    await route.abort('internetdisconnected');
  });
  return {
    isAsked,
    async cut() {
      await page.context().setOffline(true);
      end();
    },
    async mend() {
      await page.unroute(code);
      await page.context().setOffline(false);
    },
  };
}

/** Names of the chunks that a screen fetches once it is shown, in the order of the requests. Resolves when all have arrived. */
async function fetchedWithTheFrame(page: Page): Promise<string[]> {
  const names = await page.waitForFunction(() => {
    const later = performance
      .getEntriesByType('resource')
      .toSorted((one, other) => one.startTime - other.startTime)
      .flatMap(({ name }) => /\/(Toasts|on-paper)-[\w-]+\.js$/.exec(name)?.[1] ?? []);
    return later.length === 2 && later;
  });
  return names.jsonValue() as Promise<string[]>;
}

it('reports a dialog whose code was lost with the network, and opens it only at the next press', async () => {
  const { journey } = school();
  const { page } = journey;
  const code = await holdCode(page, 'TransferDialog');
  await journey.open('report.books', 'Books');
  // The console shows a lost network from here on.
  expect(await fetchedWithTheFrame(page)).toEqual(['Toasts', 'on-paper']);
  const open = page.getByRole('button', { name: 'Transfer cash' });
  await open.press('Enter');
  await code.isAsked;
  await code.cut();
  await journey.told('This did not load. Try again.');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await open.evaluate((button) => button === document.activeElement)).toBe(true);
  await code.mend();
  // Another part of the page has been fetched again, and still no dialog has opened by itself.
  await page.getByRole('button', { name: /^Notifications: / }).click();
  await page.getByRole('dialog', { name: /Notification/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await open.press('Enter');
  const amount = page.getByRole('dialog').getByRole('textbox', { name: 'Amount (KES)' });
  await amount.and(page.locator(':focus')).waitFor();
  expect(await amount.inputValue()).toBe('');
  await page.keyboard.press('Escape');
});

it('keeps the reason of a held refund when its dialog loses the network, and asks for approval after', async () => {
  const { journey } = school();
  const { page } = journey;
  const code = await holdCode(page, 'HeldRefund');
  await journey.open(`student.details?admissionNumber=${LEAVER}`, /./);
  await page.getByRole('button', { name: 'Refund the balance' }).click();
  const dialog = page.getByRole('dialog');
  const reason = dialog.getByLabel('Reason');
  await reason.fill(REASON);
  await dialog.getByRole('button', { name: 'Propose' }).click();
  await code.isAsked;
  await code.cut();
  await dialog.getByText('The connection was lost: this part did not load.').waitFor();
  expect(await reason.inputValue()).toBe(REASON);
  await checkScreen(page, 'refund, cut off while it is held');
  await code.mend();
  await dialog.getByText(/unless a second person who did not change it approves/).waitFor();
  await dialog.getByText('A second person must approve').waitFor();
  expect(await reason.inputValue()).toBe(REASON);
  await dialog.getByLabel('Why it cannot wait').fill('The mother is here');
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await dialog.getByText('Waiting for approval').waitFor();
  await checkScreen(page, 'refund, waits for a second person');

  // The approver sees the number that the money goes to.
  const asked = await school().office.call('wallet/getApprovals', { state: 'pending' }, 'GET');
  const { body } = await school().office.call('wallet/getApproval', { sysid: asked.body[0]?.sysid }, 'GET');
  expect(body.numbers).toMatchObject([{ mobileNumber: '2547…888' }]);
  expect(journey.complaints.filter((each) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(each))).toEqual([]);
});
