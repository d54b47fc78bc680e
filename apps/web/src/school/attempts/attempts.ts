import { isMine, waitingAttempts } from './attempt-list.ts';

export type { Attempt } from './attempt-list.ts';

/**
 * Prefetches the journal when a money desk opens, and in a console page once its screen is rendered (`lib/first-answers.ts`), so that it is
 * loaded before money moves while the frame stays small. A payment loads it by itself if needed.
 */
export const keeper = () => import('./attempt-journal.ts');

/**
 * Returns the signed-in user's attempts that wait for an outcome; those of another page only once that page has closed, or its time is
 * over.
 */
export const useOpenAttempts = () => waitingAttempts.use().filter(isMine);

/** Reads attempts that earlier pages left, and follows the other pages. */
export function watchAttempts(): () => void {
  const watching = keeper()
    .then(({ follow }) => follow())
    // The next payment loads the code if this fails.
    .catch(() => undefined);
  return () => void watching.then((stop) => stop?.());
}

/** Leaves an attempt without an answer: it is shown until its outcome is known. */
export async function leaveAttempt(key: string): Promise<void> {
  await (await keeper()).leaveAttempt(key);
}

/** Removes an attempt whose outcome is known, or has been read. */
export function dropAttempt(key: string): void {
  void keeper().then((kept) => kept.dropAttempt(key));
}
