import { Suspense } from 'react';
import { AskMany } from '../features/payments/AskMany.tsx';
import { StudentsPage } from '../features/students/index.ts';

/** The students, with what the money features can do for the selected ones. */
export function StudentsScreen() {
  return (
    <StudentsPage
      more={(rows) => (
        // Comes with the first selection: what it waits for must not take the list away.
        <Suspense>
          <AskMany rows={rows} />
        </Suspense>
      )}
    />
  );
}
