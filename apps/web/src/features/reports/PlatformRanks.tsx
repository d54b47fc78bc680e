import { Paper, SimpleGrid, Skeleton, Title } from '@mantine/core';
import { type PlatformSchool, platformSchools } from '@mfuko/contract/platform';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import classes from './Today.module.css';

const MAX_SHOWN = 8;
const REFRESH_MS = 60_000;

/** Rankings of schools by movements and by balances. */
export function PlatformRanks() {
  const { t } = useTranslation('platform');
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <Rank by="movements30Days" title={t('ranks.activity')} unit={t('ranks.movements')} format={formatCount} />
      <Rank by="moneyHeld" title={t('ranks.held')} unit="KES" format={formatMoney} />
    </SimpleGrid>
  );
}

interface RankProps {
  readonly by: 'movements30Days' | 'moneyHeld';
  readonly title: string;
  readonly unit: string;
  readonly format: (value: number) => string;
}

function Rank({ by, title, unit, format }: RankProps) {
  const { t } = useTranslation('platform');
  const asked = { page: 1, pageSize: MAX_SHOWN, sort: `-${by}` } as const;
  const { data, isError } = useCall(platformSchools, asked, { refetchInterval: REFRESH_MS });
  // The table below shows the error.
  if (isError && !data) return null;
  const rows = (data?.rows ?? []).filter((row: PlatformSchool) => row[by] > 0);
  const most = Math.max(1, ...rows.map((row) => row[by]));
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={`rank-${by}`}>
      <Title order={2} size="h3" id={`rank-${by}`} mb="sm">
        {title}
      </Title>
      {!data ? (
        <Skeleton height={200} />
      ) : rows.length === 0 ? (
        <p className={classes.empty}>{t('ranks.empty')}</p>
      ) : (
        <table className={classes.items}>
          <thead>
            <tr>
              <th scope="col">{t('schools.name')}</th>
              <th scope="col">{unit}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.sysid}>
                <th scope="row">
                  {row.shortName}
                  <span className={classes.bar} style={{ width: `${Math.max(1, (row[by] / most) * 100)}%` }} />
                </th>
                <td>{format(row[by])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Paper>
  );
}
