import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useSchool } from '../lib/school.ts';
import { useSession } from '../lib/session.ts';

/** Draft name: where a draft lies: in this tab only, and never the one of another person or school. */
export function useDraftName(name: string): string {
  const person = useSession()?.userName ?? '';
  const school = useSchool()?.sysid ?? '';
  return `${person}:${school}:${name}`;
}

/** Drops what a form kept: for a form that goes away in the very moment in which it is emptied. */
export function dropDraft(name: string): void {
  sessionStorage.removeItem(`draft:${name}`);
}

/** True if something is kept under the name. */
export function hasDraft(name: string): boolean {
  return sessionStorage.getItem(`draft:${name}`) !== null;
}

/** A user who logs out leaves nothing typed behind. A session that merely ended finds its drafts again. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith('draft:')) sessionStorage.removeItem(key);
}

/** State that survives a reload: how far one came in a form of several steps. Never for secrets, PINs or fingers. */
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

/** Keeps through a reload what was typed into a form with a draft's name, but for the fields that are nobody's to keep. */
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
    // Of an older version: the form begins empty.
    return null;
  }
}
