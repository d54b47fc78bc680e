import { Paper, Skeleton, Title } from '@mantine/core';
import { type PlatformSchool, platformSchools } from '@mfuko/contract/platform';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { Tag } from '../../ui/Tag.tsx';
import classes from './Platform.module.css';
import today from './Today.module.css';

/** Number of schools listed for each fault; the cards above link to all of them. */
const NAMED = 10;
const FIRST = { page: 1, pageSize: NAMED } as const;
const REFRESH_MS = 60_000;

/** Faults by school: books, missing configuration, suspension. Each row links to the school. */
export function PlatformTroubles() {
  const { t } = useTranslation('platform');
  const every = { refetchInterval: REFRESH_MS };
  const asked = [
    useCall(platformSchools, { ...FIRST, booksWrong: 'true', sort: 'booksDifference' }, every),
    useCall(platformSchools, { ...FIRST, hasConfig: 'false' }, every),
    useCall(platformSchools, { ...FIRST, status: 'suspended' }, every),
  ];
  // Hidden on an error, which the figures and the table show: an empty list would look as if nothing were wrong.
  if (asked.some(({ data, isError }) => isError && !data)) return null;
  const known = asked.every(({ data }) => data !== undefined);
  const schools = new Map<string, PlatformSchool>(
    asked.flatMap(({ data }) => data?.rows ?? []).map((row) => [row.sysid, row]),
  );
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="troubles">
      <Title order={2} size="h3" id="troubles" mb="xs">
        {t('troubles.title')}
      </Title>
      {!known ? (
        <Skeleton height={44} />
      ) : schools.size === 0 ? (
        <p className={today.done}>
          <IconCircleCheck size={20} aria-hidden />
          {t('troubles.none')}
        </p>
      ) : (
        <ul className={classes.troubles}>
          {[...schools.values()].map((school) => (
            <li key={school.sysid}>
              <Link to="/app/school.view" search={{ view: school.sysid }}>
                {school.shortName}
              </Link>
              <Troubles school={school} />
            </li>
          ))}
        </ul>
      )}
    </Paper>
  );
}

function Troubles({ school }: { school: PlatformSchool }) {
  const { t } = useTranslation('platform');
  const { booksDifference, providerDifference, booksFindings, hasConfig, status } = school;
  return (
    <span className={classes.tags}>
      {booksDifference !== 0 && <Tag color="red">{t('troubles.books', { amount: formatMoney(booksDifference) })}</Tag>}
      {(providerDifference ?? 0) !== 0 && (
        <Tag color="red">{t('troubles.provider', { amount: formatMoney(providerDifference ?? 0) })}</Tag>
      )}
      {booksFindings > 0 && <Tag color="red">{t('troubles.findings', { count: booksFindings })}</Tag>}
      {!hasConfig && <Tag color="yellow">{t('config.missing')}</Tag>}
      {status === 'suspended' && <Tag color="gray">{t('states.suspended')}</Tag>}
    </span>
  );
}
