import { Suspense } from 'react';
import { ScopeLimits } from '../features/limits/ScopeLimits.tsx';
import { ClassesPage } from '../features/schools/index.ts';

/** The classes, each with what is limited for its students. */
export function ClassesScreen() {
  return (
    <ClassesPage
      more={(sysid) => (
        <Suspense>
          <ScopeLimits scope="class" sysid={sysid} maySet inPlace />
        </Suspense>
      )}
    />
  );
}
