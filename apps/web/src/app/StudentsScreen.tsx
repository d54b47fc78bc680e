import type { StudentRow } from '@mfuko/contract/students';
import { StudentsPage } from '../features/students/StudentsPage.tsx';
import { useFirstAnswers } from '../lib/first-answers.ts';
import { useTodo } from '../school/todo.ts';
import { lateDialog, stay } from '../ui/late-dialog.tsx';
import { latePart } from '../ui/late-part.tsx';

const AskMany = latePart(async () => (await import('../features/payments/AskMany.tsx')).AskMany);

const AssignMany = latePart(async () => (await import('../features/bus/AssignMany.tsx')).AssignMany);

const WaitingErasures = lateDialog(
  async () => (await import('../features/erasure/index.ts')).WaitingErasures,
  ({ wait }: { readonly wait: boolean }) => wait,
  stay,
);

/** List of students, with bulk actions of the money features and the bus, and the list of waiting erasures. */
export function StudentsScreen() {
  return (
    <>
      <Erasures />
      <StudentsPage more={moreOf} />
    </>
  );
}

/** Separate component, so that the list is not rendered again when the counts are loaded. */
function Erasures() {
  const waiting = useTodo(useFirstAnswers()).data?.counts.erasures ?? 0;
  return <WaitingErasures wait={waiting > 0} />;
}

function moreOf(rows: readonly StudentRow[], done: (left: readonly StudentRow[]) => void) {
  return (
    <>
      <AskMany rows={rows} />
      <AssignMany rows={rows} done={done} />
    </>
  );
}
