import { ScopeLimits } from '../features/limits/ScopeLimits.tsx';
import { MessageSettings } from '../features/messages/MessageSettings.tsx';
import { RulesPage } from '../features/schools/RulesPage.tsx';
import { useSignedIn } from '../lib/session.ts';

/** Rules of the school, including its limits on pocket money. */
export function RulesScreen() {
  const { role } = useSignedIn();
  const maySet = role === 'Admin';
  return (
    <RulesPage
      more={
        <>
          <ScopeLimits scope="school" maySet={maySet} />
          <MessageSettings maySet={maySet} />
        </>
      }
    />
  );
}
