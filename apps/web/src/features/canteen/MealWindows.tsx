import { Button, CloseButton, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { getMealPlan, getMealWindows, MAX_WINDOWS, type MealPlan, updateMealWindows } from '@mfuko/contract/canteen';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall, useRecord } from '../../lib/queries.ts';
import { useSchool } from '../../lib/school.ts';
import { useContractForm } from '../../ui/form.ts';
import { ErrorState } from '../../ui/Notice.tsx';
import { showDone } from '../../ui/notify.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { useConflict } from '../../ui/useConflict.tsx';
import { useEditDraft } from '../../ui/useEditDraft.tsx';

/** Form of the canteen's meal windows. Where windows are set, a student may have the quantity of an item once in each window. */
export function MealWindows() {
  const { t } = useTranslation('canteen');
  const school = useSchool()?.sysid;
  const plan = useCall(getMealPlan, {});
  return (
    <Paper withBorder p="md" mt="xl" component="section" aria-labelledby="meal-windows">
      <Title order={2} size="h4" id="meal-windows">
        {t('windows.title')}
      </Title>
      <Text size="sm" c="dimmed" maw={640} mb="md">
        {t('windows.hint')}
      </Text>
      {plan.isError && !plan.data ? (
        <ErrorState error={plan.error} onRetry={() => void plan.refetch()} />
      ) : (
        plan.data && <Form key={school} plan={plan.data} />
      )}
    </Paper>
  );
}

function Form({ plan }: { plan: MealPlan }) {
  const { t } = useTranslation('canteen');
  const form = useContractForm(updateMealWindows, valuesOf(plan));
  const update = useRecord(updateMealWindows, {
    refresh: [getMealPlan, getMealWindows],
    onDone: (after) => {
      draft.drop();
      showDone(t(after.windows.length === 0 ? 'windows.allDay' : 'windows.saved'));
      form.setInitialValues(valuesOf(after));
      form.reset();
      conflict.adopt(after.updated);
    },
    onError: (error) => conflict.caught(error) || showRefusal(form, error),
  });
  const conflict = useConflict({
    form,
    updated: plan.updated,
    labels: { windows: t('windows.title') },
    valuesOf,
    show: (_, value) => (value as Values['windows']).map(({ name, from, to }) => `${name} ${from}–${to}`).join(', '),
    save: ({ windows }, updated) => update.mutate({ windows, updated }),
  });
  // One draft per school, since a school has one plan.
  const draft = useEditDraft(form, { kind: 'meal-windows', record: { sysid: '', updated: conflict.updated } });
  const rows = form.values.windows;
  return (
    <form onSubmit={form.onSubmit(({ windows }) => update.mutate({ windows, updated: conflict.updated }))} noValidate>
      <Stack gap="sm">
        {draft.note}
        {rows.length === 0 && <Text size="sm">{t('windows.none')}</Text>}
        {rows.map(({ key, name }, place) => (
          <Group key={key} align="start" gap="sm">
            <TextInput
              {...form.getInputProps(`windows.${place}.name`)}
              label={t('windows.name')}
              maxLength={40}
              autoComplete="off"
              required
            />
            <TextInput
              {...form.getInputProps(`windows.${place}.from`)}
              label={t('windows.from')}
              type="time"
              required
            />
            <TextInput {...form.getInputProps(`windows.${place}.to`)} label={t('windows.to')} type="time" required />
            <CloseButton
              mt={24}
              size={44}
              aria-label={t('windows.remove', { name })}
              onClick={() => form.removeListItem('windows', place)}
            />
          </Group>
        ))}
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            disabled={rows.length >= MAX_WINDOWS}
            onClick={() => form.insertListItem('windows', { key: crypto.randomUUID(), name: '', from: '', to: '' })}
          >
            {t('windows.add')}
          </Button>
          <Button type="submit" disabled={!form.isDirty()} loading={update.isPending}>
            {t('windows.save')}
          </Button>
        </Group>
        {conflict.dialog}
      </Stack>
    </form>
  );
}

type Values = ReturnType<typeof valuesOf>;

function valuesOf({ windows }: MealPlan) {
  return { windows: windows.map(({ sysid, name, from, to }) => ({ key: sysid, name, from, to })) };
}
