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

/** The students, with what the money features and the bus can do for the selected ones, and those whose erasure waits. */
export function StudentsScreen() {
  return (
    <>
      <Erasures />
      <StudentsPage more={moreOf} />
    </>
  );
}

/** By itself, so that the list is not drawn again when the counts come. */
function Erasures() {
  const waiting = useTodo(useFirstAnswers()).data?.counts.erasures ?? 0;
  return <WaitingErasures wait={waiting > 0} />;
}

function moreOf(rows: readonly StudentRow[]) {
  return (
    <>
      <AskMany rows={rows} />
      <AssignMany rows={rows} />
    </>
  );
}
