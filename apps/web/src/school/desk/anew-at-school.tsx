import { type ComponentType, useState } from 'react';
import { useSchool } from '../../lib/school.ts';

/** Remounts a desk's screen when the school changes, so that no row, dialog, field or list of the former school's children remains. */
export function anewAtSchool<P extends object>(Screen: ComponentType<P>): ComponentType<P> {
  return function ScreenAtSchool(props: P) {
    return <Screen key={useSchoolTurn()} {...props} />;
  };
}

/**
 * Returns a number that increases with each change to another school. A school that is not known yet, or no longer after the session's end,
 * does not count.
 */
function useSchoolTurn(): number {
  const school = useSchool()?.sysid ?? null;
  const [at, setAt] = useState({ school, turn: 0 });
  if (school === null || school === at.school) return at.turn;
  const turn = at.turn + (at.school === null ? 0 : 1);
  setAt({ school, turn });
  return turn;
}
