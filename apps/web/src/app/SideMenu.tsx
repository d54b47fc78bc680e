import { UnstyledButton } from '@mantine/core';
import type { Role } from '@mfuko/contract/endpoint';
import { IconLogout } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../lib/i18n.ts';
import { useSchool } from '../lib/school.ts';
import { type CountAt, MenuCounts } from './MenuCounts.tsx';
import { MenuGroup } from './MenuGroup.tsx';
import { useMyScreens } from './my-screens.ts';
import { screenAt } from './routes-table.ts';
import classes from './SideMenu.module.css';
import type { Section } from './screens/screen.ts';
import { leave } from './session-flow.ts';

const ORDER: readonly Section[] = ['main', 'management', 'monitoring', 'reports', 'others'];

/** Screens that the role may open, by section and group. */
export function SideMenu({ role, pathname }: { role: Role; pathname: string }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const screens = useMyScreens(role);
  const here = screenAt(pathname);
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (here) showHere(menu.current);
  }, [here]);
  const [counts, setCounts] = useState<CountAt>({});
  const school = useSchool();
  // Counts exist within a school: the user's own, or the one that an Admin has picked.
  const waits = role === 'SchoolAdmin' || (role === 'Admin' && school !== null);
  return (
    <div
      ref={menu}
      className={classes.menu}
      // The group has unfolded by now; a transition of another group must not scroll the menu.
      onTransitionEnd={({ target }) => target instanceof Element && target.matches('[data-open]') && showHere(target)}
    >
      {waits && <MenuCounts key={school?.sysid} role={role} onCounts={setCounts} />}
      {ORDER.map((section) => {
        const groups = [...new Set(screens.filter((screen) => screen.section === section).map(({ group }) => group))];
        if (groups.length === 0 && section !== 'others') return null;
        return (
          <section key={section} aria-labelledby={`section-${section}`}>
            <h2 className={classes.section} id={`section-${section}`}>
              {t(`sections.${section}`)}
            </h2>
            <ul className={classes.list}>
              {groups.map((group) => (
                <li key={group}>
                  <MenuGroup
                    group={group}
                    screens={screens.filter((screen) => screen.group === group)}
                    here={here}
                    counts={counts}
                  />
                </li>
              ))}
              {section === 'others' && (
                <li>
                  <UnstyledButton
                    className={classes.entry}
                    onClick={() => void leave(() => void navigate({ to: '/auth' }))}
                  >
                    <IconLogout size={20} stroke={1.6} aria-hidden />
                    {t('logout')}
                  </UnstyledButton>
                </li>
              )}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function showHere(within: Element | null): void {
  within?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
}
