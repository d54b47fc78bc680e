import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { dismissSetup, SETUP_STEPS, type SetupStep, todo } from '@mfuko/contract/today';
import { MAX_UNPROVEN_DEPOSITS } from '@mfuko/contract/wallet';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import type { Destination } from '../../lib/routes.ts';
import { useSchool } from '../../lib/school.ts';
import { useSignedIn } from '../../lib/session.ts';
import { canTake, openSteps, useTodo } from '../../school/todo.ts';
import { showError } from '../../ui/notify.tsx';
import classes from './Setup.module.css';

/** Anchor of the list, to which the To do row links. */
export const SETUP = 'setup';

/** First steps of a new school with their progress. Hidden once all are done, or once a user has dismissed the list. */
export function SetupList() {
  const { t } = useTranslation('today');
  const school = useSchool();
  const { role } = useSignedIn();
  const setup = useTodo().data?.setup;
  const dismiss = useRecord(dismissSetup, { refresh: [todo], onError: showError });
  const open = setup ? openSteps(setup).length : 0;
  if (!setup || open === 0) return null;
  // A trial requires no second factor.
  const steps = SETUP_STEPS.filter((step) => step !== 'factors' || setup.withoutFactor !== null);
  const taken = steps.length - open;
  const told = {
    count: setup.withoutPin,
    names: (setup.withoutFactor ?? []).join(', '),
    limit: formatCount(Number(MAX_UNPROVEN_DEPOSITS / 100n)),
  };
  const places: Readonly<Record<SetupStep, Destination>> = {
    factors: { to: setup.lacksFactor ? '/app/my.profile' : '/app/profile.view' },
    logo: { to: '/app/school.view', search: { edit: school?.sysid } },
    classes: { to: '/app/class.add' },
    students: { to: '/app/student.upload' },
    pins: { to: '/app/student.view', search: { hasPin: 'false' } },
    limits: { to: '/app/school.rules' },
    fingerLimit: { to: '/app/school.rules' },
    payments: { to: '/app/config.add', search: { school: school?.sysid } },
    till: { to: '/app/till' },
  };
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={SETUP}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h3" id={SETUP} tabIndex={-1}>
          {t('setup.title')}
        </Title>
        <Button variant="subtle" size="compact-sm" loading={dismiss.isPending} onClick={() => dismiss.mutate({})}>
          {t('setup.dismiss')}
        </Button>
      </Group>
      <Group gap="sm" wrap="nowrap" mb="sm">
        <progress className={classes.progress} value={taken} max={steps.length} aria-label={t('setup.title')} />
        <Text size="sm">{t('setup.taken', { taken, all: steps.length })}</Text>
      </Group>
      <ol className={classes.steps}>
        {steps.map((step) => {
          const done = setup.done[step];
          const Sign = done ? IconCircleCheckFilled : IconCircle;
          const closed = !canTake(step, role);
          const name = t(`setup.steps.${step}`, told);
          return (
            <li key={step} data-done={done || undefined}>
              <Sign size={20} aria-label={t(done ? 'setup.done' : 'setup.open')} />
              {done || closed ? <span>{name}</span> : <Link {...places[step]}>{name}</Link>}
              {!done && (
                <Text size="sm" c="dimmed" className={classes.hint}>
                  {closed ? t('setup.byAdmin') : t(`setup.hints.${step}`, told)}
                </Text>
              )}
            </li>
          );
        })}
      </ol>
    </Paper>
  );
}
