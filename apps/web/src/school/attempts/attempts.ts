import { isMine, waitingAttempts } from './attempt-list.ts';

export type { Attempt } from './attempt-list.ts';

/** Fetched as each desk of money opens, and by a page of the console once its screen stands (`lib/first-answers.ts`), so that it is there before money moves; the frame stays light. A payment fetches it by itself. */
export const keeper = () => import('./attempt-journal.ts');

/** Attempts of whoever is signed in that wait for an outcome; those of another page only once it is gone, or has had its time. */
export const useOpenAttempts = () => waitingAttempts.use().filter(isMine);

/** Reads what earlier pages left, and follows what other pages do. */
export function watchAttempts(): () => void {
  const watching = keeper()
    .then(({ follow }) => follow())
    // Code that has not come is fetched by the next payment.
    .catch(() => undefined);
  return () => void watching.then((stop) => stop?.());
}

/** Its answer did not come: told until its outcome is known. */
export async function leaveAttempt(key: string): Promise<void> {
  await (await keeper()).leaveAttempt(key);
}

/** Its outcome is known, or has been read. */
export function dropAttempt(key: string): void {
  void keeper().then((kept) => kept.dropAttempt(key));
}
