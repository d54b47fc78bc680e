import { Button, TextInput } from '@mantine/core';
import { createClass, getClasses } from '@mfuko/contract/schools';
import { useTranslation } from '../../lib/i18n.ts';
import { useRecord } from '../../lib/queries.ts';
import { useDraftName } from '../../ui/draft-storage.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { LinkButton } from '../../ui/links.tsx';
import { showDone } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { showRefusal } from '../../ui/refusal.ts';

/** Form with one field that stays open, since classes are mostly added several in a row. */
export function AddClassPage() {
  const { t } = useTranslation('schools');
  const form = useContractForm(createClass, { className: '' }, useDraftName('class.add'));
  const create = useRecord(createClass, {
    refresh: [getClasses],
    onDone: () => {
      showDone(t('addClass.done'));
      form.reset();
      form.getInputNode('className')?.focus();
    },
    onError: (error) => showRefusal(form, error, { 'class.duplicate': 'className' }),
  });
  return (
    <>
      <PageHeader
        title={t('addClass.title')}
        actions={
          <LinkButton to="/app/class.view" variant="default">
            {t('addClass.view')}
          </LinkButton>
        }
      />
      <FormColumn
        form={form}
        labels={{ className: t('addClass.name') }}
        onSubmit={(values) => create.mutate(values)}
        buttons={
          <Button type="submit" loading={create.isPending}>
            {t('addClass.add')}
          </Button>
        }
      >
        <TextInput
          {...form.getInputProps('className')}
          label={t('addClass.name')}
          description={t('addClass.hint')}
          maxLength={60}
          autoComplete="off"
          required
        />
      </FormColumn>
    </>
  );
}
