import { Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import type { ScannerInUse } from '../../lib/scanner/useScanner.ts';
import type { Session } from '../../lib/session.ts';
import { anewAtSchool } from '../../school/desk/anew-at-school.tsx';
import { useOwnNames } from '../../school/desk/useDevice.ts';
import { outbox } from '../../school/offline/outbox.ts';
import { isWithoutOutbox, storageFails } from '../../school/offline/storage-state.ts';
import { Afterwards } from './Afterwards.tsx';
import { StatusBanner } from './banner/StatusBanner.tsx';
import { CollectedToggle } from './CollectedToggle.tsx';
import { Entry } from './Entry.tsx';
import classes from './Gate.module.css';
import { Latest } from './Latest.tsx';
import { GateDialog, OrphanedPassages, StorageNote, usePrefetch } from './page/later-parts.tsx';
import { ScannerHolder } from './page/ScannerHolder.tsx';
import { useGateLane } from './page/useGateLane.ts';
import { useGateNews } from './page/useGateNews.ts';
import { putAway, useFollowedOrphans, useOpenQuestions } from './page/useOrphans.ts';
import { useOutboxOutcomes } from './page/useOutboxOutcomes.ts';
import { useScannedFingers } from './page/useScannedFingers.ts';
import { awaitsRelease, isOpen, type Line } from './queue/line.ts';
import { SessionEnded } from './SessionEnded.tsx';
import { play } from './sounds.ts';
import { TopBar } from './TopBar.tsx';
import { loadRules } from './touch.ts';
import { Unanswered } from './Unanswered.tsx';
import { useCount, useFreshLocation, useKeys, useLeaveWarning, useOnline, useScreen } from './useGate.ts';
import { useQuestion } from './useQuestion.ts';

export interface GateAppProps {
  readonly session: Session;
  /** The signed-in user's name and school; null until the server has answered. */
  readonly names: string | null;
  readonly school: string | null;
  /** True for users who may also work at the cash desk. */
  readonly cash?: boolean;
  /** True once the server no longer knows the session. */
  readonly ended: boolean;
  readonly onLogout: () => void;
  readonly onSignIn: () => void;
}

/**
 * The gate: one page with four screens. It remounts when the school changes, so that no line, dialog or list of the former school remains.
 */
export const GateApp = anewAtSchool(GateOfSchool);

function GateOfSchool({ session, names, school, cash = false, ended, onLogout, onSignIn }: GateAppProps) {
  const { t } = useTranslation('gate');
  const [screen, show] = useScreen();
  const by = useOwnNames(session, names);
  const [count, countAgain] = useCount();
  const [scanner, setScanner] = useState<ScannerInUse | null>(null);
  const inUse = useRef(scanner);
  const [collected, setCollected] = useState(false);
  const { question, ask, isLate, close } = useQuestion(GateDialog.useIsHere());
  const acts = useMemo(
    () => ({
      onOverride: (line: Line) => ask({ about: 'reason', line }),
      onRelease: (line: Line) => ask({ about: 'release', line }),
      onCollect: (line: Line) => ask({ about: 'collector', line }),
    }),
    [ask],
  );
  const showKeys = useCallback(() => ask({ about: 'keys' }), [ask]);
  const lane = useGateLane({ scanner: inUse, collected, countAgain, ask });
  const lines = lane.queue.lines.use();
  const { news, read } = useGateNews(lines);
  const open = lines.filter(isOpen).length;
  const { questions, earlier, isLeft } = useOpenQuestions(lines);
  const unasked = questions.length + earlier.length;
  const unreleased = lines.filter(awaitsRelease).length;
  useEffect(() => {
    if (unreleased > 0) play('look');
  }, [unreleased]);
  const reached = useOnline(lane.queue.retryNow);
  const online = !outbox.down.use() && reached;
  const kept = outbox.waiting.use();
  const keeps = outbox.ready.use();
  const fails = storageFails.use();
  const withoutOutbox = isWithoutOutbox.use();
  useEffect(() => outbox.start(), []);
  // Retries the students who waited while the desk was locked.
  useEffect(() => lane.queue.retryNow(), [lane]);
  useFollowedOrphans(lane.queue, ended, session.userName);
  // Loads the school's rules once the network is back, since a gate that was opened offline has none.
  useEffect(() => (online ? loadRules() : undefined), [online]);
  usePrefetch();
  useOutboxOutcomes(lane.queue, countAgain);
  useLayoutEffect(() => lane.show(screen), [lane, screen]);
  useScannedFingers(lane, scanner, inUse);
  useKeys(lane, show, showKeys);
  useFreshLocation();
  // Once the user has confirmed the sign-out, the browser does not ask again; presses on the disk are reported after the next sign-in.
  const [isLeaving, setLeaving] = useState(false);
  useLeaveWarning(!isLeaving && (open > 0 || fails || (unasked > 0 && !ended)));
  const leave = () => {
    setLeaving(true);
    onLogout();
  };

  const lost = lines.filter(({ refusal }) => refusal?.sessionEnded);
  useEffect(() => {
    if (ended && open === 0 && lost.length === 0) onSignIn();
  }, [ended, open, lost.length, onSignIn]);

  return (
    <div className={classes.page}>
      {screen.by === 'fingerprint' && <ScannerHolder onChange={setScanner} />}
      <TopBar
        session={session}
        names={by}
        school={school}
        cash={cash}
        screen={screen}
        onShow={show}
        count={count}
        online={online}
        waiting={kept + lines.filter(({ state }) => state === 'waiting').length}
        scanner={scanner?.state ?? null}
        onKeys={showKeys}
        onLogout={() => (open + kept + unasked > 0 ? ask({ about: 'leaving' }) : leave())}
      />
      <main className={classes.main}>
        {ended ? (
          <SessionEnded lost={lost} onSignIn={onSignIn} />
        ) : (
          <StatusBanner
            lane={lane}
            screen={screen}
            scanner={scanner}
            online={online}
            keeps={keeps}
            onShow={show}
            {...acts}
          />
        )}
        <Entry lane={lane} screen={screen} onRescan={() => scanner?.flush()} />
        <div className={classes.side}>
          {screen.kind === 'out' && <CollectedToggle on={collected} onChange={setCollected} />}
          {isLate && <p role="alert">{t('late')}</p>}
          {withoutOutbox && <p role="note">{t('withoutOutbox')}</p>}
          <Suspense>{fails && <StorageNote />}</Suspense>
          <Suspense>{isLeft && <OrphanedPassages />}</Suspense>
          {news.length > 0 && <Afterwards outcomes={news} onRead={read} />}
          <Unanswered
            lines={questions}
            earlier={earlier}
            onCollect={acts.onCollect}
            onRead={(line) => putAway(lane.queue, line)}
          />
          <Latest
            lines={lines.filter((line) => !questions.includes(line))}
            onUndo={({ key }) => void lane.takeBack(key)}
            {...acts}
          />
        </div>
      </main>
      <Suspense>
        <GateDialog
          question={question}
          lane={lane}
          open={open}
          kept={kept}
          asked={unasked}
          onClose={close}
          onLogout={leave}
        />
      </Suspense>
    </div>
  );
}
