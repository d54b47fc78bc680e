import { Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { followLate } from '../../lib/follow-late.ts';
import { i18n, useTranslation } from '../../lib/i18n.ts';
import { latePart } from '../../lib/late-part.ts';
import { type ScannerInUse, useScanner } from '../../lib/scanner/useScanner.ts';
import { useOfSchool } from '../../lib/school.ts';
import type { Session } from '../../lib/session.ts';
import { anewAtSchool } from '../../school/desk/anew-at-school.tsx';
import { useOwnNames } from '../../school/desk/useDevice.ts';
import { isNews, outbox } from '../../school/offline/outbox.ts';
import { storageFails } from '../../school/offline/storage-state.ts';
import { useNews } from '../../school/offline/useNews.ts';
import { Afterwards } from './Afterwards.tsx';
import { StatusBanner } from './banner/StatusBanner.tsx';
import { CollectedToggle } from './CollectedToggle.tsx';
import { Entry } from './Entry.tsx';
import classes from './Gate.module.css';
import { askStudent, sendPassing } from './gate-calls.ts';
import { Latest } from './Latest.tsx';
import { createLane } from './lane/lane.ts';
import { createFinder } from './lookup.ts';
import { attempts, pendingPassages } from './orphaned/attempts.ts';
import { OrphanCount } from './orphaned/OrphanCount.tsx';
import { orphanedPassages } from './orphaned/orphan-list.ts';
import { isQuestion, unanswered, unansweredBefore } from './questions.ts';
import { awaitsRelease, isOpen, type Line } from './queue/line.ts';
import { mayChooseCollector } from './release.ts';
import { SessionEnded } from './SessionEnded.tsx';
import { play, playFor, soundOf, tones } from './sounds.ts';
import { TopBar } from './TopBar.tsx';
import { loadRules, takeBack, touching } from './touch.ts';
import { Unanswered } from './Unanswered.tsx';
import { numberField, useCount, useFreshLocation, useKeys, useLeaveWarning, useOnline, useScreen } from './useGate.ts';
import { useQuestion } from './useQuestion.ts';

// Prefetched after the gate has rendered, so that the page's first load stays small.
const GateDialog = latePart(async () => {
  // Waits for the dialog's texts too: a dialog that fetched them itself would open late, and without them it would show keys instead of a
  // question.
  const [all] = await Promise.all([import('./GateDialog.tsx'), i18n.loadNamespaces('collectors')]);
  if (!i18n.exists('collectors', 'gate.title')) throw new Error('The texts of who collects did not come.');
  return all.GateDialog;
});
const orphanCode = () => import('./orphaned/orphaned-passages.ts');
const questionCode = () => import('./orphaned/follow-questions.ts');
const OrphanedPassages = latePart(
  () => import('./orphaned/OrphanedPassages.tsx').then((all) => all.OrphanedPassages),
  OrphanCount,
);
const StorageNote = latePart(
  () => import('../../school/desk/StorageNote.tsx').then((all) => all.StorageNote),
  StorageWords,
);
const later = () => import('./later.css');

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
  const [screen, show] = useScreen();
  const by = useOwnNames(session, names);
  const [count, countAgain] = useCount();
  const [scanner, setScanner] = useState<ScannerInUse | null>(null);
  const { question, ask, isLate, close } = useQuestion(GateDialog.useIsHere());
  const [collected, setCollected] = useState(false);
  const asked = useRef(collected);
  asked.current = collected;
  const { t } = useTranslation('gate');
  const acts = useMemo(
    () => ({
      onOverride: (line: Line) => ask({ about: 'reason', line }),
      onRelease: (line: Line) => ask({ about: 'release', line }),
      onCollect: (line: Line) => ask({ about: 'collector', line }),
    }),
    [ask],
  );
  const showKeys = useCallback(() => ask({ about: 'keys' }), [ask]);
  const { news, read } = useNews('gate');
  const inUse = useRef(scanner);
  const isIdle = useRef<() => boolean>(() => true);
  const lane = useMemo(
    () =>
      createLane({
        finder: createFinder(askStudent),
        send: sendPassing,
        releaseNow: () => (asked.current ? { collected: true } : undefined),
        onSettled: (line) => {
          play(soundOf(line));
          if (line.state === 'recorded' || line.state === 'undone') countAgain();
          // Without that chunk the page shows no orphaned request either, so no request needs to be updated.
          orphanCode().then(
            ({ left }) => left.noteEnded(line),
            () => undefined,
          );
          // The child is verified and only the collector is open. The dialog opens by itself only while the gate is idle: otherwise it
          // would open under a finger that is working on another child.
          if (mayChooseCollector(line) && isIdle.current()) ask({ about: 'collector', line }, 'unasked');
        },
        onNotice: playFor,
        onFingerTaken: () => inUse.current?.flush(),
        away: outbox,
        touching,
        takeBack,
        attempts,
      }),
    [countAgain, ask],
  );
  // The number field may hold the beginning of a name, which the lane does not know.
  isIdle.current = () => numberField()?.value === '' && document.querySelector('dialog[open]') === null;
  const lines = lane.queue.lines.use();
  const open = lines.filter(isOpen).length;
  const left = useOfSchool(orphanedPassages.use());
  const questions = unanswered(lines);
  const earlier = unansweredBefore(left, lines);
  const unasked = questions.length + earlier.length;
  const unreleased = lines.filter(awaitsRelease).length;
  useEffect(() => {
    if (unreleased > 0) play('look');
  }, [unreleased]);
  const reached = useOnline(lane.queue.retryNow);
  const online = !outbox.down.use() && reached;
  const kept = outbox.waiting.use();
  const keeps = outbox.ready.use();
  useEffect(() => outbox.start(), []);
  // Retries the students who waited while the desk was locked.
  useEffect(() => lane.queue.retryNow(), [lane]);
  const fails = storageFails.use();
  const isLeft = !left.every(isQuestion);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever unlocks the device asks about their own
  useEffect(() => {
    if (ended) return;
    return followLate(() => orphanCode().then(({ left }) => left.follow));
  }, [ended, session.userName]);
  useEffect(
    () =>
      followLate(() =>
        questionCode().then(
          ({ followQuestions }) =>
            () =>
              followQuestions(lane.queue),
        ),
      ),
    [lane],
  );
  // Loads the school's rules once the network is back, since a gate that was opened offline has none.
  useEffect(() => (online ? loadRules() : undefined), [online]);
  useEffect(() => {
    GateDialog.ahead();
    OrphanedPassages.ahead();
    StorageNote.ahead();
    for (const load of [later, tones]) {
      // A failed prefetch is ignored: the chunk is fetched again when it is used.
      load().catch(() => undefined);
    }
    // A failed preparation is ignored: the first press prepares the store again.
    pendingPassages()
      .then(({ passages }) => passages.prepare())
      .catch(() => undefined);
  }, []);
  useEffect(
    () =>
      outbox.onOutcome((outcome) => {
        lane.queue.applyOutcome(outcome);
        countAgain();
        if (isNews(outcome)) play('refused');
      }),
    [lane, countAgain],
  );
  useEffect(
    () =>
      outbox.onStopped(({ key, outcome, ...whose }) => {
        countAgain();
        if (lane.queue.applyStopped({ key, outcome, ...whose })) return true;
        // The check-out belongs to a page that was closed meanwhile, so this page's queue has no line for it.
        if (outcome !== 'void') play('undone');
        return false;
      }),
    [lane, countAgain],
  );
  useLayoutEffect(() => lane.show(screen), [lane, screen]);
  useEffect(() => {
    inUse.current = scanner;
    lane.finger(scanner?.state.template ?? null, Boolean(scanner?.state.glass));
  }, [lane, scanner]);
  const advice = scanner?.state.advice ?? null;
  useEffect(() => {
    if (advice === null) return;
    // Browsers block sound on a page without a user gesture, and an unused gate has nobody to alert.
    const isUsed = lane.queue.lines.get().length > 0 || lane.entry.get().number !== '';
    lane.advised();
    if (isUsed) play('look');
  }, [lane, advice]);
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

  const putAway = ({ key }: Pick<Line, 'key'>) => {
    if (lines.some((line) => line.key === key)) return lane.queue.putAway(key);
    orphanCode().then(
      ({ left: { forget } }) => forget(key),
      // On failure the question stays in the list, and the guard can press again.
      () => undefined,
    );
  };

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
          <Suspense>{fails && <StorageNote />}</Suspense>
          <Suspense>{isLeft && <OrphanedPassages />}</Suspense>
          {news.length > 0 && <Afterwards outcomes={news} onRead={read} />}
          <Unanswered lines={questions} earlier={earlier} onCollect={acts.onCollect} onRead={putAway} />
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

/** Keeps the scanner's socket open while a fingerprint screen is shown. */
function ScannerHolder({ onChange }: { onChange: (scanner: ScannerInUse | null) => void }) {
  const scanner = useScanner();
  const latest = useRef(scanner);
  latest.current = scanner;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scanner is another object at every render, its state is not
  useEffect(() => onChange(latest.current), [scanner.state, onChange]);
  useEffect(() => () => onChange(null), [onChange]);
  return null;
}

/** Text of the storage note, shown where the note's own chunk cannot be loaded. */
function StorageWords() {
  const { t } = useTranslation('school');
  return (
    <p role="alert">
      {t('storage.title')} {t('storage.text')}
    </p>
  );
}
