import type { Role } from '@mfuko/contract/endpoint';
import { screensOf } from './routes-table.ts';
import type { Screen } from './screens/screen.ts';
import { useMe } from './session-flow.ts';

/** My screens: what the menu offers: the screens of the role, without those of a duty that an agent is not put to. */
export function useMyScreens(role: Role): readonly Screen[] {
  const me = useMe();
  return screensOf(role).filter(
    ({ duty, unlisted }) => !unlisted && (role !== 'CheckAgent' || !duty || me?.duties.includes(duty)),
  );
}
