import { Button, type ButtonProps } from '@mantine/core';
import { IconPassword } from '@tabler/icons-react';
import { useState } from 'react';
import { lateDialog } from '../../ui/late-dialog.tsx';

const MakePinsDialog = lateDialog(
  async () => (await import('./MakePinsDialog.tsx')).MakePinsDialog,
  ({ opened }) => opened,
);

/** Whose PINs: of the students named, of a class, or of all. */
export type PinsOf = { readonly sysids: readonly string[] } | { readonly classSYSID: string } | 'all';

interface MakePinsProps extends Pick<ButtonProps, 'size'> {
  readonly of: PinsOf;
  /** Text of the button. */
  readonly label: string;
}

/** Has PINs made and prints them on slips. New ones for those who have one only where that is said, and never for all. */
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
