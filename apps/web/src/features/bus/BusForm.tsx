import { Button, TextInput } from '@mantine/core';
import { type BusRow, createBus, getBus, getBuses, updateBus } from '@mfuko/contract/bus';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { useConflict } from '../../ui/useConflict.tsx';
import { useEditDraft } from '../../ui/useEditDraft.tsx';

/** Form for a new bus, or for the plate or label of an existing one. */
export function BusForm({ bus, onDone }: { bus: BusRow | null; onDone: () => void }) {
  const { t } = useTranslation('bus');
  const form = useContractForm(createBus, valuesOf(bus));
  const options = {
    refresh: [getBuses, getBus],
    onDone: () => {
      draft.drop();
      showDone(t(bus ? 'buses.changed' : 'buses.added'));
      onDone();
    },
    onError: (error: unknown) =>
      conflict.caught(error) || showRefusal(form, error, { 'bus.duplicate': 'busNumberPlate' }),
  };
  const create = useRecord(createBus, options);
  const update = useRecord(updateBus, options);
  const labels = {
    busNumberPlate: t('fields.busNumberPlate'),
    label: t('fields.label'),
    inspectedUntil: t('fields.inspectedUntil'),
    insuredUntil: t('fields.insuredUntil'),
  };
  const conflict = useConflict({
    form,
    updated: bus?.updated ?? '',
    labels,
    valuesOf,
    save: (values, updated) => bus && update.mutate({ sysid: bus.sysid, ...values, updated }),
  });
  const draft = useEditDraft(form, { kind: 'bus', record: { sysid: bus?.sysid ?? 'new', updated: conflict.updated } });
  function submit(values: typeof form.values) {
    if (bus) update.mutate({ sysid: bus.sysid, ...values, updated: conflict.updated });
    else create.mutate(values);
  }
  return (
    <FormColumn
      form={form}
      labels={labels}
      onSubmit={submit}
      buttons={
        <Button type="submit" loading={create.isPending || update.isPending}>
          {t(bus ? 'buses.save' : 'buses.add')}
        </Button>
      }
    >
      {draft.note}
      <TextInput
        {...form.getInputProps('busNumberPlate')}
        label={labels.busNumberPlate}
        description={t('fields.plateExample')}
        maxLength={15}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-autofocus
        required
      />
      <TextInput
        {...form.getInputProps('label')}
        label={labels.label}
        description={t('fields.labelHint')}
        maxLength={60}
        autoComplete="off"
        required
      />
      <TextInput
        {...form.getInputProps('inspectedUntil')}
        type="date"
        label={labels.inspectedUntil}
        description={t('fields.papersHint')}
      />
      <TextInput {...form.getInputProps('insuredUntil')} type="date" label={labels.insuredUntil} />
      {conflict.dialog}
    </FormColumn>
  );
}

/** Returns the form's values for a bus; empty for a new one. */
function valuesOf(bus: BusRow | null) {
  return {
    busNumberPlate: bus?.busNumberPlate ?? '',
    label: bus?.label ?? '',
    inspectedUntil: bus?.inspectedUntil ?? '',
    insuredUntil: bus?.insuredUntil ?? '',
  };
}
