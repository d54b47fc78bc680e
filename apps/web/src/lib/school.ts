import { createStore } from './store.ts';

export interface PickedSchool {
  readonly sysid: string;
  readonly shortName: string;
}

const KEPT = 'school';
const store = createStore<PickedSchool | null>(null);

/**
 * School that the console acts on: an Admin's choice, otherwise the account's own school. Each tab keeps its own choice, so that two
 * schools can be worked on side by side; a new tab starts with the choice that was made last.
 */
export const currentSchool = store.get;
export const useSchool = store.use;
/** Returns the id of the current school; null where there is none. */
export const schoolAtWork = (): string | null => store.get()?.sysid ?? null;

/**
 * Returns the elements that belong to the current school. Elements of the former school stay hidden, even before the new ones are loaded.
 */
export function useOfSchool<T extends { readonly school: string | null }>(all: readonly T[]): readonly T[] {
  const school = useSchool()?.sysid ?? null;
  return all.filter((one) => one.school === school);
}

export function restoreSchool(): void {
  const kept = sessionStorage.getItem(KEPT) ?? localStorage.getItem(KEPT);
  if (!kept) return;
  try {
    store.set(JSON.parse(kept) as PickedSchool);
  } catch {
    // The value is corrupt or of an older version: the user picks a school again.
    forgetSchool();
  }
}

export function pickSchool(school: PickedSchool): void {
  pickSchoolForNextTab(school);
  sessionStorage.setItem(KEPT, asText(school));
  store.set(school);
}

/** Sets the school that a new tab starts with; this tab keeps its school. */
export function pickSchoolForNextTab(school: PickedSchool): void {
  localStorage.setItem(KEPT, asText(school));
}

function asText({ sysid, shortName }: PickedSchool): string {
  return JSON.stringify({ sysid, shortName });
}

export function forgetSchool(): void {
  sessionStorage.removeItem(KEPT);
  localStorage.removeItem(KEPT);
  store.set(null);
}
