import { useMergedRef } from '@mantine/hooks';
import type { Ref, RefCallback } from 'react';

/** One ref of several, in the form that Mantine's scroll area asks for (`build/scroll-area-refs.ts`). */
export function useMergeRefs<Instance>(refs: readonly (Ref<Instance> | undefined)[]): RefCallback<Instance> {
  return useMergedRef(...refs);
}
