import { type ComponentType, useState } from 'react';
import { useSchool } from '../../lib/school.ts';

/** Screen of a desk that begins anew at another school: no line, dialog, field or list of the former one's children stays. */
export function anewAtSchool<P extends object>(Screen: ComponentType<P>): ComponentType<P> {
  return function ScreenAtSchool(props: P) {
    return <Screen key={useSchoolTurn()} {...props} />;
  };
}

/** Number that goes up with each change from one school to another. A school that is not known yet, or no more once the session is over, is no other. */
function useSchoolTurn(): number {
  const school = useSchool()?.sysid ?? null;
  const [at, setAt] = useState({ school, turn: 0 });
  if (school === null || school === at.school) return at.turn;
  const turn = at.turn + (at.school === null ? 0 : 1);
  setAt({ school, turn });
  return turn;
}
