import { Alert, Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import type { PinSlip } from '@mfuko/contract/students';
import { IconAlertTriangle, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { formatCount } from '../../lib/format.ts';
import { useTranslation } from '../../lib/i18n.ts';
import { usePaperName } from '../../school/PaperHead.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { LeaveGuard } from '../../ui/LeaveGuard.tsx';
import classes from './PinSlips.module.css';

const ON_A_PAGE = 8;

interface PinSlipsProps {
  readonly slips: readonly PinSlip[];
  readonly onDone: () => void;
}

/** Shows new PINs once: as a list on the screen, and as eight slips to a page on paper. Leaving needs a confirmation. */
export function PinSlips({ slips, onDone }: PinSlipsProps) {
  const { t } = useTranslation('students');
  const [leaving, leave] = useState(false);
  const title = t('pins.made', { count: slips.length, shown: formatCount(slips.length) });
  return (
    <>
      <Modal
        opened
        onClose={() => leave(true)}
        title={title}
        size="lg"
        closeOnClickOutside={false}
        withCloseButton={false}
      >
        <Stack gap="md">
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
            {t('pins.once')}
          </Alert>
          <Group gap="sm">
            <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()} data-autofocus>
              {t('pins.print', { count: Math.ceil(slips.length / ON_A_PAGE) })}
            </Button>
            <Button variant="default" onClick={() => leave(true)}>
              {t('pins.done')}
            </Button>
          </Group>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, and the keyboard must be able to */}
          <section className={classes.list} tabIndex={0} aria-label={title}>
            <Table verticalSpacing={6}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">{t('list.admission')}</Table.Th>
                  <Table.Th scope="col">{t('fields.names')}</Table.Th>
                  <Table.Th scope="col">{t('fields.classSYSID')}</Table.Th>
                  <Table.Th scope="col">{t('pins.pin')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {slips.map(({ sysid, admissionNumber, names, className, pin }) => (
                  <Table.Tr key={sysid}>
                    <Table.Td>{admissionNumber}</Table.Td>
                    <Table.Td>{names}</Table.Td>
                    <Table.Td>{className}</Table.Td>
                    <Table.Td>
                      <Text span fw={700} className={classes.digits}>
                        {pin}
                      </Text>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </section>
        </Stack>
      </Modal>
      {createPortal(<Paper slips={slips} />, document.body)}
      <ConfirmDialog
        opened={leaving}
        onClose={() => leave(false)}
        question={t('pins.leave')}
        consequence={t('pins.leaveHint')}
        act={t('pins.leaveAct')}
        onConfirm={onDone}
      />
      <LeaveGuard when question={t('pins.leave')} consequence={t('pins.leaveHint')} act={t('pins.leaveAct')} />
    </>
  );
}

/** Pages for the printer; hidden on the screen. */
function Paper({ slips }: { slips: readonly PinSlip[] }) {
  const { t } = useTranslation('students');
  const school = usePaperName();
  const pages = Array.from({ length: Math.ceil(slips.length / ON_A_PAGE) }, (_, page) =>
    slips.slice(page * ON_A_PAGE, (page + 1) * ON_A_PAGE),
  );
  return (
    <div className={classes.paper} aria-hidden>
      {pages.map((page) => (
        <div key={page[0]?.sysid} className={classes.page}>
          {page.map(({ sysid, admissionNumber, names, className, pin }) => (
            <div key={sysid} className={classes.slip} data-part="slip">
              <p className={classes.school}>{school}</p>
              <p className={classes.names}>{names}</p>
              <p>{t('pins.slip', { admissionNumber, className })}</p>
              <p className={classes.pin}>
                <span>{t('pins.pin')}</span> <strong className={classes.digits}>{pin}</strong>
              </p>
              <p className={classes.note}>{t('pins.note')}</p>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
