import { Button, Stack, Text, Title } from '@mantine/core';
import {
  assignStop,
  getRoute,
  getRouteStudents,
  getRoutes,
  type RouteRow,
  removeStop,
} from '@mfuko/contract/bus-routes';
import { getStudent } from '@mfuko/contract/students';
import { useRef, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall, useRecord } from '../../lib/queries.ts';
import { StudentCard } from '../../school/StudentCard.tsx';
import { StudentBox } from '../../school/student-box/StudentBox.tsx';
import { useStudentField } from '../../school/useStudentLookup.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import { showDone, showError } from '../../ui/notify.tsx';
import { type StopChoice, StopPicker } from './StopPicker.tsx';
import classes from './Trip.module.css';

const REFRESH = [getRouteStudents, getRoute, getRoutes];

/** Students of a route with their stops; adds a student by number, and removes one. */
export function RouteStudents({ route }: { route: RouteRow }) {
  const { t } = useTranslation('bus');
  const students = useCall(
    getRouteStudents,
    { routeSYSID: route.sysid, sort: 'names', pageSize: 200 },
    { staleTime: 0 },
  );
  const remove = useRecord(removeStop, {
    refresh: REFRESH,
    onDone: () => showDone(t('assign.removed')),
    onError: showError,
  });
  const rows = students.data?.rows ?? [];
  return (
    <Stack gap="md" mt="xl">
      <Title order={3} size="h4">
        {t('assign.title')} · {formatCount(students.data?.total ?? 0)}
      </Title>
      <AddOne route={route} />
      {students.isError ? (
        <ErrorState error={students.error} onRetry={() => void students.refetch()} />
      ) : rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('assign.nobody')}
        </Text>
      ) : (
        <ul className={classes.people}>
          {rows.map(({ sysid, admissionNumber, names, className, toSchool, home }) => (
            <li key={sysid}>
              <span>
                {names}
                <small>
                  {admissionNumber} · {className}
                </small>
                <small>
                  {toSchool === home
                    ? toSchool
                    : [
                        toSchool && `${t('trip.directions.toSchool')}: ${toSchool}`,
                        home && `${t('trip.directions.home')}: ${home}`,
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                </small>
              </span>
              <Button
                variant="default"
                disabled={remove.isPending}
                aria-label={t('assign.removeOf', { names })}
                onClick={() => remove.mutate({ sysid, direction: 'both' })}
              >
                {t('assign.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

/** Adds a student to the route: by number, at a stop. */
function AddOne({ route }: { route: RouteRow }) {
  const { t } = useTranslation('bus');
  const student = useStudentField(getStudent);
  const box = useRef<HTMLInputElement>(null);
  const [choice, setChoice] = useState<StopChoice>({ stop: null, direction: 'both' });
  const assign = useRecord(assignStop, {
    refresh: REFRESH,
    onDone: () => {
      showDone(t('assign.done', { count: 1 }));
      student.setNumber('');
      box.current?.focus();
    },
    onError: showError,
  });
  if (route.stops.length === 0) return <Text size="sm">{t('assign.noStops')}</Text>;
  const { found } = student;
  return (
    <Stack gap="sm">
      <StudentBox
        ref={box}
        value={student.number}
        onNumber={student.setNumber}
        named={found !== null}
        error={student.error}
      />
      <StudentCard student={found && { names: found.names, className: found.className }} />
      <StopPicker stops={route.stops} choice={choice} onChoice={setChoice} />
      <Button
        disabled={!found || choice.stop === null}
        loading={assign.isPending}
        onClick={() =>
          found &&
          choice.stop !== null &&
          assign.mutate({
            ...{ sysid: found.sysid, routeSYSID: route.sysid },
            ...{ stop: choice.stop, direction: choice.direction },
          })
        }
      >
        {t('assign.act')}
      </Button>
    </Stack>
  );
}
