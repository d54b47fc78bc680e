import type { Listener } from '../../platform/database/listen.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { CHANNEL } from './store.ts';

/** Bell of one stream, which wakes the stream when there may be new notices. */
export interface Bell {
  /** Resolves once there may be something new, at the latest at the process's next poll; and when `ended` aborts. */
  next(ended: AbortSignal): Promise<void>;
  leave(): void;
}

/** The bells of this process; one database connection listens for all of them. */
export interface NoticeHub {
  join(schoolId: string, userId: string): Bell;
  close(): Promise<void>;
}

/** Poll intervals: short while the listener is disconnected, long otherwise, since a notification may be lost. */
const POLL_UNHEARD_MS = 3_000;
const POLL_MS = 15_000;

interface Subscriber {
  readonly schoolId: string;
  readonly userId: string;
  wake(): void;
}

/** Opens the hub, which starts to listen at the first subscriber. */
export function openNoticeHub(context: AppContext): NoticeHub {
  const subscribers = new Set<Subscriber>();
  let listener: Listener | undefined;
  let looked = Date.now();
  const look = setInterval(() => {
    const due = listener?.hears ? POLL_MS : POLL_UNHEARD_MS;
    if (subscribers.size > 0 && Date.now() - looked >= due) alertAll();
  }, POLL_UNHEARD_MS);
  function alertAll(): void {
    looked = Date.now();
    for (const subscriber of subscribers) subscriber.wake();
  }
  function wake(payload: string | null): void {
    if (payload === null) return alertAll();
    const [schoolId, userId] = payload.split(' ');
    for (const subscriber of subscribers) {
      if (subscriber.schoolId === schoolId && (userId === undefined || subscriber.userId === userId)) subscriber.wake();
    }
  }

  return {
    join(schoolId, userId) {
      listener ??= context.db.listen(CHANNEL, wake);
      let woken = false;
      let go: (() => void) | undefined;
      const subscriber: Subscriber = {
        schoolId,
        userId,
        wake() {
          woken = true;
          go?.();
        },
      };
      subscribers.add(subscriber);
      return {
        async next(ended) {
          if (!woken && !ended.aborted) {
            await new Promise<void>((resolve) => {
              go = resolve;
              ended.addEventListener('abort', () => resolve(), { once: true });
            });
          }
          woken = false;
          go = undefined;
        },
        leave: () => void subscribers.delete(subscriber),
      };
    },
    async close() {
      clearInterval(look);
      await listener?.stop();
    },
  };
}
