import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { validateToken } from '@mfuko/contract/wallet';
import { IconCamera } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { CallError } from '../../lib/problems.ts';
import { useRecord } from '../../lib/queries.ts';
import { RECEIPTS, useCameraReader } from '../../school/camera/useCameraReader.ts';
import { lateDialog } from '../../ui/late-dialog.tsx';
import { showError } from '../../ui/notify.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { type Checked, TokenResult } from './TokenResult.tsx';

const CameraScan = lateDialog(() => import('../../school/camera/CameraScan.tsx').then((it) => it.CameraScan));

/** Checks the token of a cash-out's receipt. A barcode reader types the token and presses Enter itself. */
export function ValidateTokenPage() {
  const { t } = useTranslation(['wallet', 'school']);
  const [token, setToken] = useState('');
  const [onlyLook, setOnlyLook] = useState(false);
  const [missing, setMissing] = useState(false);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [filming, setFilming] = useState(false);
  const [waiting, setWaiting] = useState<readonly { token: string; spend: boolean }[]>([]);
  const field = useRef<HTMLInputElement>(null);
  const reader = useCameraReader(RECEIPTS);
  const ask = useRecord(validateToken, {
    onDone: (answer, input) => show({ token: input.token, answer, onlyLooked: input.spend === false }),
    onError: (error, input) => {
      const unknown = error instanceof CallError && error.problem === 'wallet.receipt-not-found';
      if (unknown) show({ token: input.token, answer: null, onlyLooked: false });
      else showError(error);
    },
  });
  useEffect(() => {
    // A barcode reader types wherever the focus is. Where no text field has the focus, the first character moves the focus to the field,
    // before the frame takes the key as a shortcut.
    const catchTyping = (event: KeyboardEvent) => {
      const takesText = document.activeElement?.matches('input:not([type=checkbox]), textarea');
      if (!takesText && /^[\dA-Za-z]$/.test(event.key) && !event.ctrlKey && !event.metaKey) field.current?.focus();
    };
    window.addEventListener('keydown', catchTyping, true);
    return () => window.removeEventListener('keydown', catchTyping, true);
  }, []);
  useEffect(() => {
    const [first, ...rest] = waiting;
    if (ask.isPending || first === undefined) return;
    setWaiting(rest);
    ask.mutate(first);
  }, [ask, waiting]);
  function show(result: Checked) {
    setChecked(result);
    field.current?.focus();
  }
  function check(text: string) {
    // A second Enter on an empty field is no second token.
    if (text === '' && ask.isPending) return;
    setMissing(text === '');
    if (text === '') return field.current?.focus();
    setToken('');
    setChecked(null);
    // Tokens are checked in order, so that the last result on the screen belongs to the last receipt.
    setWaiting([...waiting, { token: text, spend: !onlyLook }]);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    check(token);
  }
  return (
    <>
      <PageHeader title={t('validate.title')} subtitle={t('validate.hint')} />
      <Stack gap="lg" maw={640}>
        <form onSubmit={submit} noValidate data-no-print>
          <Stack gap="md">
            <TextInput
              ref={field}
              label={t('validate.scan')}
              description={t('validate.scanHint')}
              value={token}
              onChange={(event) => setToken(cleanToken(event.currentTarget.value))}
              error={missing && token === '' ? t('validate.missing') : null}
              size="lg"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              autoFocus
              required
              name="token"
            />
            <Checkbox
              label={t('validate.onlyLook')}
              checked={onlyLook}
              onChange={(event) => setOnlyLook(event.currentTarget.checked)}
            />
            <Group justify="flex-end" gap="sm">
              {reader && (
                <Button
                  variant="default"
                  leftSection={<IconCamera size={18} aria-hidden />}
                  onClick={() => setFilming(true)}
                >
                  {t('school:camera.open')}
                </Button>
              )}
              <Button type="submit" loading={ask.isPending}>
                {t('validate.act')}
              </Button>
            </Group>
          </Stack>
        </form>
        <div role="status">{checked && <TokenResult checked={checked} />}</div>
      </Stack>
      {reader && filming && (
        <CameraScan
          reader={reader}
          hint={t('validate.cameraHint')}
          onClose={() => setFilming(false)}
          onFound={(text) => {
            setFilming(false);
            check(cleanToken(text));
            return true;
          }}
        />
      )}
    </>
  );
}

function cleanToken(text: string): string {
  return text
    .replace(/[^\dA-Za-z]/g, '')
    .toUpperCase()
    .slice(0, 40);
}
