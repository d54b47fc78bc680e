import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useSchool } from '../lib/school.ts';
import { useSession } from '../lib/session.ts';

/** Storage name of a draft, which is private to this tab, user and school. */
export function useDraftName(name: string): string {
  const person = useSession()?.userName ?? '';
  const school = useSchool()?.sysid ?? '';
  return `${person}:${school}:${name}`;
}

/** Deletes a draft: for a form that is unmounted in the same moment in which it is cleared. */
export function dropDraft(name: string): void {
  sessionStorage.removeItem(`draft:${name}`);
}

/** Returns true if a draft is stored under the name. */
export function hasDraft(name: string): boolean {
  return sessionStorage.getItem(`draft:${name}`) !== null;
}

/** Deletes all drafts when a user signs out. After an expired session the drafts are kept. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith('draft:')) sessionStorage.removeItem(key);
}

/** State that survives a reload, such as the progress in a form of several steps. Never for secrets, PINs or fingerprints. */
export function useDraftState<State>(name: string, start: State): [State, (change: (now: State) => State) => void] {
  const key = `draft:${useDraftName(name)}`;
  const [state, setState] = useState<State>(() => read<State>(key) ?? start);
  const text = state === start ? null : JSON.stringify(state);
  useEffect(() => {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  }, [key, text]);
  return [state, setState];
}

/** Stores the values of a form as a draft through a reload, except for the fields in `left`, which must not be stored. */
export function useDraftWithout<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  name: string | undefined,
  left: readonly (keyof Values)[],
): void {
  const key = name && `draft:${name}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the form appears; later the form is the truth
  useEffect(() => {
    const kept = key && read<Partial<Values>>(key);
    if (kept) form.setValues(kept);
  }, [key]);
  const open = Object.entries(form.values).filter(([field]) => !left.includes(field));
  const text = JSON.stringify(Object.fromEntries(open));
  const dirty = open.some(([field]) => form.isDirty(field));
  useEffect(() => {
    if (!key) return;
    if (dirty) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  }, [key, text, dirty]);
}

function read<State>(key: string): State | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as State | null;
  } catch {
    // The value was written by an older version: the form starts empty.
    return null;
  }
}
