import { MyProfilePage } from '../features/session/index.ts';
import { refreshMe } from './session-flow.ts';

/** My Profile; a change updates the header. */
export function MyProfileScreen() {
  return <MyProfilePage onChanged={() => void refreshMe()} />;
}
