import { useEffect, useState } from 'react';
import type { Session } from '../../lib/session.ts';
import { readNames } from '../offline/device-box.ts';

/** Returns true if the device has a network. */
export function useOnline(): boolean {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const change = () => setOnline(navigator.onLine);
    window.addEventListener('online', change);
    window.addEventListener('offline', change);
    return () => {
      window.removeEventListener('online', change);
      window.removeEventListener('offline', change);
    };
  }, []);
  return online;
}

/** Returns the name of the signed-in user, also where the page was opened without a network. */
export function useOwnNames({ userName, role }: Session, told: string | null): string {
  const [kept, setKept] = useState<string | null>(null);
  useEffect(() => {
    // Without a stored name the role is shown instead.
    if (told === null) readNames(userName).then(setKept, () => undefined);
  }, [userName, told]);
  return told ?? kept ?? role;
}
