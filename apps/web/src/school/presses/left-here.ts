import { useSchool } from '../../lib/school.ts';
import type { Store } from '../../lib/store.ts';
import type { LeftPress } from './press.ts';

/** Left presses of the school at work. The list is read anew after a change of school; until then it holds those of the former one, which are shown to nobody. */
export function useLeftHere(list: Store<readonly LeftPress[]>): readonly LeftPress[] {
  const school = useSchool()?.sysid ?? null;
  return list.use().filter((left) => left.school === school);
}
