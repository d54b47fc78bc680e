import { StudentsPage } from '../features/students/StudentsPage.tsx';
import { useTodo } from '../school/todo.ts';
import { deferred } from '../ui/deferred.tsx';

const AskMany = deferred(
  async () => (await import('../features/payments/AskMany.tsx')).AskMany,
  () => true,
);

const AssignMany = deferred(
  async () => (await import('../features/bus/AssignMany.tsx')).AssignMany,
  () => true,
);

const WaitingErasures = deferred(
  async () => (await import('../features/erasure/index.ts')).WaitingErasures,
  ({ wait }: { readonly wait: boolean }) => wait,
);

/** The students, with what the money features and the bus can do for the selected ones, and those whose erasure waits. */
export function StudentsScreen() {
  const waiting = useTodo().data?.counts.erasures ?? 0;
  return (
    <>
      <WaitingErasures wait={waiting > 0} />
      <StudentsPage
        more={(rows) => (
          <>
            <AskMany rows={rows} />
            <AssignMany rows={rows} />
          </>
        )}
      />
    </>
  );
}
