import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.css';
import { setHighContrast, useHighContrast } from '../lib/contrast.ts';
import { useTranslation } from '../lib/i18n.ts';

/** Colours for a desk that stands in the sun; the device keeps them, at the gate too. */
export function SunSwitch() {
  const { t } = useTranslation('school');
  const on = useHighContrast();
  return <Switch label={t('sun')} checked={on} onChange={(event) => setHighContrast(event.currentTarget.checked)} />;
}
