import type { OfflineOutcome } from '@mfuko/contract/offline';
import { useEffect, useEffectEvent } from 'react';
import { useNews } from '../../../school/offline/useNews.ts';
import { inFront } from '../front-page.ts';
import { isReversed, type Line } from '../queue/line.ts';

/**
 * Returns the unread outcomes of the gate without the stopped check-outs that a line of this page reports: another page that has no such
 * line has sent the stop. Such an outcome counts as read once this page is in front, so that no page reports it again.
 */
export function useGateNews(lines: readonly Line[]) {
  const { news, readSome } = useNews('gate');
  const isInFront = inFront.use();
  const reported = news.filter(({ key, problem }) => problem === 'stopped' && isReported(key, lines));
  const keys = reported.map(({ key }) => key).join();
  const readReported = useEffectEvent((outcomes: readonly OfflineOutcome[]) => readSome(outcomes));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each set of outcomes
  useEffect(() => {
    if (isInFront && keys !== '') readReported(reported);
  }, [isInFront, keys]);
  const unreported = news.filter((outcome) => !reported.includes(outcome));
  return { news: unreported, read: () => readSome(unreported) };
}

function isReported(key: string, lines: readonly Line[]): boolean {
  return lines.some((line) => line.key === key && isReversed(line));
}
