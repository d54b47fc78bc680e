import type { Role } from '@mfuko/contract/endpoint';
import { screensOf } from './routes-table.ts';
import type { Screen } from './screens/screen.ts';
import { useMe } from './session-flow.ts';

/** Returns the screens of the menu: those of the role, without those of duties that an agent does not have. */
export function useMyScreens(role: Role): readonly Screen[] {
  const me = useMe();
  return screensOf(role).filter(
    ({ duty, unlisted }) => !unlisted && (role !== 'CheckAgent' || !duty || me?.duties.includes(duty)),
  );
}
