import { MAX_MARKS, writeMarks } from '@mfuko/contract/device-continuity';
import { base64url, CONTINUITY, inStore } from './device-store.ts';

/** Marks of this device, newest first. The server compares them, and so notices another browser with a copy of the device's key. */
interface Continuity {
  readonly device: string;
  readonly marks: readonly string[];
  /** Time at which the newest mark was made, by this device's clock. */
  readonly at: number;
  /** True once the server has confirmed the newest mark. Only then a next one is made, so that lost answers cost no mark. */
  readonly kept: boolean;
}

const EVERY_MS = 15 * 60_000;
/** Longest use of marks that were read before; another tab may make a mark meanwhile, and the server accepts the one before for a while. */
const FRESH_MS = 60_000;
/** Longest wait for a disk that does not answer: a call with older marks is better than none. */
const MAX_WAIT_MS = 1_000;
/** Longest wait for the first read: a call without marks counts as that of a copy and signs everybody out. */
const MAX_FIRST_WAIT_MS = 10_000;
const MARK_BYTES = 12;

let read: { readonly continuity: Continuity; readonly at: number } | null = null;

/** Returns the `device-continuity` header of a call by the device with this id; null where its storage has never answered. */
export async function continuityOf(device: string): Promise<string | null> {
  const known = read?.continuity.device === device ? read : null;
  const age = known && Date.now() - known.at;
  if (age === null || age < 0 || age >= FRESH_MS) {
    await answerOf(refresh(device), known ? MAX_WAIT_MS : MAX_FIRST_WAIT_MS);
    if (next(read?.continuity, device)) await answerOf(change((stored) => next(stored, device)));
    // A disk that has not answered is asked again in a minute: the marks that are known still count.
    if (read && read === known) read = { ...read, at: Date.now() };
  }
  return read?.continuity.device === device ? writeMarks(read.continuity.marks) : null;
}

/** Notes that the server knows the newest of these marks. */
export function noteKept(sent: string): void {
  if (!read || read.continuity.kept || writeMarks(read.continuity.marks) !== sent) return;
  const { continuity } = read;
  void answerOf(
    change((stored) =>
      stored?.marks[0] === continuity.marks[0] && !stored?.kept ? { ...continuity, kept: true } : null,
    ),
  );
}

/** Reads the stored marks. They count although the disk may be too full for the next one. */
async function refresh(device: string): Promise<void> {
  const stored = await inStore<Continuity | undefined>('readonly', (store) => store.get(CONTINUITY));
  if (stored?.device === device) read = { continuity: stored, at: Date.now() };
}

/** Returns the marks with a new one where one is due; null where none is. */
function next(stored: Continuity | undefined, device: string): Continuity | null {
  const now = Date.now();
  const isOwn = stored?.device === device;
  if (isOwn && !(stored.kept && (now - stored.at >= EVERY_MS || now < stored.at))) return null;
  const mark = base64url(crypto.getRandomValues(new Uint8Array(MARK_BYTES)).buffer);
  return { device, marks: [mark, ...(isOwn ? stored.marks : [])].slice(0, MAX_MARKS), at: now, kept: false };
}

/**
 * Changes the stored marks in one transaction, which those of other tabs wait for. A mark is used once it is on the disk, so that a power cut
 * loses none in use.
 */
async function change(by: (stored: Continuity | undefined) => Continuity | null): Promise<void> {
  let latest: Continuity | undefined;
  await inStore('readwrite', (store) => {
    const found: IDBRequest<Continuity | undefined> = store.get(CONTINUITY);
    found.onsuccess = () => {
      const changed = by(found.result);
      latest = changed ?? found.result;
      if (changed) store.put(changed, CONTINUITY);
    };
    return found;
  });
  if (latest) read = { continuity: latest, at: Date.now() };
}

/** Waits for the disk, but not for long. A disk that is full or fails leaves the marks that were read before. */
function answerOf(work: Promise<void>, maxWaitMs = MAX_WAIT_MS): Promise<void> {
  return new Promise((resolve) => {
    const patience = setTimeout(resolve, maxWaitMs);
    work.then(
      () => {
        clearTimeout(patience);
        resolve();
      },
      () => {
        // Tried again later: the marks that are known still count.
        clearTimeout(patience);
        resolve();
      },
    );
  });
}
