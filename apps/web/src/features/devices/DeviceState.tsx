import type { DeviceRow } from '@mfuko/contract/devices';
import { IconAlertTriangle, IconBatteryCharging, IconClock, IconCloudUpload } from '@tabler/icons-react';
import { ago, formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { Tag } from '../../ui/Tag.tsx';
import { useAgo } from '../../ui/When.tsx';
import classes from './DeviceState.module.css';

type State = NonNullable<DeviceRow['state']>;
type Figure = 'waiting' | 'clock' | 'battery';

/** Seconds of difference up to which a clock counts as right. */
const NO_DIFFERENCE = 60;
const LOW_BATTERY = 15;
const ICONS = { waiting: IconCloudUpload, clock: IconClock, battery: IconBatteryCharging };

/** Returns the texts for a device's own report, faults first. */
export function useStateWords() {
  const { t } = useTranslation('devices');
  const span = (milliseconds: number) => {
    const { unit, count } = ago(0, milliseconds);
    return t(`state.spans.${unit}`, { count, shown: formatCount(count) });
  };
  return (state: State): readonly { readonly of: Figure; readonly text: string; readonly wrong: boolean }[] => {
    const { waiting, waitingSince, clockAheadSeconds: ahead, battery, charging, at } = state;
    const since = waitingSince && span(Date.now() - Date.parse(waitingSince));
    const low = battery !== null && battery <= LOW_BATTERY && !charging;
    const told = [
      waiting !== null && {
        of: 'waiting' as const,
        text:
          waiting === 0 ? t('state.sent') : t('state.waiting', { count: waiting, shown: formatCount(waiting), since }),
        wrong: waiting > 0,
      },
      ahead !== null && {
        of: 'clock' as const,
        text:
          Math.abs(ahead) < NO_DIFFERENCE
            ? t('state.clockRight')
            : t(ahead > 0 ? 'state.clockFast' : 'state.clockSlow', { by: span(Math.abs(ahead) * 1000) }),
        wrong: Math.abs(ahead) >= NO_DIFFERENCE,
      },
      battery !== null && {
        of: 'battery' as const,
        text: t(charging ? 'state.charging' : 'state.battery', { battery }),
        // A low battery reported hours ago says nothing about now.
        wrong: low && Date.now() - Date.parse(at) < 3_600_000,
      },
    ];
    return told.filter((each) => each !== false).toSorted((one, other) => Number(other.wrong) - Number(one.wrong));
  };
}

/** Figures that a device reported of itself, with their age. Nothing else relies on them. */
export function DeviceState({ device: { state, concern, enrolled } }: { device: DeviceRow }) {
  const { t } = useTranslation('devices');
  const words = useStateWords();
  const age = useAgo();
  if (state === null) return enrolled ? t('state.none') : '---';
  return (
    <div className={classes.state}>
      {concern === 'stuck' && (
        <Tag color="red" icon={<IconAlertTriangle size={14} aria-hidden />}>
          {t('state.stuck')}
        </Tag>
      )}
      {words(state).map(({ of, text, wrong }) => {
        const Icon = ICONS[of];
        return (
          <span key={of} className={classes.figure} data-wrong={wrong || undefined}>
            <Icon size={16} aria-hidden /> {text}
          </span>
        );
      })}
      <span className={classes.age}>{t('state.told', { ago: age(state.at) })}</span>
    </div>
  );
}
