import { useEffect, useState } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { type KnownCollectors, readCollectors } from '../../school/offline/collectors.ts';
import people from './CollectDialog.module.css';
import classes from './Dialogs.module.css';
import { Dialog } from './Dialogs.tsx';
import { nameOf } from './line-name.ts';
import { awaitsRelease, type Line } from './queue/line.ts';
import type { Queue } from './queue/queue.ts';
import type { ReleaseChoice } from './release.ts';
import { useKeptFaces } from './useKeptFaces.ts';

interface ReleaseDialogProps {
  readonly line: Line;
  readonly queue: Pick<Queue, 'lines' | 'letOut' | 'stop'>;
  readonly onClose: () => void;
}

/**
 * Asks the guard, for each child, to release a child whom nobody could check, and shows the device's list of collectors. Where the school
 * requires a listed person, or a person is barred from collecting the child, the child goes with a person of the list or stays: the guard's
 * word does not replace one.
 */
export function ReleaseDialog({ line, queue, onClose }: ReleaseDialogProps) {
  const { t } = useTranslation('gate');
  // Undefined until the device's list was read; null where the device has none.
  const [known, setKnown] = useState<KnownCollectors | null | undefined>();
  useEffect(() => {
    // A failing storage counts as a device without a list: the guard is told, and may release the child as before.
    void readCollectors(line.admissionNumber).then(setKnown, () => setKnown(null));
  }, [line.admissionNumber]);
  const letOut = (choice?: ReleaseChoice) => {
    queue.letOut(line.key, choice);
    onClose();
  };
  // The network came back meanwhile and the server has answered: the banner shows the answer, and the dialog closes.
  const over = !queue.lines.use().some((one) => one.key === line.key && awaitsRelease(one));
  useEffect(() => {
    if (over) onClose();
  }, [over, onClose]);
  const isBlocked = (known?.blocked.length ?? 0) > 0;
  const mayGoByWord = known !== undefined && !isBlocked && !known?.required;
  return (
    <Dialog title={t('release.title', { who: nameOf(line) })} onClose={onClose}>
      <p className={classes.text}>{t('release.text')}</p>
      {known && <Known known={known} onChoose={letOut} />}
      {known === null && (
        <p className={classes.missing} role="alert">
          {t('release.noList')}
        </p>
      )}
      {(isBlocked || known?.required) && (
        <p className={classes.missing} role="alert">
          {t(isBlocked ? 'release.noWord' : 'release.personOnly')}
        </p>
      )}
      <div className={classes.buttons}>
        {mayGoByWord && (
          <button type="button" className={classes.quiet} onClick={() => letOut()}>
            {t('release.confirm')}
          </button>
        )}
        <button
          type="button"
          className={classes.strong}
          onClick={() => {
            queue.stop(line.key);
            onClose();
          }}
        >
          {t('release.stop')}
        </button>
      </div>
    </Dialog>
  );
}

function Known({ known, onChoose }: { known: KnownCollectors; onChoose: (choice: ReleaseChoice) => void }) {
  const { t } = useTranslation('gate');
  const { blocked, collectors, leavesAlone, required, requireExeat, exeat, seenAt } = known;
  const faces = useKeptFaces(collectors, seenAt);
  // A person who is new on the list needs a guardian's code, which cannot be sent offline.
  const may = collectors.filter(({ heldUntil }) => heldUntil === null || Date.parse(heldUntil) <= serverNow());
  return (
    <>
      {blocked.length > 0 && (
        <div className={people.blocked} role="alert">
          <strong>{t('release.blocked')}</strong>
          <ul>
            {blocked.map(({ sysid, name, relation, reason }) => (
              <li key={sysid}>
                {name} ({relation}): {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      {exeat && (
        <p className={classes.text}>
          {t('release.exeat', { until: formatDate(exeat.returnBy) })} {exeat.goesWith}
        </p>
      )}
      {requireExeat && !exeat && <p className={classes.missing}>{t('release.noExeat')}</p>}
      {may.some(({ sysid }) => faces.has(sysid)) && <p className={classes.text}>{t('release.compare')}</p>}
      <ul className={people.people}>
        {may.map(({ sysid, name, relation, photo }) => (
          <li key={sysid}>
            <button type="button" className={people.person} onClick={() => onChoose({ collectorSYSID: sysid })}>
              {faces.has(sysid) && (
                <span className={people.face}>
                  <img src={`data:image/jpeg;base64,${faces.get(sysid)}`} alt={t('release.photoOf', { name })} />
                </span>
              )}
              <strong>{name}</strong>
              <span>{photo && !faces.has(sysid) ? `${relation} · ${t('release.photo')}` : relation}</span>
            </button>
          </li>
        ))}
        {leavesAlone && (
          <li>
            <button type="button" className={people.person} onClick={() => onChoose({ leavesAlone: true })}>
              <strong>{t('release.alone')}</strong>
            </button>
          </li>
        )}
      </ul>
      {required && may.length === 0 && !leavesAlone && <p className={classes.missing}>{t('release.nobody')}</p>}
      <p className={classes.text}>{t('release.seen', { at: formatDate(seenAt) })}</p>
    </>
  );
}
