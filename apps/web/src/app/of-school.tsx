import type { ComponentType } from 'react';
import { useSchool } from '../lib/school.ts';
import { useSession } from '../lib/session.ts';
import type { Screen } from './screens/screen.ts';

/**
 * Page of a screen that works inside one school: at another school it begins anew, with its dialogs. A list that was checked, an amount that was typed
 * and a press that waits are about the former school's children, and the next press would record them in the one that the header names.
 */
export function ofSchool({ school }: Pick<Screen, 'school'>, Page: ComponentType): ComponentType {
  if (!school) return Page;
  return function PageOfSchool() {
    const picked = useSchool()?.sysid;
    // Everybody else has one school, which may be told of while they type already.
    const changes = useSession()?.role === 'Admin';
    return <Page key={changes ? picked : undefined} />;
  };
}
