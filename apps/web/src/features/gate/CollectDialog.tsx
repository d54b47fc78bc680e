import type { CheckCollectors } from '@mfuko/contract/collectors';
import { useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { CollectByCode } from './CollectByCode.tsx';
import classes from './CollectDialog.module.css';
import { Face, useFaces } from './CollectorFaces.tsx';
import dialogClasses from './Dialogs.module.css';
import { Dialog } from './Dialogs.tsx';
import type { Lane } from './lane/lane.ts';
import { nameOf } from './line-name.ts';
import type { Line } from './queue/line.ts';
import { useRefusalText } from './refusals.ts';
import type { ReleaseChoice } from './release.ts';
import { useCheckCollectors } from './useCheckCollectors.ts';

interface CollectDialogProps {
  readonly line: Line;
  readonly lane: Lane;
  readonly onClose: () => void;
}

type Collectors = CheckCollectors['collectors'];

/** Asks the guard with whom a verified child goes: one press for a person of the list, a guardian's code for anybody else. */
export function CollectDialog({ line, lane, onClose }: CollectDialogProps) {
  const { t } = useTranslation('collectors');
  const refusal = useRefusalText()(line);
  const [known, failed, load] = useCheckCollectors(line.admissionNumber);
  const faces = useFaces(known);
  // The name may be missing where the child was checked before the lookup had answered.
  const title = t('gate.title', { who: nameOf({ ...line, names: line.names ?? known?.names ?? null }) });
  const [asking, setAsking] = useState<Collectors[number] | 'somebody' | null>(null);
  const [gone, setGone] = useState(false);
  const elsewhere = lane.queue.lines.use().some(({ key, elsewhere }) => key === line.key && elsewhere);
  const release = (choice: ReleaseChoice) => {
    if (lane.queue.release(line.key, choice)) onClose();
    else setGone(true);
  };
  if (elsewhere)
    return (
      <Dialog title={title} onClose={onClose}>
        <p className={dialogClasses.missing} role="alert">
          {t('gate.elsewhere')}
        </p>
        <div className={dialogClasses.buttons}>
          <button type="button" className={dialogClasses.quiet} onClick={onClose}>
            {t('gate.close')}
          </button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={title} onClose={onClose}>
      {line.refusal?.problem !== 'collector.required' && <p className={dialogClasses.refusal}>{refusal.text}</p>}
      {failed && (
        <p className={dialogClasses.missing} role="alert">
          {failed}{' '}
          <button type="button" className={dialogClasses.suggestion} onClick={load}>
            {t('gate.retry')}
          </button>
        </p>
      )}
      {!known && !failed && <p className={dialogClasses.text}>{t('gate.loading')}</p>}
      {known && <Blocked blocked={known.blocked} />}
      {known && asking === null && (
        <>
          {known.collectors.some(({ photo }) => photo) && <p className={dialogClasses.text}>{t('gate.compare')}</p>}
          {known.collectors.length === 0 && <p className={dialogClasses.text}>{t('gate.nobody')}</p>}
          <ul className={classes.people}>
            {known.collectors.map((person) => (
              <li key={person.sysid}>
                <button
                  type="button"
                  className={classes.person}
                  onClick={() => (person.heldUntil ? setAsking(person) : release({ collectorSYSID: person.sysid }))}
                >
                  <Face person={person} faces={faces} />
                  <strong>{person.name}</strong>
                  <span>{person.heldUntil ? `${person.relation} · ${t('gate.newHint')}` : person.relation}</span>
                </button>
              </li>
            ))}
            {(known.leavesAlone || !known.required) && (
              <li>
                <button type="button" className={classes.person} onClick={() => release({ leavesAlone: true })}>
                  <strong>{t('gate.alone')}</strong>
                </button>
              </li>
            )}
            <li>
              <button type="button" className={classes.person} onClick={() => setAsking('somebody')}>
                {t('gate.other')}
              </button>
            </li>
          </ul>
        </>
      )}
      {known && asking !== null && (
        <CollectByCode
          admissionNumber={line.admissionNumber}
          guardians={known.guardians}
          person={asking === 'somebody' ? null : asking}
          face={asking === 'somebody' ? null : <Face person={asking} faces={faces} />}
          onCode={release}
          onBack={() => setAsking(null)}
        />
      )}
      {gone && (
        <p className={dialogClasses.missing} role="alert">
          {t('gate.gone')}
        </p>
      )}
      <div className={dialogClasses.buttons}>
        <button type="button" className={dialogClasses.quiet} onClick={onClose}>
          {t('gate.stay')}
        </button>
      </div>
    </Dialog>
  );
}

function Blocked({ blocked }: { readonly blocked: CheckCollectors['blocked'] }) {
  const { t } = useTranslation('collectors');
  if (blocked.length === 0) return null;
  return (
    <div className={classes.blocked} role="alert">
      <strong>{t('gate.blocked')}</strong>
      <ul>
        {blocked.map(({ sysid, name, relation, reason }) => (
          <li key={sysid}>
            {name} ({relation}): {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}
