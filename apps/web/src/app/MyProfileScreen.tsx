import { MyProfilePage } from '../features/session/index.ts';
import { refreshMe } from './session-flow.ts';

/** My Profile; the header follows what is changed there. */
export function MyProfileScreen() {
  return <MyProfilePage onChanged={() => void refreshMe()} />;
}
