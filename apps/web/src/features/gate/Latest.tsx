import {
  IconBan,
  IconClock,
  IconCloudUpload,
  IconLogin2,
  IconLogout2,
  IconSend,
  IconShieldQuestion,
} from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import classes from './Latest.module.css';
import { awaitsRelease, isOpen, isOverridable, isUndoable, type Line } from './queue/line.ts';
import { timeOf, useRefusalText } from './refusals.ts';

const MAX_SHOWN = 12;

interface LatestProps {
  readonly lines: readonly Line[];
  readonly onOverride: (line: Line) => void;
  readonly onRelease: (line: Line) => void;
  readonly onUndo: (line: Line) => void;
}

/** List of the latest students with their outcomes. */
export function Latest({ lines, ...acts }: LatestProps) {
  const { t } = useTranslation('gate');
  // A line past the limit stays while it is open or may still be overridden, since the guard may have to act on it.
  const shown = lines.filter((line, place) => place < MAX_SHOWN || isOpen(line) || isOverridable(line));
  return (
    <section className={classes.card} aria-labelledby="latest">
      <h2 id="latest" className={classes.title}>
        {t('latest.title')}
      </h2>
      {lines.length === 0 ? (
        <p className={classes.none}>{t('latest.none')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
        <ol className={classes.list} tabIndex={0} aria-labelledby="latest">
          {shown.map((line) => (
            <LatestLine key={line.key} line={line} {...acts} />
          ))}
        </ol>
      )}
    </section>
  );
}

const SIGNS = {
  in: IconLogin2,
  out: IconLogout2,
  sending: IconSend,
  waiting: IconClock,
  refused: IconBan,
  stopping: IconClock,
  stopped: IconBan,
  undone: IconBan,
  kept: IconCloudUpload,
  unverified: IconShieldQuestion,
  elsewhere: IconLogout2,
} as const;

function LatestLine({ line, onOverride, onRelease, onUndo }: Omit<LatestProps, 'lines'> & { line: Line }) {
  const { t } = useTranslation('gate');
  const refusalText = useRefusalText();
  const { state, kind, admissionNumber, names, className } = line;
  const look = line.elsewhere ? 'elsewhere' : state === 'recorded' ? kind : state;
  const Icon = SIGNS[look];
  return (
    <li className={classes.line}>
      <span className={classes.number}>{admissionNumber}</span>
      <span className={classes.who}>
        {names}
        {className && <span className={classes.dim}> · {className}</span>}
      </span>
      {isOverridable(line) ? (
        <button
          key="override"
          data-of={line.key}
          type="button"
          className={classes.override}
          onClick={() => onOverride(line)}
          title={refusalText(line).title}
        >
          {t('actions.override')}
        </button>
      ) : awaitsRelease(line) ? (
        <button
          key="release"
          data-of={line.key}
          type="button"
          className={classes.override}
          onClick={() => onRelease(line)}
        >
          {t('actions.release')}
        </button>
      ) : isUndoable(line) ? (
        <button key="undo" data-of={line.key} type="button" className={classes.override} onClick={() => onUndo(line)}>
          {t('actions.wrongChild')}
        </button>
      ) : (
        <span className={classes.badge} data-look={look}>
          <Icon size={16} aria-hidden />
          {look === 'refused' ? refusalText(line).short : t(`latest.${look}`)}
        </span>
      )}
      <time className={classes.time}>{timeOf(line)}</time>
    </li>
  );
}
