import { useEffect, useState } from 'react';
import type { Session } from '../../lib/session.ts';
import { readNames } from '../offline/device-box.ts';

/** Tells whether the device has a network at all. */
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

/** The name of whoever is signed in, also where the page was opened without a network. */
export function useOwnNames({ userName, role }: Session, told: string | null): string {
  const [kept, setKept] = useState<string | null>(null);
  useEffect(() => {
    // Nothing is kept there: the role stands for the name.
    if (told === null) readNames(userName).then(setKept, () => undefined);
  }, [userName, told]);
  return told ?? kept ?? role;
}
