/** Lock that a page holds for as long as it lives. */
const NAME = 'living-page:';
/** Its name before: a page of an earlier build that stays open through an update holds that, and looks for it. Both are held, and looked for. */
const EARLIER_NAME = 'page-of-money:';
const NAMES = [NAME, EARLIER_NAME] as const;

let here: Promise<string> | undefined;
let id: string | null = null;

/** Id of this page; null for as long as it has moved no money and let nobody pass. */
export const ownPage = () => id;

/** Id of this page. From then on other pages see that it lives, until it is closed, reloaded or killed. */
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

/** Resolves once the lock is held. Without it the page is taken for dead, and what it does is asked about: the server answers once that is done. */
function holdForEver(name: string): Promise<void> {
  return new Promise((resolve) => {
    if (!navigator.locks) return resolve();
    const hold = () => {
      resolve();
      return new Promise<never>(() => undefined);
    };
    // A browser may refuse a lock; nothing waits for that.
    navigator.locks.request(name, hold).catch(() => resolve());
  });
}

/** Lists the pages of this browser that live; none where that cannot be told. */
export async function listLivePages(): Promise<ReadonlySet<string>> {
  // A page whose locks cannot be read is asked about likewise.
  const { held = [] } = (await navigator.locks?.query().catch(() => undefined)) ?? {};
  // One that is shared is of a page that has waited for the end of another one.
  const names = held.filter(({ mode }) => mode !== 'shared').map(({ name }) => name ?? '');
  return new Set(
    names.flatMap((name) => NAMES.filter((start) => name.startsWith(start)).map((start) => name.slice(start.length))),
  );
}

/** Resolves once that page has ended: its locks are given to nobody before. Throws where `signal` ends the waiting, or the browser has no locks. */
export async function endOfPage(page: string, signal: AbortSignal): Promise<void> {
  if (!navigator.locks) throw new Error('This browser has no locks.');
  // Shared, so that those who wait do not wait for each other.
  for (const name of NAMES) await navigator.locks.request(name + page, { mode: 'shared', signal }, () => undefined);
}
