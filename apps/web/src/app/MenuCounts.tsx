import type { Role } from '@mfuko/contract/endpoint';
import type { Todo } from '@mfuko/contract/today';
import { useEffect } from 'react';
import { useFirstAnswers } from '../lib/first-answers.ts';
import { countSteps, useFreshTodo, useTodo } from '../school/todo.ts';
import type { ScreenPath } from './screens/screen.ts';

export type CountAt = Partial<Record<ScreenPath, number>>;

/** Passes the counts of the menu entries to the menu as they change. The frame works without them until they are loaded. */
export function MenuCounts({ role, onCounts }: { role: Role; onCounts: (counts: CountAt) => void }) {
  const todo = useTodo(useFirstAnswers()).data;
  useFreshTodo();
  useEffect(() => {
    if (todo) onCounts(atScreens(todo, role));
    return () => onCounts({});
  }, [todo, role, onCounts]);
  return null;
}

function atScreens({ counts, setup }: Todo, role: Role): CountAt {
  return {
    'school.dash': countSteps(setup, role),
    'cashout.approvals': counts.approvals + counts.unusual,
    'student.view': counts.erasures,
    'till.view': counts.tills,
    'message.view': counts.messages,
    'check.dash': counts.exceptions,
    'device.view': counts.devices,
    'report.subsidies': counts.subsidies,
    'report.fingers': counts.reenrolment,
    'suspense.view': counts.suspense + counts.suspenseProposed,
    'student.balances': counts.reversals + counts.refunds + (counts.refundsFailed ?? 0),
    'payments.statements': counts.statements,
    'report.books': counts.books + counts.amendments + counts.transfers,
  };
}
