import { Skeleton, Stack, TextInput } from '@mantine/core';
import { attendanceFigures } from '@mfuko/contract/attendance';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import classes from './Attendance.module.css';
import { AttendanceList } from './AttendanceList.tsx';
import { DayNotices } from './DayNotices.tsx';
import { ExcuseClass } from './ExcuseClass.tsx';

const HERE = '/app/check.attendance';
const REFRESH_MS = 30_000;
const FIGURES = ['absent', 'late', 'excused', 'awaited', 'present'] as const;

/** Attendance of one day: notices, figures and the list of students. */
export function AttendanceOfDay() {
  const { t } = useTranslation('attendance');
  const search = useSearch({ from: HERE });
  const { day, classSYSID } = search;
  const navigate = useNavigate();
  const asked = { ...(day && { day }), ...(classSYSID && { classSYSID }) };
  const figures = useCall(attendanceFigures, asked, { refetchInterval: REFRESH_MS });
  if (figures.isError && !figures.data)
    return <ErrorState error={figures.error} onRetry={() => void figures.refetch()} />;
  const shown = figures.data;
  return (
    <Stack gap="md">
      <TextInput
        type="date"
        label={t('day')}
        value={day ?? shown?.today ?? ''}
        max={shown?.today}
        className={classes.day}
        onChange={({ currentTarget: { value } }) =>
          void navigate({
            to: HERE,
            replace: true,
            resetScroll: false,
            search: {
              ...search,
              page: undefined,
              day: value === '' || value === shown?.today ? undefined : value,
            },
          })
        }
      />
      {shown && <DayNotices figures={shown} />}
      <ul className={classes.figures}>
        {FIGURES.map((state) => (
          <li key={state}>
            <Link className={classes.figure} to={HERE} search={{ ...asked, state }} data-shown={search.state === state}>
              {shown ? (
                <span className={classes.count}>{formatCount(shown.counts[state])}</span>
              ) : (
                <Skeleton height={28} width={40} component="span" display="inline-block" />
              )}
              {t(`figures.${state}`)}
            </Link>
          </li>
        ))}
      </ul>
      {shown && classSYSID && <ExcuseClass classSYSID={classSYSID} day={shown.day} />}
      <AttendanceList day={shown?.day} />
    </Stack>
  );
}
