import { i18n, useTranslation } from '../../lib/i18n.ts';
import { GROUP_ICONS } from '../screens/group-icons.ts';
import type { Screen } from '../screens/screen.ts';
import type { Entry, OpenEntry } from './entry.ts';
import { matchingScreens } from './matching.ts';

/** Returns the entries of those of the user's screens that match the typed text. */
export function useScreenEntries(screens: readonly Screen[], typed: string, open: OpenEntry): readonly Entry[] {
  const { t } = useTranslation('shell');
  const { t: words } = useTranslation('palette');

  function entryOf(screen: Screen): Entry {
    const label = t(`screens.${screen.name}`);
    const group = t(`groups.${screen.group}`);
    const detail = group === label ? undefined : group;
    const id = `screen:${screen.path}`;
    const run = () => open({ id, label, detail, screen: screen.path });
    return { id, Icon: GROUP_ICONS[screen.group], label, detail, run };
  }
  /** Returns synonyms by which a screen is found without its name. */
  function synonymsOf({ name }: Screen): string {
    return i18n.exists('palette', `also.${name}`) ? words(`also.${name}` as 'also.cashDesk') : '';
  }
  return matchingScreens(
    screens.map((screen) => ({ entry: entryOf(screen), also: synonymsOf(screen) })),
    typed,
  );
}
