import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { config } from '../lib/config.ts';
import { useFirstAnswers } from '../lib/first-answers.ts';
import { useTranslation } from '../lib/i18n.ts';
import { usePos } from '../lib/pos.ts';
import { useSchool } from '../lib/school.ts';
import { useSession } from '../lib/session.ts';
import { useStepUpAsk } from '../lib/step-up.ts';
import { useReasonAsk } from '../lib/visit-reason.ts';
import { lateDialog } from '../ui/late-dialog.tsx';
import { latePart } from '../ui/late-part.tsx';
import { PageSkeleton } from '../ui/PageSkeleton.tsx';
import { Toasts } from '../ui/UiProvider.tsx';
import classes from './AppLayout.module.css';
import { AttemptsBar } from './AttemptsBar.tsx';
import { ClockBar } from './ClockBar.tsx';
import { flushDeviceQueue } from './flush-device-queue.ts';
import { keepFocus } from './focus-keeper.ts';
import { Header } from './Header.tsx';
import { screenAt, servesStudents } from './routes-table.ts';
import { SideMenu } from './SideMenu.tsx';
import { SmsRisk } from './SmsRisk.tsx';
import { useMe } from './session-flow.ts';
import { tellsOfSmsRisk } from './sms-risk.ts';

const MenuDrawer = lateDialog(
  async () => (await import('./MenuDrawer.tsx')).MenuDrawer,
  ({ opened }) => opened,
);

const PickSchoolFirst = latePart(() => import('./SchoolPicker.tsx').then((it) => it.PickSchoolFirst), <PageSkeleton />);

/** A question in the middle of a call: if its dialog fails to load, the call ends as if the user had not answered. */
const unanswered = ({ ask }: { readonly ask: { readonly settle: (answered: false) => void } }) => ask.settle(false);
const isAsked = () => true;
const StepUpDialog = lateDialog(
  () => import('../features/session/StepUpDialog.tsx').then((it) => it.StepUpDialog),
  isAsked,
  unanswered,
);
const VisitDialog = lateDialog(
  () => import('../features/visits/index.ts').then((it) => it.VisitDialog),
  isAsked,
  unanswered,
);

/** Frame around each screen of the console: header, side menu, the screen, footer. */
export function AppLayout() {
  const { t } = useTranslation('shell');
  const session = useSession();
  const school = useSchool();
  const me = useMe();
  const stepUp = useStepUpAsk();
  const reason = useReasonAsk();
  const navigate = useNavigate();
  const pos = usePos();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  // Address at which the drawer was opened: a navigation closes it.
  const [menuAt, setMenuAt] = useState<string | null>(null);

  useEffect(keepFocus, []);
  const answered = useFirstAnswers();
  useEffect(() => {
    if (!answered) return;
    void Toasts.ahead();
    // Prefetch; if it fails, a screen is printed without our print styles.
    import('./on-paper.ts').catch(() => undefined);
  }, [answered]);
  useEffect(() => {
    // Another tab has signed out.
    if (!session) void navigate({ to: '/auth' });
  }, [session, navigate]);

  // Not for an Admin, who would be asked for the reason of a visit to the school by a call that they did not make.
  const sendsFor = session?.role === 'Admin' ? undefined : session && school?.sysid;
  useEffect(() => (sendsFor ? flushDeviceQueue() : undefined), [sendsFor]);

  if (!session) return null;
  const screen = screenAt(pathname);
  const lean = pos && screen !== undefined && servesStudents(screen);
  const schoolMissing = screen?.school === true && session.role === 'Admin' && !school;
  return (
    <div className={classes.app} data-lean={lean || undefined}>
      <a href="#content" className={classes.skip}>
        {t('skip')}
      </a>
      <Header role={session.role} lean={lean} onMenu={() => setMenuAt(pathname)} />
      <nav className={classes.side} aria-label={t('menu')}>
        <SideMenu role={session.role} pathname={pathname} />
      </nav>
      <MenuDrawer
        role={session.role}
        pathname={pathname}
        opened={menuAt === pathname}
        onClose={() => setMenuAt(null)}
      />
      <main id="content" className={classes.main} tabIndex={-1}>
        <ClockBar staff={session.role !== 'CheckAgent'} />
        {tellsOfSmsRisk(me, pathname) && <SmsRisk />}
        <AttemptsBar key={`${session.userName} ${school?.sysid}`} />
        {schoolMissing ? (
          <PickSchoolFirst />
        ) : (
          // Remounts for another account, so that it cannot submit what the previous user typed.
          <Suspense key={session.userName} fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        )}
      </main>
      {stepUp && <StepUpDialog ask={stepUp} />}
      {reason && <VisitDialog ask={reason} />}
      <footer className={classes.footer}>
        {t('footer', { name: config().platformName, year: new Date().getFullYear() })}
      </footer>
    </div>
  );
}
