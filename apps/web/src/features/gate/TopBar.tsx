import {
  IconCash,
  IconFingerprint,
  IconFingerprintOff,
  IconKeyboard,
  IconLayoutDashboard,
  IconLock,
  IconLogout,
  IconMoon,
  IconSun,
  IconUsers,
  IconVolume,
  IconVolumeOff,
  IconWifi,
  IconWifiOff,
} from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { setHighContrast, useHighContrast } from '../../lib/contrast.ts';
import { lockAction } from '../../lib/desk-lock.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { isOpen, type ScannerState } from '../../lib/scanner/machine.ts';
import type { Session } from '../../lib/session.ts';
import { addressOf, type Screen } from './screens.ts';
import { setMuted, useMuted } from './sounds.ts';
import classes from './TopBar.module.css';

interface TopBarProps {
  readonly session: Session;
  readonly names: string;
  readonly school: string | null;
  readonly cash: boolean;
  readonly screen: Screen;
  readonly onShow: (next: Partial<Screen>) => void;
  readonly count: number | null;
  readonly online: boolean;
  readonly waiting: number;
  /** Null on the PIN screens. */
  readonly scanner: ScannerState | null;
  readonly onKeys: () => void;
  readonly onLogout: () => void;
}

/** Top bar: shows the screen, the school, the user and the state of scanner and network. */
export function TopBar({
  session,
  names,
  school,
  cash,
  screen,
  onShow,
  count,
  online,
  waiting,
  scanner,
  onKeys,
  onLogout,
}: TopBarProps) {
  const { t } = useTranslation('gate');
  return (
    <header className={classes.bar}>
      <div className={classes.head}>
        <div className={classes.titles}>
          <h1 className={classes.title}>
            {t(`title.${screen.kind}`)}
            {school && <span className={classes.wide}> · {school}</span>}
          </h1>
          <p className={classes.who}>
            {school && <span className={classes.narrow}>{school} · </span>}
            {names}
          </p>
        </div>
        <Tools staff={session.role !== 'CheckAgent'} cash={cash} onKeys={onKeys} onLogout={onLogout} />
      </div>
      <nav className={classes.modes} aria-label={t('modes')}>
        <div className={classes.choice}>
          <Mode to={{ ...screen, kind: 'in' }} current={screen} part="kind" hint="F2" onShow={onShow} />
          <Mode to={{ ...screen, kind: 'out' }} current={screen} part="kind" hint="F2" onShow={onShow} />
          <kbd aria-hidden>F2</kbd>
        </div>
        <div className={classes.choice}>
          <Mode to={{ ...screen, by: 'fingerprint' }} current={screen} part="by" hint="F3" onShow={onShow} />
          <Mode to={{ ...screen, by: 'pin' }} current={screen} part="by" hint="F3" onShow={onShow} />
          <kbd aria-hidden>F3</kbd>
        </div>
      </nav>
      <ul className={classes.chips}>
        <Chip look="good" icon={<IconUsers size={16} aria-hidden />}>
          <a href="/app/check.rollcall" title={t('rollCall')}>
            {count === null ? t('rollCall') : t('inSchool', { count })}
          </a>
        </Chip>
        <Chip
          look={online && waiting === 0 ? 'good' : 'waiting'}
          icon={online ? <IconWifi size={16} aria-hidden /> : <IconWifiOff size={16} aria-hidden />}
        >
          {t(online && waiting === 0 ? 'network.online' : 'network.offline', { count: waiting })}
        </Chip>
        {screen.by === 'fingerprint' && <ScannerChip state={scanner} />}
      </ul>
    </header>
  );
}

function ScannerChip({ state }: { state: ScannerState | null }) {
  const { t } = useTranslation('gate');
  if (!state || !isOpen(state)) {
    return (
      <Chip look="bad" icon={<IconFingerprintOff size={16} aria-hidden />}>
        {t('scanner.none')}
      </Chip>
    );
  }
  const words = { connected: 'ready', info: 'ready', scanned: 'scanned', warning: 'trouble', lift: 'lift' } as const;
  const word = words[state.status as keyof typeof words] ?? 'ready';
  return (
    <Chip look={word === 'trouble' ? 'waiting' : 'good'} icon={<IconFingerprint size={16} aria-hidden />}>
      {t(`scanner.${word}`)}
    </Chip>
  );
}

