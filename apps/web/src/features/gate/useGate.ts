import { useCallback, useEffect, useRef, useState } from 'react';
import { createCardReader } from '../../lib/card-reader.ts';
import { askLocation } from '../../lib/location.ts';
import { countInSchool } from './gate-calls.ts';
import type { Lane } from './lane.ts';
import { addressOf, type Screen, screenAt } from './screens.ts';

const COUNT_EVERY_MS = 60_000;
const COUNT_AFTER_MS = 800;
const COUNT_WHILE_MS = 300_000;
const LOCATION_EVERY_MS = 300_000;

/** Which of the four screens is shown. They share one page load, so that nothing under way is lost by changing. */
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

/** The keys of the gate: digits to the field whatever has the focus, a card's burst, Esc, F2, F3, Enter, and ? for the sheet that names them. */
export function useKeys(lane: Lane, show: (next: Partial<Screen>) => void, onHelp: () => void): void {
  useEffect(() => {
    const reader = createCardReader();
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
      const burst = reader.key(event.key, event.timeStamp, undefined);
      // Cards that one slow key may have cut are taken whole: a part could be another student's number.
      const target = event.target instanceof HTMLElement ? event.target : null;
      const inPin = target?.matches('input[name=checkPin]') ?? false;
      const card = burst && (burst.card ?? (inPin ? null : burst.whole));
      if (card) {
        event.preventDefault();
        return lane.card(card);
      }
      if (burst && inPin) {
        // Digits of a PIN before a card: they are no part of a number, and not to be read in its field. The card is read again.
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
        // Digits typed while a button has the focus go to the field that waits for it.
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

/** The field that the keys go to. */
export function focusEntry(): void {
  document.querySelector<HTMLInputElement>('input[data-active]')?.focus();
}

/**
 * Number of students in school; null where that is not known. `refresh` asks again soon. A gate that nobody works at stops
 * asking, for every call keeps the session alive that an unattended tablet should lose.
 */
export function useCount(): [number | null, () => void] {
  const [count, setCount] = useState<number | null>(null);
  const soon = useRef<ReturnType<typeof setTimeout>>(undefined);
  const ask = useCallback(() => {
    // The old number stays until the next one.
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

/** Tells whether the device has a network at all; back online, what waits is tried at once. */
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

/** Keeps the place that goes along with every check fresh. A person who refuses it is not kept from working. */
export function useFreshLocation(): void {
  useEffect(() => {
    // Checks go without a place where none is given.
    const ask = () => void askLocation().catch(() => {});
    ask();
    const timer = setInterval(ask, LOCATION_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}

/** The browser asks before the page is closed while it alone knows of something that has no answer yet. */
export function useLeaveWarning(isHeld: boolean): void {
  useEffect(() => {
    if (!isHeld) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isHeld]);
}
