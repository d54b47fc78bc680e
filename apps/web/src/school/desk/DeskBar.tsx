import { IconLock, IconLogout, IconMoon, IconSun, IconWifi, IconWifiOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { setHighContrast, useHighContrast } from '../../lib/contrast.ts';
import { lockAction } from '../../lib/desk-lock.ts';
import { useTranslation } from '../../lib/i18n.ts';
import classes from './desk.module.css';

interface DeskBarProps {
  readonly title: string;
  readonly school: string | null;
  readonly names: string;
  readonly online: boolean;
  readonly waiting: number;
  /** Links to the other desks of this user. */
  readonly children?: ReactNode;
  readonly onLogout: () => void;
}

/** Top bar of a desk of the lean entry: the desk, the user, and the number of events that wait on this device. */
export function DeskBar({ title, school, names, online, waiting, children, onLogout }: DeskBarProps) {
  const { t, i18n } = useTranslation('desk');
  const lock = lockAction.use();
  const [dark, setDark] = useState(() => document.documentElement.dataset.mantineColorScheme === 'dark');
  const other = i18n.language === 'sw' ? 'en' : 'sw';
  function turn(): void {
    const scheme = dark ? 'light' : 'dark';
    // Same storage key as the console's, so that both entries have the same theme.
    localStorage.setItem('mantine-color-scheme-value', scheme);
    document.documentElement.dataset.mantineColorScheme = scheme;
    setDark(!dark);
  }
  const theme = t(dark ? 'bar.toLight' : 'bar.toDark');
  return (
    <header className={classes.bar}>
      <div className={classes.titles}>
        <h1 className={classes.title}>
          {title}
          {school && <span> · {school}</span>}
        </h1>
        <p className={classes.who}>{names}</p>
      </div>
      <div className={classes.tools}>
        <button
          type="button"
          lang={other}
          aria-label={`${other.toUpperCase()}: ${t('bar.toLanguage')}`}
          onClick={() => void i18n.changeLanguage(other)}
        >
          {other.toUpperCase()}
        </button>
        <button type="button" title={theme} aria-label={theme} onClick={turn}>
          {dark ? <IconSun size={22} aria-hidden /> : <IconMoon size={22} aria-hidden />}
        </button>
        {lock && (
          <button type="button" title={t('bar.lock')} aria-label={t('bar.lock')} onClick={lock}>
            <IconLock size={22} aria-hidden />
          </button>
        )}
        <button type="button" title={t('bar.logout')} aria-label={t('bar.logout')} onClick={onLogout}>
          <IconLogout size={22} aria-hidden />
        </button>
      </div>
      <nav className={classes.desks} aria-label={t('bar.desks')}>
        <span className={classes.chip} data-look={online && waiting === 0 ? 'good' : 'waiting'}>
          {online ? <IconWifi size={16} aria-hidden /> : <IconWifiOff size={16} aria-hidden />}
          {t(online && waiting === 0 ? 'bar.online' : 'bar.offline', { count: waiting })}
        </span>
        <SunSwitch />
        {children}
      </nav>
    </header>
  );
}

/** Switch for the high-contrast colours of a desk in sunlight; stored on the device, for all desks. */
function SunSwitch() {
  const { t } = useTranslation('school');
  const on = useHighContrast();
  return (
    <label className={classes.switch}>
      <input
        type="checkbox"
        role="switch"
        checked={on}
        aria-checked={on}
        onChange={(event) => setHighContrast(event.target.checked)}
      />
      {t('sun')}
    </label>
  );
}
