import type { OfflineOutcome } from '@mfuko/contract/offline';
import { useEffect, useState } from 'react';
import { useSchool } from '../../lib/school.ts';
import { ownBox } from '../../school/offline/device-box.ts';

const PREFIX = 'ride-news:';

interface KeptNews {
  readonly school: string;
  readonly outcome: OfflineOutcome;
}

/** Work at the box, one after the other: what is read while it is on its way there comes after it. */
let lastWork: Promise<void> = Promise.resolve();
function inOrder(work: () => Promise<void>): void {
  // On a device that keeps nothing it stands until the page goes.
  lastWork = lastWork.then(work).catch(() => undefined);
}

async function listKept(school: string): Promise<readonly OfflineOutcome[]> {
  const names = await ownBox.names(PREFIX);
  const all = await Promise.all(names.map((name) => ownBox.get<KeptNews>(name)));
  return all.flatMap((one) => (one?.school === school ? [one.outcome] : []));
}

/**
 * Rides told later of which somebody has to hear: those that this page has heard of, and those that an earlier page of this device has heard of and
 * nobody has read. They lie on the disk until they are read: a child is on a bus, whether or not the page is loaded again or somebody else signs in.
 */
export function useKeptNews(heard: readonly OfflineOutcome[], onRead: () => void) {
  const school = useSchool()?.sysid ?? '';
  const [kept, setKept] = useState<readonly OfflineOutcome[]>([]);
  useEffect(() => {
    let isOver = false;
    setKept([]);
    const show = (found: readonly OfflineOutcome[]) => !isOver && setKept(found);
    // Without a disk there is nothing from before.
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