function Chip({ look, icon, children }: { look: 'good' | 'waiting' | 'bad'; icon: ReactNode; children: ReactNode }) {
  return (
    <li className={classes.chip} data-look={look}>
      {icon}
      {children}
    </li>
  );
}

interface ModeProps {
  readonly to: Screen;
  readonly current: Screen;
  readonly part: 'kind' | 'by';
  readonly hint: string;
  readonly onShow: (next: Partial<Screen>) => void;
}

function Mode({ to, current, part, hint, onShow }: ModeProps) {
  const { t } = useTranslation('gate');
  const here = to[part] === current[part];
  function go(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onShow(part === 'kind' ? { kind: to.kind } : { by: to.by });
  }
  return (
    <a
      href={addressOf(to)}
      className={classes.mode}
      data-kind={part === 'kind' ? to.kind : undefined}
      aria-current={here ? 'page' : undefined}
      title={here ? undefined : hint}
      onClick={go}
    >
      {part === 'kind' ? t(`title.${to.kind}`) : t(`by.${to.by}`)}
    </a>
  );
}

interface ToolsProps {
  readonly cash: boolean;
  readonly staff: boolean;
  readonly onKeys: () => void;
  readonly onLogout: () => void;
}

function Tools({ staff, cash, onKeys, onLogout }: ToolsProps) {
  const { t, i18n } = useTranslation('gate');
  const lock = lockAction.use();
  const muted = useMuted();
  const sun = useHighContrast();
  const [dark, setDark] = useState(() => document.documentElement.dataset.mantineColorScheme === 'dark');
  const other = i18n.language === 'sw' ? 'en' : 'sw';
  /** Cycles through the light, dark and sunlight schemes. */
  function turn(): void {
    const scheme = dark || sun ? 'light' : 'dark';
    // The console's key for this setting, so that both entries share the choice.
    localStorage.setItem('mantine-color-scheme-value', scheme);
    document.documentElement.dataset.mantineColorScheme = scheme;
    setHighContrast(dark);
    setDark(scheme === 'dark');
  }
  return (
    <div className={classes.tools}>
      <span className={classes.keys}>
        <Tool label={t('tools.keys')} onPress={onKeys}>
          <IconKeyboard size={22} aria-hidden />
        </Tool>
      </span>
      <Tool label={t(muted ? 'tools.unmute' : 'tools.mute')} onPress={() => setMuted(!muted)}>
        {muted ? <IconVolumeOff size={22} aria-hidden /> : <IconVolume size={22} aria-hidden />}
      </Tool>
      <Tool
        label={`${other.toUpperCase()}: ${t('tools.toLanguage')}`}
        lang={other}
        onPress={() => void i18n.changeLanguage(other)}
      >
        {other.toUpperCase()}
      </Tool>
      <Tool label={t(sun ? 'tools.toLight' : dark ? 'tools.toSun' : 'tools.toDark')} onPress={turn}>
        {dark || sun ? <IconSun size={22} aria-hidden /> : <IconMoon size={22} aria-hidden />}
      </Tool>
      {cash && (
        <a className={classes.tool} href="/app/check.cash" title={t('tools.cash')} aria-label={t('tools.cash')}>
          <IconCash size={22} aria-hidden />
        </a>
      )}
      <a
        className={classes.tool}
        href={staff ? '/app' : '/app/check.dash'}
        title={t(staff ? 'tools.console' : 'tools.dash')}
        aria-label={t(staff ? 'tools.console' : 'tools.dash')}
      >
        <IconLayoutDashboard size={22} aria-hidden />
      </a>
      {lock && (
        <Tool label={t('tools.lock')} onPress={lock}>
          <IconLock size={22} aria-hidden />
        </Tool>
      )}
      <Tool label={t('tools.logout')} onPress={onLogout}>
        <IconLogout size={22} aria-hidden />
      </Tool>
    </div>
  );
}

interface ToolProps {
  readonly label: string;
  readonly lang?: string;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

function Tool({ label, lang, onPress, children }: ToolProps) {
  return (
    <button type="button" className={classes.tool} title={label} aria-label={label} lang={lang} onClick={onPress}>
      {children}
    </button>
  );
}
