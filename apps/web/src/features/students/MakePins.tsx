import { Button, type ButtonProps } from '@mantine/core';
import { IconPassword } from '@tabler/icons-react';
import { useState } from 'react';
import { lateDialog } from '../../ui/late-dialog.tsx';

const MakePinsDialog = lateDialog(
  async () => (await import('./MakePinsDialog.tsx')).MakePinsDialog,
  ({ opened }) => opened,
);

/** Students who get PINs: named ones, a class, or all. */
export type PinsOf = { readonly sysids: readonly string[] } | { readonly classSYSID: string } | 'all';

interface MakePinsProps extends Pick<ButtonProps, 'size'> {
  readonly of: PinsOf;
  /** Text of the button. */
  readonly label: string;
}

/**
 * Button that creates PINs and prints them on slips. Students who have a PIN get a new one only on an explicit choice, and never with all.
 */
export function MakePins({ of, label, size }: MakePinsProps) {
  const [asked, ask] = useState(false);
  return (
    <>
      <Button
        size={size}
        variant="default"
        leftSection={<IconPassword size={18} aria-hidden />}
        onClick={() => ask(true)}
      >
        {label}
      </Button>
      <MakePinsDialog of={of} title={label} opened={asked} onClose={() => ask(false)} />
    </>
  );
}
