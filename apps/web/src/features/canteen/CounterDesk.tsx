import type { MenuItem } from '@mfuko/contract/canteen';
import { QueryClientProvider } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { watchCards } from '../../lib/card-guard.ts';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { createQueryClient } from '../../lib/queries.ts';
import { useScanner } from '../../lib/scanner/useScanner.ts';
import { useSchool } from '../../lib/school.ts';
import type { Session } from '../../lib/session.ts';
import { AttemptNotes } from '../../school/desk/AttemptNotes.tsx';
import { DeskBar } from '../../school/desk/DeskBar.tsx';
import { DeskLinks, type DesksOf } from '../../school/desk/DeskLinks.tsx';
import desk from '../../school/desk/desk.module.css';
import { useOwnNames } from '../../school/desk/useDevice.ts';
import { outbox } from '../../school/offline/outbox.ts';
import type { Lost } from './counter/outcome.ts';
import { PickStep } from './counter/PickStep.tsx';
import { ServeStep } from './counter/ServeStep.tsx';
import { SessionEnded } from './counter/SessionEnded.tsx';
import { useReach } from './counter/useReach.ts';

interface CounterDeskProps {
  readonly session: Session;
  /** Name of the signed-in user; null until the server has answered. */
  readonly names: string | null;
  readonly desks: DesksOf;
  /** True once the server no longer knows the session. */
  readonly ended?: boolean;
  readonly onLogout: () => void;
  readonly onSignIn?: () => void;
}

/** Counter of the lean entry: picks an item, then serves one student after the other. */
export function CounterDesk(props: CounterDeskProps) {
  const [queries] = useState(createQueryClient);
  const school = useSchool()?.sysid;
  // The end of a session clears the school. Keeping the last school keeps the counter mounted, which then lists the students without an
  // answer.
  const last = useRef(school);
  if (school !== undefined) last.current = school;
  return (
    <QueryClientProvider client={queries}>
      {/* Remounts when the school changes, since another school has another menu. */}
      <Counter key={last.current} {...props} />
    </QueryClientProvider>
  );
}

function Counter({ session, names, desks, ended = false, onLogout, onSignIn = onLogout }: CounterDeskProps) {
  const { t } = useTranslation(['canteen', 'desk', 'ui']);
  const school = useSchool();
  const by = useOwnNames(session, names);
  const scanner = useScanner({ captureByItself: false });
  const reach = useReach();
  const waiting = outbox.waiting.use();
  const [item, setItem] = useState<MenuItem | null>(null);
  const [step, setStep] = useState<'pick' | 'serve'>('pick');
  const [lost, setLost] = useState<'nobody' | 'unclear' | null>(null);
  const [presses, setPresses] = useState<readonly Lost[]>([]);
  const addPress = useCallback((press: Lost) => setPresses((before) => [...before, press]), []);
  const dropPress = useCallback(
    (served: string) => setPresses((before) => before.filter(({ admissionNumber }) => admissionNumber !== served)),
    [],
  );
  // Runs again after an unlock: the banner has reported the presses lost with the former session, and the next session's end must not list
  // them again.
  useEffect(() => setPresses((before) => before.filter(({ asked }) => asked)), []);
  useEffect(() => outbox.start(), []);
  useEffect(() => watchCards(setLost), []);
  const isStaff = session.role !== 'CheckAgent';
  const forgetLost = () => setLost(null);
  return (
    <div className={desk.page}>
      <DeskBar
        title={item?.name ?? t('consume.none')}
        school={null}
        names={[by, school?.shortName].filter(Boolean).join(' · ')}
        online={reach.online}
        waiting={waiting}
        onLogout={onLogout}
      >
        <span className={desk.dim}>
          {item ? t('consume.atPrice', { price: formatMoney(item.price) }) : t('consume.title')}
        </span>
        <DeskLinks desks={desks} here="canteen" />
        <a href={isStaff ? '/app/school.menu.view' : '/app/my.profile'}>{t('desk:bar.console')}</a>
      </DeskBar>
      <main className={desk.main} onKeyDown={forgetLost} onPointerDown={forgetLost}>
        {ended ? <SessionEnded presses={presses} onSignIn={onSignIn} /> : <AttemptNotes />}
        <div role="alert">
          {lost && (
            <p className={desk.note} data-look="waiting">
              <strong>{t('ui:card.title')}</strong> {t(`ui:card.${lost}`)}
            </p>
          )}
        </div>
        {/* Stays mounted while hidden, so that answers that may still arrive are handled. */}
        <div className={ended ? undefined : desk.main} hidden={ended}>
          {item && step === 'serve' ? (
            <ServeStep
              {...{ item, scanner, reach }}
              onPrice={setItem}
              onBack={() => setStep('pick')}
              onLost={addPress}
              onServed={dropPress}
            />
          ) : (
            <PickStep item={item} onPick={setItem} onNext={() => setStep('serve')} />
          )}
        </div>
      </main>
    </div>
  );
}
