import type { Role } from '@mfuko/contract/endpoint';
import { SETUP_STEPS, type SetupStep, type Todo, todo } from '@mfuko/contract/today';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKey, useCall } from '../lib/queries.ts';

const REFRESH_MS = 60_000;

/** To do: what waits for the staff of the school. Menu and dashboard share one answer. */
export function useTodo(enabled = true) {
  return useCall(todo, {}, { enabled, refetchInterval: REFRESH_MS, staleTime: REFRESH_MS / 2 });
}

/** Asks again as soon as something was recorded in this tab: what was to do may be done. */
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

/** Steps that the platform's own people take: a school has no screen for them. */
const BY_ADMIN: readonly SetupStep[] = ['logo', 'limits', 'fingerLimit', 'payments'];

/** Steps of a new school's set-up that nobody has taken yet; none once somebody has put the list away. */
export function openSteps({ dismissed, done }: Todo['setup']): readonly SetupStep[] {
  return dismissed ? [] : SETUP_STEPS.filter((step) => !done[step]);
}

/** Tells whether a person of that role can take a step. */
export function canTake(step: SetupStep, role: Role): boolean {
  return role === 'Admin' || !BY_ADMIN.includes(step);
}

/** Counts the open steps that wait for a person of that role. */
export function countSteps(setup: Todo['setup'], role: Role): number {
  return openSteps(setup).filter((step) => canTake(step, role)).length;
}
