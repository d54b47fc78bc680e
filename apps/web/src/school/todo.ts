import type { Role } from '@mfuko/contract/endpoint';
import { SETUP_STEPS, type SetupStep, type Todo, todo } from '@mfuko/contract/today';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKey, useCall } from '../lib/queries.ts';

const REFRESH_MS = 60_000;

/** Returns the tasks that wait for the school's staff. Menu and dashboard share one query. */
export function useTodo(enabled = true) {
  return useCall(todo, {}, { enabled, refetchInterval: REFRESH_MS, staleTime: REFRESH_MS / 2 });
}

/** Refetches the tasks as soon as something was recorded in this tab, which may have completed one. */
export function useFreshTodo(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      client.getMutationCache().subscribe(({ type, mutation }) => {
        if (type !== 'updated' || mutation.state.status !== 'success') return;
        void client.invalidateQueries({ queryKey: queryKey(todo) }, { cancelRefetch: false });
      }),
    [client],
  );
}

/** Steps that an Admin of the platform takes: a school has no screen for them. */
const BY_ADMIN: readonly SetupStep[] = ['logo', 'limits', 'fingerLimit', 'payments'];

/** Returns the open steps of a new school's set-up; none once somebody has dismissed the list. */
export function openSteps({ dismissed, done }: Todo['setup']): readonly SetupStep[] {
  return dismissed ? [] : SETUP_STEPS.filter((step) => !done[step]);
}

/** Returns true if a user of that role can take a step. */
export function canTake(step: SetupStep, role: Role): boolean {
  return role === 'Admin' || !BY_ADMIN.includes(step);
}

/** Counts the open steps for a user of that role. */
export function countSteps(setup: Todo['setup'], role: Role): number {
  return openSteps(setup).filter((step) => canTake(step, role)).length;
}
