import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const DEVICE = '01a2-device';
const QUARTER_MS = 15 * 60_000;

interface Stored {
  readonly device: string;
  readonly marks: readonly string[];
  readonly at: number;
  readonly kept: boolean;
}

/** Disk of the device: what it stores, how long it takes, and whether it has room. */
const disk = { stored: undefined as Stored | undefined, takesMs: 0, isFull: false };

vi.mock('./device-store.ts', async (original) => ({
  ...(await original<object>()),
  async inStore(_mode: IDBTransactionMode, work: (store: object) => { result: unknown; onsuccess?: () => void }) {
    if (disk.takesMs > 0) await new Promise((resolve) => setTimeout(resolve, disk.takesMs));
    let put: Stored | undefined;
    const request = work({
      get: () => ({ result: disk.stored }),
      put: (value: Stored) => {
        put = value;
      },
    });
    request.onsuccess?.();
    if (put && disk.isFull) throw new DOMException('The disk is full.', 'QuotaExceededError');
    disk.stored = put ?? disk.stored;
    return request.result;
  },
}));

/** Code of a page that was just opened. */
async function openPage() {
  vi.resetModules();
  return import('./device-continuity.ts');
}

function store(marks: readonly string[], ageMs: number): void {
  disk.stored = { device: DEVICE, marks, at: Date.now() - ageMs, kept: true };
}

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(disk, { stored: undefined, takesMs: 0, isFull: false });
});
afterEach(() => {
  vi.useRealTimers();
});

test('continuityOf makes the next mark once the newest is confirmed and a quarter of an hour old', async () => {
  const page = await openPage();
  const first = await page.continuityOf(DEVICE);
  expect(first).toMatch(/^[\w-]{16}$/);
  vi.advanceTimersByTime(QUARTER_MS);
  expect(await page.continuityOf(DEVICE)).toBe(first);
  page.noteKept(first ?? '');
  vi.advanceTimersByTime(60_000);
  const second = await page.continuityOf(DEVICE);
  expect(second?.split('.').slice(1)).toEqual([first]);
  expect(disk.stored).toMatchObject({ marks: second?.split('.'), kept: false });
});

test('continuityOf of a new page sends the stored marks when a next one is due and the disk is full', async () => {
  store(['a'.repeat(16), 'b'.repeat(16)], QUARTER_MS);
  disk.isFull = true;
  const page = await openPage();
  expect(await page.continuityOf(DEVICE)).toBe(`${'a'.repeat(16)}.${'b'.repeat(16)}`);
  disk.isFull = false;
  vi.advanceTimersByTime(60_000);
  expect((await page.continuityOf(DEVICE))?.split('.').slice(1)).toEqual(['a'.repeat(16), 'b'.repeat(16)]);
});

test('continuityOf of a new page waits for a disk that takes nine seconds', async () => {
  store(['a'.repeat(16)], 0);
  disk.takesMs = 9_000;
  const page = await openPage();
  const marks = page.continuityOf(DEVICE);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(await marks).toBe('a'.repeat(16));
});

test('continuityOf sends the marks that it knows after a second when the disk has fallen silent', async () => {
  store(['a'.repeat(16)], 0);
  const page = await openPage();
  await page.continuityOf(DEVICE);
  disk.takesMs = 3_600_000;
  vi.advanceTimersByTime(60_000);
  const marks = page.continuityOf(DEVICE);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await marks).toBe('a'.repeat(16));
});

test('continuityOf sends no marks of another device that was enrolled in this browser before', async () => {
  store(['a'.repeat(16)], 0);
  const page = await openPage();
  const marks = await page.continuityOf('another device');
  expect(marks).toMatch(/^[\w-]{16}$/);
  expect(marks).not.toContain('a'.repeat(16));
});
