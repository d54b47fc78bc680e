import { Button } from '@mantine/core';
import { useTranslation } from '../lib/i18n.ts';
import type { Destination } from '../lib/routes.ts';
import type shell from '../locales/en/shell.json';
import { LinkButton } from './links.tsx';

interface Named {
  /** Key of the screen's name in the `shell` texts, so that the button has the same label as the menu. */
  readonly screen: keyof typeof shell.screens;
}

/** First step: the link in an empty list to the screen on which the list's records are made. */
export function FirstStep({ screen, ...to }: Named & Destination) {
  const { t } = useTranslation('shell');
  return (
    <LinkButton variant="default" mt="xs" {...to}>
      {t(`screens.${screen}`)}
    </LinkButton>
  );
}

/** First step for a screen of the lean entry, which is a separate page. */
export function FirstLeanStep({ screen, href }: Named & { readonly href: string }) {
  const { t } = useTranslation('shell');
  return (
    <Button variant="default" mt="xs" component="a" href={href}>
      {t(`screens.${screen}`)}
    </Button>
  );
}
