import { Button, Group, Paper, Select, Skeleton, Text, TextInput } from '@mantine/core';
import { attendanceFigures, attendanceRegister, type Register } from '@mfuko/contract/attendance';
import { IconDownload, IconTable } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { useClassOptions } from '../../school/useClassOptions.ts';
import { exportXlsx } from '../../ui/list-export.ts';
import { EmptyState, ErrorState, Notice } from '../../ui/Notice.tsx';
import { showError } from '../../ui/notify.tsx';
import classes from './Attendance.module.css';
import { TOTALS, totalsOf, useMark, useRegisterColumns } from './register-columns.ts';

const HERE = '/app/check.attendance';

/** Register of a class for one month, on the screen and as a spreadsheet. */
export function RegisterOfMonth() {
  const { t } = useTranslation('attendance');
  const search = useSearch({ from: HERE });
  const { classSYSID = '', month: asked } = search;
  const navigate = useNavigate();
  // The default month follows the school's date, which the browser's clock may not match.
  const today = useCall(attendanceFigures, {}, { enabled: asked === undefined }).data?.today;
  const month = asked ?? today?.slice(0, 7) ?? '';
  const options = useClassOptions();
  const ready = classSYSID !== '' && month !== '';
  const register = useCall(attendanceRegister, { classSYSID, month }, { enabled: ready });
  const change = (next: { classSYSID?: string; month?: string }) =>
    void navigate({ to: HERE, replace: true, resetScroll: false, search: { ...search, ...next } });
  return (
    <>
      <Group gap="md" align="flex-end">
        <Select
          label={t('fields.className')}
          placeholder={t('register.pick')}
          data={options}
          value={classSYSID || null}
          onChange={(value) => value && change({ classSYSID: value })}
          searchable
        />
        <TextInput
          type="month"
          label={t('fields.month')}
          value={month}
          onChange={({ currentTarget: { value } }) => change({ month: value || undefined })}
        />
        {register.data && <Download register={register.data} />}
      </Group>
      <Paper withBorder p="md">
        {!ready ? (
          <Notice Icon={IconTable} title={t('register.pick')} message={t('register.pickHint')} />
        ) : register.isError && !register.data ? (
          <ErrorState error={register.error} onRetry={() => void register.refetch()} />
        ) : register.data ? (
          <Sheet register={register.data} />
        ) : (
          <Skeleton height={240} />
        )}
      </Paper>
    </>
  );
}

function Download({ register }: { readonly register: Register }) {
  const { t } = useTranslation('attendance');
  const columns = useRegisterColumns(register);
  const { className, month, rows } = register;
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      onClick={() => void exportXlsx(t('register.name', { className, month }), columns, rows).catch(showError)}
    >
      {t('register.download')}
    </Button>
  );
}

function Sheet({ register: { className, days, rows } }: { readonly register: Register }) {
  const { t } = useTranslation('attendance');
  const mark = useMark();
  if (rows.length === 0) return <EmptyState title={t('register.none')} />;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className={classes.sheet} tabIndex={0} aria-label={t('register.table', { className })}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('fields.names')}</th>
              {days.map((day) => (
                <th key={day} scope="col">
                  {Number(day.slice(8))}
                </th>
              ))}
              {TOTALS.map((state) => (
                <th key={state} scope="col">
                  <abbr title={t(`states.${state}`)}>{mark(state)}</abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.sysid}>
                <th scope="row">
                  {row.names} ({row.admissionNumber})
                </th>
                {row.states.map((state, place) => (
                  <td key={days[place]} data-state={state}>
                    {mark(state)}
                  </td>
                ))}
                {totalsOf(row).map(([state, count]) => (
                  <td key={state}>{count}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Text size="sm" c="dimmed" mt="sm">
        {t('register.key')}
      </Text>
    </>
  );
}
