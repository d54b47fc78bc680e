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
  /** Makes the box, its key and this page's lock ready, so that no child waits for them. */
  prepare(): Promise<void>;
  /** Keeps a press through the end of the page and of the browser. It never throws: a queue of children does not stop because of its browser's storage. `from`: where it was made. */
  keep(press: NewPendingRequest, from?: Workplace): Promise<void>;
  /** There is an answer, or it lies in the device's queue. */
  drop(key: string): Promise<void>;
  /** No try of this page goes out any more, and nobody knows the outcome. */
  leave(key: string): void;
  /** Lists those of this school that no page of this browser looks after any more, the oldest first. What lies in the device's queue tells of itself. */
  listOrphaned(): Promise<readonly PendingRequest[]>;
}

/** A disk that has failed is asked again after this. */
const AGAIN_MS = 5_000;

/** Presses that lie in the box of this device under names which begin with `prefix`. */
export function createPendingStore(prefix: string): PendingStore {
  const underWay = new Set<string>();
  const left = new Set<string>();
  const dropped = new Set<string>();
  const puts = new Map<string, Promise<void>>();

  async function drop(key: string): Promise<void> {
    underWay.delete(key);
    dropped.add(key);
    endWrite(key);
    // One that is still on its way there would come after its own end.
    await puts.get(key)?.catch(() => undefined);
    puts.delete(key);
    // One that stays is asked about by a later page.
    await ownBox.drop(prefix + key).catch(() => undefined);
  }

  async function keep(
    press: NewPendingRequest,
    { user, school }: Workplace,
    clockAheadMs: number | null,
  ): Promise<void> {
    const { key } = press;
    // One that comes to the disk only now may have been left meanwhile.
    if (!left.has(key)) underWay.add(key);
    try {
      // Known by its id alone, and taken for dead by others.
      const page = await inTime(livePage()).catch(() => ownPage());
      if (dropped.has(key)) return;
      const put = ownBox.put(prefix + key, { ...press, clockAheadMs, user, school, page } satisfies PendingRequest);
      puts.set(key, put);
      // Told of by what follows the write.
      put.catch(() => offerAgain(press, { user, school }, clockAheadMs));
      await followWrite(key, put, inTime(put));
    } catch {
      // The page alone knows it, and its desk says so, until the disk takes it: what is given up is the knowledge after a power cut until then.
    }
  }
  function offerAgain(press: NewPendingRequest, from: Workplace, clockAheadMs: number | null): void {
    setTimeout(() => {
      if (dropped.has(press.key)) return;
      // Of another's nobody is told who signs in next.
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
        // Of a browser that does not tell, every other page is taken for dead, and asked about.
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
