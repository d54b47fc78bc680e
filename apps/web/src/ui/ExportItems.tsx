import { Menu } from '@mantine/core';
import { useTranslation } from '../lib/i18n.ts';
import { ButtonThere } from './ButtonThere.tsx';
import type { Column } from './list-columns.ts';
import { exportCsv, exportXlsx } from './list-export.ts';
import { showDone, showError } from './notify.tsx';
import type { OpeningProps } from './useOpening.ts';

interface ExportItemsProps extends OpeningProps {
  readonly name: string;
  // Row type `never`, because the exported values come from the columns alone.
  readonly columns: readonly Column<never>[];
  readonly wholeSet: () => Promise<readonly never[]>;
}

/** Menu of the file formats in which a list can be saved. */
export function ExportItems({ name, columns, wholeSet, button, ...opening }: ExportItemsProps) {
  const { t } = useTranslation('ui');
  async function download(write: typeof exportXlsx<never>) {
    try {
      const rows = await wholeSet();
      await write(
        name,
        columns.filter((column) => !column.onScreenOnly),
        rows,
      );
      showDone(t('list.exported', { count: rows.length, name }), { keep: true });
    } catch (error) {
      showError(error);
    }
  }
  return (
    <Menu {...opening} position="bottom-end">
      <Menu.Target>
        <ButtonThere at={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void download(exportXlsx)}>{t('list.exportXlsx')}</Menu.Item>
        <Menu.Item onClick={() => void download(async (...sheet) => exportCsv(...sheet))}>
          {t('list.exportCsv')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
