import { Text } from '@mantine/core';
import { getClasses } from '@mfuko/contract/schools';
import { useTranslation } from '../../lib/i18n.ts';
import { useCall } from '../../lib/queries.ts';
import { LinkAnchor } from '../../ui/links.tsx';

const ANY = { page: 1, pageSize: 1 } as const;

/** Shown below the class field where the school has no classes, with a link to add the first one. */
export function NoClasses() {
  const { t } = useTranslation(['students', 'shell']);
  if (useCall(getClasses, ANY).data?.total !== 0) return null;
  return (
    <Text size="sm">
      {t('add.noClasses')}{' '}
      <LinkAnchor to="/app/class.add" inherit td="underline">
        {t('shell:screens.classAdd')}
      </LinkAnchor>
    </Text>
  );
}
