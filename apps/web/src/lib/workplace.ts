import { schoolAtWork } from './school.ts';
import { currentSession } from './session.ts';

/**
 * Workplace: the signed-in account and its school. A request keeps the workplace at which it was made until it ends: in another school its
 * student number belongs to another child.
 */
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
