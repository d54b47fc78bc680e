const PREFIX = 'page-of-money:';

let here: Promise<string> | undefined;
let id: string | null = null;

/** Id of this page; null for as long as it has moved no money and let nobody pass. */
export const ownPage = () => id;

/** Id of this page. From then on other pages see that it lives, until it is closed, reloaded or killed. */
export function livingPage(): Promise<string> {
  here ??= new Promise((resolve) => {
    const page = crypto.randomUUID();
    id = page;
    const hold = () => {
      resolve(page);
      return new Promise<never>(() => undefined);
    };
    if (!navigator.locks) return resolve(page);
    // Without its lock the page is taken for dead, and what it does is asked about: the server answers once that is done.
    navigator.locks.request(PREFIX + page, hold).catch(() => resolve(page));
  });
  return here;
}

/** Lists the pages of this browser that live; none where that cannot be told. */
export async function listLivingPages(): Promise<ReadonlySet<string>> {
  // A page whose locks cannot be read is asked about likewise.
  const { held = [] } = (await navigator.locks?.query().catch(() => undefined)) ?? {};
  return new Set(held.map(({ name }) => name?.slice(PREFIX.length) ?? ''));
}
