import { schoolAtWork } from './school.ts';
import { currentSession } from './session.ts';

/** Workplace: who works here and in which school. A press is of the one that it was made at until its end: elsewhere its number is another child's. */
export interface Workplace {
  readonly user: string;
  readonly school: string | null;
}

export function workplaceNow(): Workplace {
  return { user: currentSession()?.userName ?? '', school: schoolAtWork() };
}

/** True while that account works in that school at this page. */
export function isWorkplace({ user, school }: Workplace): boolean {
  const now = workplaceNow();
  return user === now.user && school === now.school;
}
