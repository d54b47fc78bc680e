import type { ComponentType } from 'react';
import { useSchool } from '../lib/school.ts';
import { useSession } from '../lib/session.ts';
import type { Screen } from './screens/screen.ts';

/**
 * Page of a screen that works inside one school: it remounts for another school, with its dialogs. A checked list, a typed amount and a
 * waiting request belong to the former school's children, and the next press would record them in the school that the header names.
 */
export function ofSchool({ school }: Pick<Screen, 'school'>, Page: ComponentType): ComponentType {
  if (!school) return Page;
  return function PageOfSchool() {
    const picked = useSchool()?.sysid;
    // Only for an Admin: all others have one school, which may become known while they are typing.
    const changes = useSession()?.role === 'Admin';
    return <Page key={changes ? picked : undefined} />;
  };
}
