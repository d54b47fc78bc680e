import { type CheckCollectors, getCheckCollectors } from '@mfuko/contract/collectors';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { describe } from '../../lib/problems.ts';
import { call } from '../../lib/request.ts';
import { CollectByCode } from './CollectByCode.tsx';
import classes from './CollectDialog.module.css';
import { Face, useFaces } from './CollectorFaces.tsx';
import dialogClasses from './Dialogs.module.css';
import { Dialog } from './Dialogs.tsx';
import type { Lane } from './lane.ts';
import type { Line } from './queue.ts';
import { useRefusalText } from './refusals.ts';
import type { ReleaseChoice } from './release.ts';
import { nameOf } from './StatusBanner.tsx';

interface CollectDialogProps {
  readonly line: Line;
  readonly lane: Lane;
  readonly onClose: () => void;
}

type Collectors = CheckCollectors['collectors'];

/** Asks the guard with whom a proven child goes: one press for somebody of the list, a guardian's code for anybody else. */
export function CollectDialog({ line, lane, onClose }: CollectDialogProps) {
  const { t } = useTranslation('collectors');
  const refusal = useRefusalText()(line);
  const [known, failed, load] = useCheckCollectors(line.admissionNumber);
  const faces = useFaces(known);
  const [asking, setAsking] = useState<Collectors[number] | 'somebody' | null>(null);
  const [gone, setGone] = useState(false);
  const release = (choice: ReleaseChoice) => {
    if (lane.queue.release(line.key, choice)) onClose();
    else setGone(true);
  };
  return (
    <Dialog title={t('gate.title', { who: nameOf(line) })} onClose={onClose}>
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

/** Collectors of a child, or why they are not known, with a way to ask again. */
function useCheckCollectors(admissionNumber: string): [CheckCollectors | null, string | null, () => void] {
  const [known, setKnown] = useState<CheckCollectors | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const load = useCallback(() => {
    setFailed(null);
    call(getCheckCollectors, { admissionNumber }, { overlay: false }).then(setKnown, (error: unknown) =>
      setFailed(describe(error).message),
    );
  }, [admissionNumber]);
  useEffect(load, [load]);
  return [known, failed, load];
}
