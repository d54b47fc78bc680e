import { Checkbox, Kbd, Modal, SimpleGrid, Stack, Title } from '@mantine/core';
import { useTranslation } from '../lib/i18n.ts';
import { SCREENS } from './routes-table.ts';
import classes from './ShortcutSheet.module.css';
import type { Screen } from './screens/screen.ts';
import { type Shortcut, setSingleKeys, shortcutsFor, useSingleKeys } from './shortcuts.ts';

interface ShortcutSheetProps {
  readonly screens: readonly Screen[];
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Lists all shortcuts to the user's screens. */
export function ShortcutSheet({ screens, opened, onClose }: ShortcutSheetProps) {
  const { t } = useTranslation(['shell', 'ui']);
  const on = useSingleKeys();
  const all = shortcutsFor(screens);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('shortcuts.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
          <Keys title={t('shortcuts.anywhere')} shortcuts={all.filter((one) => 'action' in one)} />
          <Keys title={t('shortcuts.go')} shortcuts={all.filter((one) => 'screen' in one)} />
        </SimpleGrid>
        <Checkbox
          label={t('shortcuts.single')}
          description={t('shortcuts.singleHint')}
          checked={on}
          onChange={(event) => setSingleKeys(event.currentTarget.checked)}
        />
      </Stack>
    </Modal>
  );
}

function Keys({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  const { t } = useTranslation('shell');
  function nameOf(one: Shortcut): string {
    if ('action' in one) return t(`shortcuts.actions.${one.action}`);
    const screen = SCREENS.find(({ path }) => path === one.screen);
    return screen ? t(`screens.${screen.name}`) : one.screen;
  }
  return (
    <section>
      <Title order={3} size="h3" mb="xs">
        {title}
      </Title>
      <dl className={classes.keys}>
        {shortcuts.map((one) => (
          <div key={one.keys.join(' ')} className={classes.line}>
            <dt>{nameOf(one)}</dt>
            <dd>
              {one.keys
                .flatMap((key) => key.split('+'))
                .map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
