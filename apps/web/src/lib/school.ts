import { createStore } from './store.ts';

export interface PickedSchool {
  readonly sysid: string;
  readonly shortName: string;
}

const KEPT = 'school';
const store = createStore<PickedSchool | null>(null);

/**
 * The school that the console acts on: an Admin's choice, otherwise the account's own. Each tab keeps its own choice,
 * so that two schools can be worked on side by side; a new tab starts with the last one.
 */
export const currentSchool = store.get;
export const useSchool = store.use;
/** Id of the school at work; null where none is known. */
export const schoolAtWork = (): string | null => store.get()?.sysid ?? null;

/** Those of the school at work: what was read for a former one is shown to nobody, also before it is read anew. */
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
    // Of an older version, or spoilt: chosen anew.
    forgetSchool();
  }
}

export function pickSchool(school: PickedSchool): void {
  pickSchoolForNextTab(school);
  sessionStorage.setItem(KEPT, asText(school));
  store.set(school);
}

/** The school that a new tab starts with; this one stays where it is. */
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
