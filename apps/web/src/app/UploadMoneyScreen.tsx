import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DepositsImport } from '../features/imports/index.ts';
import { DepositPage } from '../features/wallet/index.ts';
import { useAddressed } from '../ui/DetailDrawer.tsx';

/** Upload Pocket Money: for one student, or for many from a spreadsheet. */
export function UploadMoneyScreen() {
  const { t } = useTranslation('imports');
  const [by, setBy] = useAddressed('by');
  const many = by === 'sheet';
  const ways = (
    <SegmentedControl
      aria-label={t('ways.label')}
      value={many ? 'sheet' : 'one'}
      onChange={(value) => setBy(value === 'sheet' ? 'sheet' : undefined)}
      data={[
        { value: 'one', label: t('ways.one') },
        { value: 'sheet', label: t('ways.sheet') },
      ]}
      mb="lg"
    />
  );
  return <DepositPage ways={ways} list={many ? <DepositsImport /> : undefined} />;
}
