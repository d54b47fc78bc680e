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

/**
 * Group of screens under its name, which unfolds them. A single screen is a direct link, with its own name where other roles have more
 * screens in the group.
 */
export function MenuGroup({ group, screens, here, counts }: MenuGroupProps) {
  const { t } = useTranslation('shell');
  const within = here?.group === group;
  const [open, setOpen] = useState(within);
  // Unfolds the group of a screen that was opened by the palette, keys or a link; if the user then folds the group, it stays folded.
  const [before, setBefore] = useState(here);
  if (before !== here) {
    setBefore(here);
    if (within) setOpen(true);
  }
  // Rendered on the first unfolding, because a school's menu has sixty links, of which few are visible at first.
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

/** Number of waiting rows. It describes the entry without being part of its accessible name. */
function Count({ count }: { count: number }) {
  return count > 0 ? (
    <span className={classes.count} aria-hidden>
      {count}
    </span>
  ) : null;
}
