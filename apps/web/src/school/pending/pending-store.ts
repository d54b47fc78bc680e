import { clockAhead } from '../../lib/clock.ts';
import { schoolAtWork } from '../../lib/school.ts';
import { isWorkplace, type Workplace, workplaceNow } from '../../lib/workplace.ts';
import { inTime } from '../attempts/in-time.ts';
import { listLivePages, livePage, ownPage } from '../attempts/live-pages.ts';
import { ownBox } from '../offline/device-box.ts';
import { endWrite, followWrite } from '../offline/follow-write.ts';
import { listOfflineEvents } from '../offline/stored-events.ts';
import type { NewPendingRequest, PendingRequest } from './pending-request.ts';

/** Pending requests of one kind of desk on this device's disk. */
export interface PendingStore {
  /** Creates the box, its key and this page's lock in advance, so that no child waits for them. */
  prepare(): Promise<void>;
  /**
   * Stores a request so that it survives the page and the browser. Never throws: a queue of children must not stop because of the browser's
   * storage. `from` is the workplace of the request.
   */
  keep(press: NewPendingRequest, from?: Workplace): Promise<void>;
  /** Removes a request that was answered, or is in the device's queue. */
  drop(key: string): Promise<void>;
  /** Leaves a request whose outcome is unknown and which this page does not retry. */
  leave(key: string): void;
  /**
   * Lists this school's requests that no open page of this browser handles, the oldest first. Requests in the device's queue are excluded,
   * because the queue reports them.
   */
  listOrphaned(): Promise<readonly PendingRequest[]>;
}

/** Delay before a failed disk is tried again, in milliseconds. */
const AGAIN_MS = 5_000;

/** Creates a store in the box of this device, under names that start with `prefix`. */
export function createPendingStore(prefix: string): PendingStore {
  const underWay = new Set<string>();
  const left = new Set<string>();
  const dropped = new Set<string>();
  const puts = new Map<string, Promise<void>>();

  async function drop(key: string): Promise<void> {
    underWay.delete(key);
    dropped.add(key);
    endWrite(key);
    // A put that is still running would otherwise write the request after its removal.
    await puts.get(key)?.catch(() => undefined);
    puts.delete(key);
    // A later page asks for the outcome of a request that stays on the disk.
    await ownBox.drop(prefix + key).catch(() => undefined);
  }

  async function keep(
    press: NewPendingRequest,
    { user, school }: Workplace,
    clockAheadMs: number | null,
  ): Promise<void> {
    const { key } = press;
    // The request may have been left before this retry stores it.
    if (!left.has(key)) underWay.add(key);
    try {
      // Without the lock, other pages treat this page as closed.
      const page = await inTime(livePage()).catch(() => ownPage());
      if (dropped.has(key)) return;
      const put = ownBox.put(prefix + key, { ...press, clockAheadMs, user, school, page } satisfies PendingRequest);
      puts.set(key, put);
      // `followWrite` reports the failure.
      put.catch(() => offerAgain(press, { user, school }, clockAheadMs));
      await followWrite(key, put, inTime(put));
    } catch {
      // The request is in memory alone, and the desk says so, until a retry stores it: until then a power cut would lose it.
    }
  }
  function offerAgain(press: NewPendingRequest, from: Workplace, clockAheadMs: number | null): void {
    setTimeout(() => {
      if (dropped.has(press.key)) return;
      // Waits while another user is at work, who must not be shown this user's failure.
      if (isWorkplace(from)) void keep(press, from, clockAheadMs);
      else offerAgain(press, from, clockAheadMs);
    }, AGAIN_MS);
  }

  return {
    async prepare() {
      await Promise.all([livePage(), ownBox.seal('')]);
    },
    keep: (press, from = workplaceNow()) => keep(press, from, clockAhead()),
    drop,
    leave(key) {
      left.add(key);
      underWay.delete(key);
    },
    async listOrphaned() {
      const school = schoolAtWork();
      if (school === null) return [];
      const [names, pages] = await Promise.all([
        inTime(ownBox.names(prefix)),
        // In a browser that does not list its locks, all other pages count as closed.
        inTime(listLivePages()).catch((): ReadonlySet<string> => new Set()),
      ]);
      const all = await Promise.all(names.map((name) => ownBox.get<PendingRequest>(name)));
      const isLooked = ({ key, page }: PendingRequest) =>
        page === ownPage() ? underWay.has(key) : page !== null && pages.has(page);
      const found = all
        .filter((one): one is PendingRequest => one !== null && one.school === school && !dropped.has(one.key))
        .filter((one) => !isLooked(one));
      if (found.length === 0) return found;
      const queued = new Set((await inTime(listOfflineEvents(school))).map(({ key }) => key));
      for (const { key } of found) if (queued.has(key)) void drop(key);
      return found.filter(({ key }) => !queued.has(key)).toSorted((one, other) => one.at - other.at);
    },
  };
}
