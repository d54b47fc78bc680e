import { useState } from 'react';
import { useSchool } from '../../lib/school.ts';

/** Number that goes up with each change from one school to another. A school that is not known yet, or no more once the session is over, is no other. */
export function useSchoolTurn(): number {
  const school = useSchool()?.sysid ?? null;
  const [at, setAt] = useState({ school, turn: 0 });
  if (school === null || school === at.school) return at.turn;
  const turn = at.turn + (at.school === null ? 0 : 1);
  setAt({ school, turn });
  return turn;
}
