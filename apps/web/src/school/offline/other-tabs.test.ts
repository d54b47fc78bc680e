import { afterEach, expect, test, vi } from 'vitest';
import { createOtherTabs, type TabMessage } from './other-tabs.ts';

const tabs: ReturnType<typeof createOtherTabs>[] = [];
function openTab() {
  const heard: TabMessage[] = [];
  const tab = createOtherTabs((message) => heard.push(message));
  tabs.push(tab);
  tab.open();
  return { ...tab, heard };
}
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close();
  vi.unstubAllGlobals();
});

test('other tabs hear each message once, however often they open, and the sender does not', async () => {
  const [one, two] = [openTab(), openTab()];
  two.open();
  one.tell({ outcomes: [{ key: 'k1', status: 'recorded' }] });
  one.tell({});
  await vi.waitFor(() => expect(two.heard).toEqual([{ outcomes: [{ key: 'k1', status: 'recorded' }] }, {}]));
  expect(one.heard).toEqual([]);
});

test('a closed tab hears and tells nothing until it opens again', async () => {
  const [one, two, three] = [openTab(), openTab(), openTab()];
  two.close();
  two.tell({ outcomes: [] });
  one.tell({});
  await vi.waitFor(() => expect(three.heard).toEqual([{}]));
  expect(two.heard).toEqual([]);
  two.open();
  one.tell({});
  await vi.waitFor(() => expect(two.heard).toEqual([{}]));
});

test('a tab takes the empty message of an earlier release for a change of the queue', async () => {
  const tab = openTab();
  const earlier = new BroadcastChannel('mfuko-offline');
  earlier.postMessage(null);
  await vi.waitFor(() => expect(tab.heard).toEqual([{}]));
  earlier.close();
});

test('a browser without channels has silent tabs', () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  const tab = openTab();
  tab.tell({});
  expect(tab.heard).toEqual([]);
});
