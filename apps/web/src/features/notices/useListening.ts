import { streamNotices } from '@mfuko/contract/notices';
import { useEffect } from 'react';
import { listenTo } from '../../lib/live.ts';
import { useSchool } from '../../lib/school.ts';
import { useSession } from '../../lib/session.ts';
import { forgetNotices, takeEvent } from './store.ts';

/** Listens to the current school's notices while a permitted user is signed in and the frame is mounted, once `begun` is true. */
export function useListening(begun: boolean): void {
  const session = useSession();
  const school = useSchool()?.sysid;
  const token = session && session.role !== 'CheckAgent' ? session.token : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another school or session is another list
  useEffect(() => {
    if (token === null || !begun) return;
    const stop = listenTo(streamNotices, takeEvent);
    return () => {
      stop();
      forgetNotices();
    };
  }, [token, school, begun]);
}
