/** Name prefix of the lock that a page holds as long as it is open. */
const NAME = 'living-page:';
/**
 * Earlier name prefix: a page of an earlier build that stays open through an update holds and looks for locks of that name. Pages hold
 * both, and look for both.
 */
const EARLIER_NAME = 'page-of-money:';
const NAMES = [NAME, EARLIER_NAME] as const;

let here: Promise<string> | undefined;
let id: string | null = null;

/** Returns the id of this page; null until the page has moved money or recorded a passage. */
export const ownPage = () => id;

/**
 * Returns the id of this page, and takes its locks: from then on other pages see that the page is open, until it is closed, reloaded or
 * killed.
 */
export function livePage(): Promise<string> {
  here ??= makeKnown();
  return here;
}

async function makeKnown(): Promise<string> {
  const page = crypto.randomUUID();
  id = page;
  await Promise.all(NAMES.map((name) => holdForEver(name + page)));
  return page;
}

/**
 * Resolves once the lock is held. Without the lock, other pages treat this page as closed and ask for the outcome of its requests; the
 * server answers once such a request is done.
 */
function holdForEver(name: string): Promise<void> {
  return new Promise((resolve) => {
    if (!navigator.locks) return resolve();
    const hold = () => {
      resolve();
      return new Promise<never>(() => undefined);
    };
    // A browser may refuse a lock, which must not block the page.
    navigator.locks.request(name, hold).catch(() => resolve());
  });
}

/** Returns the ids of this browser's open pages; empty where the browser cannot tell. */
export async function listLivePages(): Promise<ReadonlySet<string>> {
  // Pages count as closed where the locks cannot be queried.
  const { held = [] } = (await navigator.locks?.query().catch(() => undefined)) ?? {};
  // A shared lock belongs to a page that has waited for the end of another one.
  const names = held.filter(({ mode }) => mode !== 'shared').map(({ name }) => name ?? '');
  return new Set(
    names.flatMap((name) => NAMES.filter((start) => name.startsWith(start)).map((start) => name.slice(start.length))),
  );
}

/** Resolves once that page has closed and so released its locks. Throws where `signal` aborts the wait, or the browser has no locks. */
export async function endOfPage(page: string, signal: AbortSignal): Promise<void> {
  if (!navigator.locks) throw new Error('This browser has no Web Locks.');
  // Shared, so that waiting pages do not wait for each other.
  for (const name of NAMES) await navigator.locks.request(name + page, { mode: 'shared', signal }, () => undefined);
}
