import type { Listener } from '../../platform/database/listen.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import { CHANNEL } from './store.ts';

/** Bell: what one stream waits on. */
export interface Bell {
  /** Resolves once there may be something new, at the latest at the next look of the process; and when `ended`. */
  next(ended: AbortSignal): Promise<void>;
  leave(): void;
}

/** The bells of this process: one connection listens for all of them. */
export interface NoticeHub {
  join(schoolId: string, userId: string): Bell;
  close(): Promise<void>;
}

/** Looked at without having been woken: often where nobody hears, seldom otherwise, for a wake-up is not the truth. */
const LOOK_DEAF_MS = 3_000;
const LOOK_MS = 15_000;

interface Hanging {
  readonly schoolId: string;
  readonly userId: string;
  wake(): void;
}

/** Listens from the first bell on. */
export function openNoticeHub(context: AppContext): NoticeHub {
  const bells = new Set<Hanging>();
  let listener: Listener | undefined;
  let looked = Date.now();
  const look = setInterval(() => {
    const due = listener?.hears ? LOOK_MS : LOOK_DEAF_MS;
    if (bells.size > 0 && Date.now() - looked >= due) alertAll();
  }, LOOK_DEAF_MS);
  function alertAll(): void {
    looked = Date.now();
    for (const bell of bells) bell.wake();
  }
  function wake(payload: string | null): void {
    if (payload === null) return alertAll();
    const [schoolId, userId] = payload.split(' ');
    for (const bell of bells) {
      if (bell.schoolId === schoolId && (userId === undefined || bell.userId === userId)) bell.wake();
    }
  }

  return {
    join(schoolId, userId) {
      listener ??= context.db.listen(CHANNEL, wake);
      let woken = false;
      let go: (() => void) | undefined;
      const bell: Hanging = {
        schoolId,
        userId,
        wake() {
          woken = true;
          go?.();
        },
      };
      bells.add(bell);
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
        leave: () => void bells.delete(bell),
      };
    },
    async close() {
      clearInterval(look);
      await listener?.stop();
    },
  };
}
