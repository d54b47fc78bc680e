import { Collapse, UnstyledButton } from '@mantine/core';
import type { Role } from '@mfuko/contract/endpoint';
import { IconChevronDown, IconLogout } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMyScreens } from './my-screens.ts';
import { addressOf, screenAt } from './routes-table.ts';
import classes from './SideMenu.module.css';
import { GROUP_ICONS } from './screens/group-icons.ts';
import type { Group, Screen, Section } from './screens/screen.ts';
import { leave } from './session-flow.ts';

const ORDER: readonly Section[] = ['main', 'management', 'monitoring', 'reports', 'others'];

/** The screens that the role may open, by section and group. */
export function SideMenu({ role, pathname }: { role: Role; pathname: string }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const screens = useMyScreens(role);
  const here = screenAt(pathname);
  return (
    <div className={classes.menu}>
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
                  <MenuGroup group={group} screens={screens.filter((screen) => screen.group === group)} here={here} />
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

function MenuGroup({ group, screens, here }: { group: Group; screens: readonly Screen[]; here: Screen | undefined }) {
  const { t } = useTranslation('shell');
  const within = here?.group === group;
  const [open, setOpen] = useState(within);
  const id = useId();
  const Icon = GROUP_ICONS[group];
  const [only] = screens;
  if (only && screens.length === 1) {
    return (
      <MenuLink screen={only} here={here}>
        <Icon size={20} stroke={1.6} aria-hidden />
        {t(`groups.${group}`)}
      </MenuLink>
    );
  }
  return (
    <>
      <UnstyledButton
        className={classes.entry}
        data-within={within || undefined}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon size={20} stroke={1.6} aria-hidden />
        <span className={classes.grow}>{t(`groups.${group}`)}</span>
        <IconChevronDown size={16} aria-hidden className={classes.chevron} />
      </UnstyledButton>
      <Collapse expanded={open} id={id}>
        <ul className={classes.sublist}>
          {screens.map((screen) => (
            <li key={screen.path}>
              <MenuLink screen={screen} here={here}>
                {t(`screens.${screen.name}`)}
              </MenuLink>
            </li>
          ))}
        </ul>
      </Collapse>
    </>
  );
}

function MenuLink({ screen, here, children }: { screen: Screen; here: Screen | undefined; children: ReactNode }) {
  const current = here === screen ? ('page' as const) : undefined;
  if (!screen.page)
    return (
      <a href={addressOf(screen)} className={classes.entry} aria-current={current}>
        {children}
      </a>
    );
  return (
    <Link to={addressOf(screen)} className={classes.entry} aria-current={current} activeProps={{}}>
      {children}
    </Link>
  );
}
