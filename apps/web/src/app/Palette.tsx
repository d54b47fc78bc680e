import '@mantine/spotlight/styles.css';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import type { Role } from '@mfuko/contract/endpoint';
import { IconLogout, IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useMyScreens } from './my-screens.ts';
import { open } from './router.tsx';
import { GROUP_ICONS } from './routes-table.ts';
import { leave } from './session-flow.ts';

const [store, palette] = createSpotlight();

/** Finds a screen by name. Loaded when it is first asked for, and opened each time that `asked` rises. */
export function Palette({ role, asked }: { role: Role; asked: number }) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  useEffect(() => {
    if (asked > 0) palette.open();
  }, [asked]);
  const screens = useMyScreens(role).map((screen) => {
    const Icon = GROUP_ICONS[screen.group];
    return {
      id: screen.path,
      label: t(`screens.${screen.name}`),
      description: t(`groups.${screen.group}`),
      leftSection: <Icon size={20} stroke={1.6} aria-hidden />,
      onClick: () => open(screen),
    };
  });
  const out = {
    id: 'logout',
    label: t('logout'),
    leftSection: <IconLogout size={20} stroke={1.6} aria-hidden />,
    onClick: () => void leave(() => void navigate({ to: '/auth' })),
  };
  return (
    <Spotlight
      store={store}
      actions={[...screens, out]}
      shortcut={null}
      nothingFound={t('palette.none')}
      highlightQuery
      scrollable
      attributes={{ content: { 'aria-label': t('palette.label') } }}
      searchProps={{
        leftSection: <IconSearch size={20} aria-hidden />,
        placeholder: t('palette.placeholder'),
        'aria-label': t('palette.placeholder'),
      }}
    />
  );
}
