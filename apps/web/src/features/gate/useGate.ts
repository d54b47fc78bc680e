import { useCallback, useEffect, useRef, useState } from 'react';
import { createCardReader } from '../../lib/card-reader.ts';
import { askLocation } from '../../lib/location.ts';
import { countInSchool } from './gate-calls.ts';
import type { Lane } from './lane/lane.ts';
import { addressOf, type Screen, screenAt } from './screens.ts';

const COUNT_EVERY_MS = 60_000;
const COUNT_AFTER_MS = 800;
const COUNT_WHILE_MS = 300_000;
const LOCATION_EVERY_MS = 300_000;

/** Returns the current screen of the four, and a setter. All screens share one page load, so that a change loses no request under way. */
export function useScreen(): [Screen, (next: Partial<Screen>) => void] {
  const [screen, setScreen] = useState(() => screenAt(window.location.pathname));
  useEffect(() => {
    const back = () => setScreen(screenAt(window.location.pathname));
    window.addEventListener('popstate', back);
    return () => window.removeEventListener('popstate', back);
  }, []);
  const show = useCallback((next: Partial<Screen>) => {
    const wanted = { ...screenAt(window.location.pathname), ...next };
    window.history.pushState(null, '', addressOf(wanted));
    setScreen(wanted);
  }, []);
  return [screen, show];
}

/** Binds the keys of the gate. Digits go to the active field whatever has the focus; ? shows the list of keys. */
export function useKeys(lane: Lane, show: (next: Partial<Screen>) => void, onHelp: () => void): void {
  useEffect(() => {
    const reader = createCardReader();
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
      const burst = reader.key(event.key, event.timeStamp, undefined);
      // Takes a card's number as a whole, also where a slow key may have split the burst: a part could be another student's number.
      const target = event.target instanceof HTMLElement ? event.target : null;
      const inPin = target?.matches('input[name=checkPin]') ?? false;
      const card = burst && (burst.card ?? (inPin ? null : burst.whole));
      if (card) {
        event.preventDefault();
        return lane.card(card);
      }
      if (burst && inPin) {
        // The burst starts with digits of a PIN, which must not appear in the number field. The guard reads the card again.
        event.preventDefault();
        return lane.typePin('');
      }
      const { kind, by } = screenAt(window.location.pathname);
      if (event.key === 'F2') show({ kind: kind === 'in' ? 'out' : 'in' });
      else if (event.key === 'F3') show({ by: by === 'pin' ? 'fingerprint' : 'pin' });
      else if (event.key === '?') onHelp();
      else if (event.key === 'Escape') {
        lane.clear();
        focusEntry();
      } else if (event.key === 'Enter' && !target?.closest('button, a, select')) lane.press('enter');
      else {
        if (event.key === 'Tab' && lane.entry.get().held) lane.typeAhead(event.key);
        // Digits typed while a button has the focus go to the active field.
        if (/^\d$/.test(event.key) && !target?.closest('input, select')) focusEntry();
        return;
      }
      event.preventDefault();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [lane, show, onHelp]);
}

export const numberField = () => document.querySelector<HTMLInputElement>('input[name=admissionNumber]');

/** Focuses the field that receives the keys. */
export function focusEntry(): void {
  document.querySelector<HTMLInputElement>('input[data-active]')?.focus();
}

/**
 * Returns the number of students in school, null while unknown, and a function that refreshes it soon. A gate that nobody works at stops
 * polling, since every call extends the session, which an unattended tablet should lose.
 */
export function useCount(): [number | null, () => void] {
  const [count, setCount] = useState<number | null>(null);
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined);
  const ask = useCallback(() => {
    // On failure the former number stays.
    countInSchool().then(setCount, () => {});
  }, []);
  useEffect(() => {
    let worked = Date.now();
    const work = () => {
      worked = Date.now();
    };
    ask();
    const timer = setInterval(() => {
      if (Date.now() - worked < COUNT_WHILE_MS) ask();
    }, COUNT_EVERY_MS);
    window.addEventListener('keydown', work);
    window.addEventListener('pointerdown', work);
    return () => {
      window.removeEventListener('keydown', work);
      window.removeEventListener('pointerdown', work);
      clearInterval(timer);
      clearTimeout(soon.current);
    };
  }, [ask]);
  const refresh = useCallback(() => {
    clearTimeout(soon.current);
    soon.current = setTimeout(ask, COUNT_AFTER_MS);
  }, [ask]);
  return [count, refresh];
}

/** Returns true while the device has a network; `onBack` retries what waits when the network returns. */
export function useOnline(onBack: () => void): boolean {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const change = () => {
      setOnline(navigator.onLine);
      if (navigator.onLine) onBack();
    };
    window.addEventListener('online', change);
    window.addEventListener('offline', change);
    return () => {
      window.removeEventListener('online', change);
      window.removeEventListener('offline', change);
    };
  }, [onBack]);
  return online;
}

/** Keeps the location fresh that is sent with every check. A user who denies the location can still work. */
export function useFreshLocation(): void {
  useEffect(() => {
    // Without a location, checks are sent without one.
    const ask = () => void askLocation().catch(() => {});
    ask();
    const timer = setInterval(ask, LOCATION_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}

/** Makes the browser ask before the page is closed while a request without an answer exists in its memory only. */
export function useLeaveWarning(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isHeld]);
}
