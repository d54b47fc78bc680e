import type { OfflineOutcome } from '@mfuko/contract/offline';
import { useEffect, useState } from 'react';
import { useSchool } from '../../lib/school.ts';
import { ownBox } from '../../school/offline/device-box.ts';

const PREFIX = 'ride-news:';

interface KeptNews {
  readonly school: string;
  readonly outcome: OfflineOutcome;
}

/** Serialises the work on the storage, so that reading a notice takes effect after its write. */
let lastWork: Promise<void> = Promise.resolve();
function inOrder(work: () => Promise<void>): void {
  // On a device without storage the notice lasts as long as the page.
  lastWork = lastWork.then(work).catch(() => undefined);
}

async function listKept(school: string): Promise<readonly OfflineOutcome[]> {
  const names = await ownBox.names(PREFIX);
  const all = await Promise.all(names.map((name) => ownBox.get<KeptNews>(name)));
  return all.flatMap((one) => (one?.school === school ? [one.outcome] : []));
}

/**
 * Returns outcomes of offline rides that a user has to read: those of this page, and unread ones of earlier pages of this device. They stay
 * on the disk until they were read, since the child is on a bus even if the page is reloaded or another user signs in.
 */
export function useKeptNews(heard: readonly OfflineOutcome[], onRead: () => void) {
  const school = useSchool()?.sysid ?? '';
  const [kept, setKept] = useState<readonly OfflineOutcome[]>([]);
  useEffect(() => {
    let isOver = false;
    setKept([]);
    const show = (found: readonly OfflineOutcome[]) => !isOver && setKept(found);
    // Without storage there are no earlier outcomes.
    lastWork.then(() => listKept(school)).then(show, () => undefined);
    return () => {
      isOver = true;
    };
  }, [school]);
  useEffect(() => {
    for (const outcome of heard)
      inOrder(() => ownBox.put(PREFIX + outcome.key, { school, outcome } satisfies KeptNews));
  }, [school, heard]);
  const news = [...new Map([...kept, ...heard].map((outcome) => [outcome.key, outcome])).values()];
  return {
    news,
    read(): void {
      for (const { key } of news) inOrder(() => ownBox.drop(PREFIX + key));
      setKept([]);
      onRead();
    },
  };
}
