import { Button } from '@mantine/core';
import { createMenu, getMenu } from '@mfuko/contract/canteen';
import { useTranslation } from '../../lib/i18n.ts';
import { useSureRecord } from '../../school/attempts/useSureRecord.ts';
import { useDraftName } from '../../ui/draft-storage.ts';
import { FormColumn } from '../../ui/FormColumn.tsx';
import { useContractForm } from '../../ui/form.ts';
import { LinkButton } from '../../ui/links.tsx';
import { showDone } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { showRefusal } from '../../ui/refusal.ts';
import { MenuFields, type MenuValues, useMenuLabels } from './MenuFields.tsx';

const EMPTY: MenuValues = { name: '', description: '', quantityPerPerson: '1', price: '0', allergens: [] };

/** Form that adds items to the menu, one after the other. */
export function AddMenuItemPage() {
  const { t } = useTranslation('canteen');
  const labels = useMenuLabels();
  const form = useContractForm(createMenu, EMPTY, useDraftName('school.add.menu'));
  const create = useSureRecord(createMenu, {
    refresh: [getMenu],
    onDone: () => {
      showDone(t('add.done'));
      form.reset();
      form.getInputNode('name')?.focus();
    },
    onError: (error) => showRefusal(form, error, { 'menu.duplicate': 'name' }),
  });
  return (
    <>
      <PageHeader
        title={t('add.title')}
        actions={
          <LinkButton to="/app/school.menu.view" variant="default">
            {t('list.title')}
          </LinkButton>
        }
      />
      <FormColumn
        form={form}
        labels={labels}
        onSubmit={(values) => create.mutate(values)}
        buttons={
          <Button type="submit" loading={create.isPending}>
            {t('add.complete')}
          </Button>
        }
      >
        <MenuFields form={form} />
      </FormColumn>
    </>
  );
}
