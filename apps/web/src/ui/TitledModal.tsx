import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from '../lib/i18n.ts';

type TitledModalProps = Pick<
  ModalProps,
  'title' | 'size' | 'fullScreen' | 'closeOnClickOutside' | 'closeOnEscape' | 'withCloseButton' | 'onClose' | 'children'
> & {
  /** Defaults to true, for a dialog that is mounted only while it is open. */
  readonly opened?: boolean;
};

/** Dialog over the screen with a title and a close button that says what it does. */
export function TitledModal({ opened = true, ...props }: TitledModalProps) {
  const { t } = useTranslation('ui');
  return <Modal opened={opened} closeButtonProps={{ 'aria-label': t('close') }} {...props} />;
}
