import { AskMany } from '../features/payments/AskMany.tsx';
import { StudentsPage } from '../features/students/index.ts';

/** The students, with what the money features can do for the selected ones. */
export function StudentsScreen() {
  return <StudentsPage more={(rows) => <AskMany rows={rows} />} />;
}
