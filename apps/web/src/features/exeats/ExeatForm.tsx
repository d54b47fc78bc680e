import { Button, Select, SimpleGrid, TextInput } from '@mantine/core';
import { getCollectors } from '@mfuko/contract/collectors';
import { type Exeat, getExeats, grantExeat } from '@mfuko/contract/exeats';
import { formatDate } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';

const FIELDS = ['leavesFrom', 'returnBy', 'reason', 'collectorSYSID'] as const;

interface ExeatFormProps {
  readonly studentSYSID: string;
  readonly onSaved: (exeat: Exeat) => void;
}

/** Form that grants a student leave to go out; times are in the school's time zone. */
export function ExeatForm({ studentSYSID, onSaved }: ExeatFormProps) {
  const { t } = useTranslation('exeats');
  const form = useContractForm(grantExeat, {
    studentSYSID,
    leavesFrom: schoolMinute(Date.now()),
    returnBy: '',
    reason: '',
    collectorSYSID: '',
  });
  const labels = Object.fromEntries(FIELDS.map((name) => [name, t(`fields.${name}`)]));
  const people = useCall(getCollectors, { studentSYSID }, { staleTime: 0 }).data?.rows ?? [];
  const grant = useSureRecord(grantExeat, {
    refresh: [getExeats],
    onDone: (exeat) => {
      showDone(t('granted', { names: exeat.names }));
      onSaved(exeat);
    },
    onError: (error) =>
      showRefusal(form, error, {
        'exeat.over': 'returnBy',
        'exeat.overlap': 'leavesFrom',
        'collector.expired': 'collectorSYSID',
        'collector.blocked': 'collectorSYSID',
        'collector.not-found': 'collectorSYSID',
      }),
  });
  return (
    <FormColumn
      form={form}
      labels={labels}
      onSubmit={(values) => grant.mutate(values)}
      buttons={
        <Button type="submit" loading={grant.isPending}>
          {t('grant')}
        </Button>
      }
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <TextInput
          {...form.getInputProps('leavesFrom')}
          label={t('fields.leavesFrom')}
          type="datetime-local"
          required
          data-autofocus
        />
        <TextInput {...form.getInputProps('returnBy')} label={t('fields.returnBy')} type="datetime-local" required />
      </SimpleGrid>
      <TextInput
        {...form.getInputProps('reason')}
        label={t('fields.reason')}
        description={t('reasonHint')}
        required
        maxLength={200}
        autoComplete="off"
      />
      <Select
        {...form.getInputProps('collectorSYSID')}
        label={t('fields.collectorSYSID')}
        description={t(people.length > 0 ? 'withHint' : 'withNobody')}
        data={people
          .filter(({ blockedReason, expired }) => blockedReason === null && !expired)
          .map(({ sysid, name, relation }) => ({ value: sysid, label: `${name} (${relation})` }))}
        placeholder={t('anybody')}
        clearable
      />
    </FormColumn>
  );
}

/** Formats a moment for a date-time field, in the school's time zone. */
function schoolMinute(moment: number): string {
  const [day, month, year, time] = formatDate(moment).split(/[/ ]/);
  return `${year}-${month}-${day}T${time}`;
}
