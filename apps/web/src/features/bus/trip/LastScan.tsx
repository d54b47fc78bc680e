import type { TripEntry } from '@mfuko/contract/bus-trips';
import { formatCount, formatDate } from '../../../lib/format.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import classes from '../../../school/desk/desk.module.css';
import { Reason } from './Reason.tsx';
import { isQuiet as isQuietScan, type Scan, type TripClosing } from './scan.ts';
import styles from './Trip.module.css';

interface LastScanProps {
  readonly scan: Scan | null;
  /** Children whose typed number was not sent and has been replaced in the field. */
  readonly unsent: readonly TripEntry[];
  /** Number of children left aboard a closed trip; repeated here, as the head of the page may be scrolled away. */
  readonly left: number;
  readonly busy: boolean;
  /** True where the bus has another open trip. */
  readonly hasOpen: boolean;
  readonly onAnyway: (scan: Scan, reason: string) => void;
  /** Records the child on the trip that is open now, or on a new one. */
  readonly onOther: (scan: Scan) => void;
  readonly onForget: () => void;
}

/**
 * Banner of the last child at the door: visible at any scroll position and readable from a step away. Warnings and refusals look different.
 * Shows the number with the name, since two children may share a name.
 */
export function LastScan({ scan, unsent, left, busy, hasOpen, onAnyway, onOther, onForget }: LastScanProps) {
  const { t } = useTranslation('trip');
  const { t: ui } = useTranslation('ui');
  const isQuiet = scan && isQuietScan(scan);
  const look = isQuiet ? (scan.outcome === 'kept' ? undefined : 'good') : scan?.warnings.length ? 'waiting' : 'bad';
  const band = scan && (
    <div className={classes.note} data-look={look}>
      <ScanWords scan={scan} />
      {scan.outcome === 'clash' && (
        <Reason
          key={scan.admissionNumber}
          busy={busy}
          given={scan.reason}
          onReason={(reason) => onAnyway(scan, reason)}
          onCancel={onForget}
        />
      )}
      {scan.outcome === 'closed' && (
        <div className={classes.form}>
          <button type="button" className={classes.press} disabled={busy} onClick={() => onOther(scan)}>
            {t(hasOpen ? 'otherTrip.open' : 'otherTrip.new')}
          </button>
          <button type="button" className={classes.press} onClick={onForget}>
            {ui('cancel')}
          </button>
        </div>
      )}
    </div>
  );
  return (
    <div className={styles.last}>
      {left > 0 && (
        <p className={classes.note} data-look="bad">
          <strong>{t('left.title', { count: left, shown: formatCount(left) })}</strong>
        </p>
      )}
      <div role="status">{isQuiet && band}</div>
      <div role="alert">{!isQuiet && band}</div>
      <div role="alert">
        {unsent.length > 0 && (
          <p className={classes.note} data-look="bad">
            <strong>{t('missing.unsent', { who: unsent.map(whoIs).join(', ') })}</strong>
          </p>
        )}
      </div>
      {!scan && <p className={classes.note}>{t('nobodyYet')}</p>}
    </div>
  );
}

const whoIs = ({ admissionNumber, names }: TripEntry) => [admissionNumber, names].filter(Boolean).join(' ');

/** Texts of the child and the outcome; `plate` names the bus where it is not the desk's. */
export function ScanWords({ scan, plate }: { scan: Scan; plate?: string }) {
  const { t } = useTranslation('trip');
  return (
    <>
      <h2 className={classes.heading}>
        {[plate, scan.names, scan.admissionNumber, scan.className].filter(Boolean).join(' · ')}
      </h2>
      <p>
        {scan.outcome === 'recorded' || scan.outcome === 'kept'
          ? t(`told.${scan.kind}.${scan.outcome}`)
          : scan.outcome === 'aboard-already' || scan.outcome === 'elsewhere'
            ? t(`told.${scan.outcome}`)
            : scan.outcome === 'closed'
              ? t('told.notRecorded')
              : scan.why}
      </p>
      {scan.closing && <Closing closing={scan.closing} />}
      {scan.refused && <p>{scan.refused}</p>}
      {scan.warnings.map((warning) => (
        <p key={warning}>
          <strong>
            {t(warning === 'bus.not-assigned' && scan.kind === 'off' ? 'offHere' : `warnings.${warning}`)}
            {warning === 'bus.not-assigned' && scan.otherBus !== null && ` ${t('otherBus', { plate: scan.otherBus })}`}
          </strong>
        </p>
      ))}
    </>
  );
}

/** Text of a trip's close: time and user. */
function Closing({ closing: { closed, closedBy, trip } }: { closing: TripClosing }) {
  const { t } = useTranslation('trip');
  const at = formatDate(closed);
  const by = closedBy ?? t('told.somebody');
  return (
    <p>
      <strong>
        {trip
          ? t('told.closed', { way: t(`directions.${trip.direction}`), opened: formatDate(trip.opened), at, by })
          : t('told.closedPlain', { at, by })}
      </strong>
    </p>
  );
}
