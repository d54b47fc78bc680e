import { useEffect, useState } from 'react';
import { holdDesk } from '../../../lib/activity.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { describe } from '../../../lib/problems.ts';
import { useSchool } from '../../../lib/school.ts';
import type { Session } from '../../../lib/session.ts';
import { anewAtSchool } from '../../../school/desk/anew-at-school.tsx';
import { DeskBar } from '../../../school/desk/DeskBar.tsx';
import { DeskLinks, type DesksOf } from '../../../school/desk/DeskLinks.tsx';
import classes from '../../../school/desk/desk.module.css';
import { PrintedAt } from '../../../school/desk/PrintedAt.tsx';
import { useOnline, useOwnNames } from '../../../school/desk/useDevice.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import { play } from '../sounds.ts';
import { AllowedTouches } from './AllowedTouches.tsx';
import { HandTicks, useHandTicks } from './HandTicks.tsx';
import { Marshal } from './Marshal.tsx';
import { OpenForm } from './OpenForm.tsx';
import { RollCallRecord } from './RollCallRecord.tsx';
import type { RollCall, Ticked } from './roll-call.ts';
import { useRollCall } from './useRollCall.ts';

interface RollCallDeskProps {
  readonly session: Session;
  /** Null until the server has said so. */
  readonly names: string | null;
  readonly desks: DesksOf;
  readonly onLogout: () => void;
}

/**
 * Roll call of an evacuation: lists who is still missing; several marshals tick at once, online or offline. It remounts when the school
 * changes.
 */
export const RollCallDesk = anewAtSchool(RollCallOfSchool);

function RollCallOfSchool({ session, names, desks, onLogout }: RollCallDeskProps) {
  const { t } = useTranslation('desk');
  const school = useSchool();
  const by = useOwnNames(session, names);
  const online = useOnline();
  const down = outbox.down.use();
  const waiting = outbox.waiting.use();
  const at = useRollCall(school?.sysid ?? '');
  const [anew, setAnew] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => outbox.start(), []);
  const away = !online || down || at.away;
  const isStaff = session.role !== 'CheckAgent';
  const { rollCall } = at;
  const isOpen = Boolean(rollCall && !rollCall.closed);
  // Marshals look at people and touch the screen only for a child they find, so the desk must not lock while idle.
  useEffect(() => (isOpen ? holdDesk() : undefined), [isOpen]);
  const work = (what: Promise<void>) =>
    what.then(
      () => setFailed(null),
      (error: unknown) => {
        play('refused');
        setFailed(describe(error).message);
      },
    );
  const hand = useHandTicks();
  async function tick(of: RollCall, number: string): Promise<void> {
    const ticked = await at.tick(of, number, by);
    hand.add(ticked);
    play(ticked.wasMissing ? 'in' : 'unknown');
  }
  async function takeBack(ticked: Ticked): Promise<void> {
    await at.takeBack(ticked);
    hand.drop(ticked);
    play('undone');
  }
  return (
    <div className={classes.page}>
      <DeskBar
        title={t('rollCall.title')}
        school={school?.shortName ?? null}
        names={by}
        online={!away}
        waiting={waiting}
        onLogout={onLogout}
      >
        {/* The links are shown before the user's duties are known: in a fire the way back to the gate is needed. */}
        <a href="/app/checkin.pin">{t('bar.gate')}</a>
        <DeskLinks desks={desks} here="gate" />
        <a href={isStaff ? '/app' : '/app/check.dash'}>{t('bar.console')}</a>
      </DeskBar>
      <PrintedAt />
      <main className={classes.main}>
        <div role="status">
          {away && (!rollCall || rollCall.closed) && (
            <p className={classes.note} data-look="waiting">
              {t('rollCall.away')}
            </p>
          )}
        </div>
        <div role="alert">
          {(failed ?? at.refusal) && (
            <p className={classes.note} data-look="bad">
              {t('rollCall.refused', { why: failed ?? (at.refusal ? describe(at.refusal).message : '') })}
            </p>
          )}
        </div>
        {rollCall === undefined ? null : rollCall && !rollCall.closed ? (
          <Marshal
            rollCall={rollCall}
            steps={at.steps}
            away={away}
            mayEnd={isStaff}
            onTick={(number) => work(tick(rollCall, number))}
            onEnded={at.ask}
          >
            <HandTicks
              ticked={hand.ticked}
              undone={hand.undone}
              onTakeBack={(ticked) => work(takeBack(ticked))}
              onCard={(number) => work(tick(rollCall, number))}
            />
            {!rollCall.local && (
              <AllowedTouches
                key={rollCall.id}
                sysid={rollCall.id}
                away={away}
                onKnown={at.touched}
                onTick={(number) => work(tick(rollCall, number))}
              />
            )}
          </Marshal>
        ) : rollCall && !anew ? (
          <RollCallRecord rollCall={rollCall} steps={at.steps} onAnew={() => setAnew(true)} />
        ) : (
          <OpenForm roster={at.roster} onOpen={(reason) => work(at.open(reason).then(() => setAnew(false)))} />
        )}
      </main>
    </div>
  );
}
