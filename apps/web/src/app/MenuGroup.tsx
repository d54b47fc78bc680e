import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import type { CountAt } from './MenuCounts.tsx';
import { addressOf, SCREENS } from './routes-table.ts';
import classes from './SideMenu.module.css';
import { GROUP_ICONS } from './screens/group-icons.ts';
import type { Group, Screen } from './screens/screen.ts';

interface MenuGroupProps {
  readonly group: Group;
  readonly screens: readonly Screen[];
  readonly here: Screen | undefined;
  readonly counts: CountAt;
}

/** Screens of a group below its name, which opens them; one alone is its own link, by its own name where others have more of the group. */
export function MenuGroup({ group, screens, here, counts }: MenuGroupProps) {
  const { t } = useTranslation('shell');
  const within = here?.group === group;
  const [open, setOpen] = useState(within);
  // A screen that is come to by the palette, by keys or by a link is seen in the menu too; who folds the group then keeps it folded.
  const [before, setBefore] = useState(here);
  if (before !== here) {
    setBefore(here);
    if (within) setOpen(true);
  }
  // A school's menu has sixty links, of which a screen shows a few at first.
  const [drawn, setDrawn] = useState(open);
  if (open && !drawn) setDrawn(true);
  const id = useId();
  const Icon = GROUP_ICONS[group];
  const [only] = screens;
  if (only && screens.length === 1) {
    const ofMore = SCREENS.some((screen) => screen.group === group && screen !== only && !screen.unlisted);
    return (
      <MenuLink screen={only} here={here} count={counts[only.path] ?? 0}>
        <Icon size={20} stroke={1.6} aria-hidden />
        <span className={classes.grow}>{t(ofMore ? `screens.${only.name}` : `groups.${group}`)}</span>
      </MenuLink>
    );
  }
  const waiting = screens.reduce((sum, { path }) => sum + (counts[path] ?? 0), 0);
  return (
    <>
      <UnstyledButton
        className={classes.entry}
        data-within={within || undefined}
        aria-expanded={open}
        aria-controls={id}
        aria-description={waiting > 0 ? t('todo', { count: waiting }) : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon size={20} stroke={1.6} aria-hidden />
        <span className={classes.grow}>{t(`groups.${group}`)}</span>
        {!open && <Count count={waiting} />}
        <IconChevronDown size={16} aria-hidden className={classes.chevron} />
      </UnstyledButton>
      <div id={id} className={classes.folded} data-open={open || undefined}>
        {drawn && (
          <ul className={classes.sublist}>
            {screens.map((screen) => (
              <li key={screen.path}>
                <MenuLink screen={screen} here={here} count={counts[screen.path] ?? 0}>
                  <span className={classes.grow}>{t(`screens.${screen.name}`)}</span>
                </MenuLink>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

interface MenuLinkProps {
  readonly screen: Screen;
  readonly here: Screen | undefined;
  readonly count: number;
  readonly children: ReactNode;
}

function MenuLink({ screen, here, count, children }: MenuLinkProps) {
  const { t } = useTranslation('shell');
  const current = here === screen ? ('page' as const) : undefined;
  if (!screen.page)
    return (
      <a href={addressOf(screen)} className={classes.entry} aria-current={current}>
        {children}
      </a>
    );
  return (
    <Link
      to={addressOf(screen)}
      className={classes.entry}
      aria-current={current}
      aria-description={count > 0 ? t('todo', { count }) : undefined}
      activeProps={{}}
    >
      {children}
      <Count count={count} />
    </Link>
  );
}

/** Rows that wait. They describe the entry and do not name it, so that the name of a screen stays its name. */
function Count({ count }: { count: number }) {
  return count > 0 ? (
    <span className={classes.count} aria-hidden>
      {count}
    </span>
  ) : null;
}
